import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { Metrics, type Problem, silentLog } from '../../../core/index.js';
import { Store, StoreUnavailable } from '../../../core/store/index.js';
import { readSettings } from '../../../core/kernel/settings.js';
import plugin from '../../../plugins/storage-knex/index.js';
import { failureOf } from './failure-of.js';

const settingsFrom = (env: Record<string, string>, problems: Problem[] = []) =>
  readSettings('AGENT', [plugin.settings ?? {}], env, problems);

describe('storage-knex plugin', () => {
  it('provides a store in the file its settings name, and closes it when it stops', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'bylaw-plugin-'));
    const settings = settingsFrom({ AGENT_STORAGE__DATABASE_URL: `sqlite:${join(folder, 'x', 'a.db')}` });
    expect(plugin.check?.(settings)).to.deep.equal([]);
    const provided: Store[] = [];
    const context = {
      service: 'support',
      options: { open: true },
      settings,
      log: silentLog,
      metrics: new Metrics(),
      logObservers: [],
      documents: {} as never,
      secret: () => undefined,
      provide: (point: unknown, item: unknown) => {
        if (point === Store) provided.push(item as Store);
      }
    };
    const stop = await plugin.start({}, context);
    const [store] = provided;
    expect(store).to.include({ name: 'sqlite', singleWriter: true });
    await store!.open({ name: 'test', steps: [{ version: 1, title: 'first', collections: [] }] });
    await store!.check();
    expect(await readdir(join(folder, 'x'))).to.include('a.db');
    await stop?.();
    expect(await failureOf(store!.check())).to.be.instanceOf(StoreUnavailable);
    await rm(folder, { recursive: true });
  });

  it('has the documented defaults', () => {
    const settings = settingsFrom({});
    const values = ['database_url', 'synchronous', 'pool_max', 'statement_timeout_ms'].map(key =>
      settings.get('storage', key)
    );
    expect(values).to.deep.equal(['sqlite:./data/support.db', 'full', 10, 5000]);
    expect(plugin.check?.(settings)).to.deep.equal([]);
  });

  it('reports wrong settings before it starts, without their values', () => {
    const problems: Problem[] = [];
    const settings = settingsFrom(
      { AGENT_STORAGE__DATABASE_URL: 'mysql://ann:secret@host/x', AGENT_STORAGE__SYNCHRONOUS: 'secret' },
      problems
    );
    problems.push(...(plugin.check?.(settings) ?? []));
    expect(problems.map(({ code }) => code)).to.deep.equal(['setting_invalid', 'storage_url']);
    expect(JSON.stringify(problems)).not.to.include('secret');
  });
});
