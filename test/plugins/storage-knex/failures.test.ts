import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { expect } from 'chai';
import createKnex, { type Knex } from 'knex';
import { StoreUnavailable, type Write } from '../../../core/store/index.js';
import { createStore, type ClosableStore } from '../../../plugins/storage-knex/create-store.js';
import { failureOf } from './failure-of.js';

describe('store on SQLite: failures', () => {
  let folder: string;
  let store: ClosableStore;
  let other: Knex;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'bylaw-store-'));
    store = await open();
    other = createKnex({ client: 'sqlite3', connection: { filename: join(folder, 'a.db') }, useNullAsDefault: true });
  });
  afterEach(async () => {
    await other.destroy();
    await store.close();
    await rm(folder, { recursive: true });
  });

  const open = async (statementTimeoutMs = 60_000) => {
    const opened = await createStore(`sqlite:${join(folder, 'a.db')}`, { statementTimeoutMs });
    const collections = [{ name: 'things', fields: { id: 'text', note: 'text' }, key: ['id'] }] as const;
    await opened.open({ name: 'test', steps: [{ version: 1, title: 'first', collections }] });
    return opened;
  };
  /** In place of the store one that does not wait long. */
  const hurry = async () => {
    await store.close();
    let hasty: ClosableStore | undefined;
    while (hasty === undefined) hasty = await open(1000).catch(() => undefined);
    store = hasty;
  };
  const add = (id: string, how: Write['how'] = 'add') =>
    store.commit([{ into: 'things', how, rows: [{ id, note: 'hush' }] }]);
  /** Waits until the database is found to be well: a look at it has no more time than a statement. */
  const well = async () => {
    while (await store.check().catch((error: unknown) => error));
  };
  const all = async () => (await store.read([[store.prepare({ from: 'things' }), {}]]))[0]!;

  it('says that another process holds the lock, and works again afterwards', async () => {
    await hurry();
    await other.raw('begin immediate');
    const errors = await Promise.all(['a', 'b'].map(id => failureOf(add(id))));
    for (const error of errors)
      expect(error).to.be.instanceOf(StoreUnavailable).with.property('message').that.includes('lock');
    expect(await all()).to.deep.equal([]);
    // It reads, and is of no use to anybody who says something.
    expect(await failureOf(store.check())).to.be.instanceOf(StoreUnavailable);
    await other.raw('rollback');
    await well();
    await add('a');
    expect(await all()).to.have.length(1);
  });

  it('fails only the commit whose value is nested deeper than SQLite reads', async () => {
    const deep = { name: 'deep', fields: { id: 'text', detail: 'json' }, key: ['id'] } as const;
    const nested = await createStore('sqlite::memory:');
    await nested.open({ name: 'test', steps: [{ version: 1, title: 'first', collections: [deep] }] });
    let detail: unknown = 0;
    for (let i = 0; i < 1200; i++) detail = [detail];
    const rows = [{ id: 'a' }, { id: 'b', detail }, { id: 'c' }];
    const results = await Promise.allSettled(
      rows.map(row => nested.commit([{ into: 'deep', how: 'add', rows: [row] }]))
    );
    expect(results.map(({ status }) => status)).to.deep.equal(['fulfilled', 'rejected', 'fulfilled']);
    expect((await nested.read([[nested.prepare({ from: 'deep' }), {}]]))[0]).to.have.length(2);
    await nested.close();
  });

  it('says so when the tables are gone', async () => {
    await other.raw('drop table things');
    await other.raw('drop table schema_migrations');
    for (const error of await Promise.all([all(), add('a'), store.check()].map(failureOf))) {
      expect(error).to.be.instanceOf(StoreUnavailable);
    }
  });

  it('acknowledges nothing in a file that is gone or another one, and says so until it is opened again', async () => {
    await add('a');
    await rename(join(folder, 'a.db'), join(folder, 'b.db'));
    const gone = [await failureOf(add('b')), await failureOf(store.check())];
    await writeFile(join(folder, 'a.db'), '');
    for (const error of [...gone, await failureOf(add('c')), await failureOf(store.check())])
      expect(error).to.be.instanceOf(StoreUnavailable).with.property('message').that.includes('deleted or replaced');
    await rename(join(folder, 'b.db'), join(folder, 'a.db'));
    await well();
    await add('d');
  });

  it('never tells values or SQL', async () => {
    await hurry();
    await add('hush-id');
    const errors = [await failureOf(add('hush-id'))];
    await other.raw('begin exclusive');
    errors.push(await failureOf(add('hush-id')));
    await other.raw('rollback');
    await other.raw('drop table things');
    errors.push(await failureOf(all()), await failureOf(add('hush-id')));
    for (const error of errors)
      expect(inspect(error, { showHidden: true })).not.to.match(/hush|insert into|select |json_each/);
  });

  it('finishes what was asked before it closed, and nothing after', async () => {
    const before = Array.from({ length: 50 }, (_, i) => add(`a${i}`));
    const reading = all();
    const closing = store.close();
    const late = [add('late'), all(), store.check(), store.search('things', 'x', { limit: 1 })];
    for (const error of await Promise.all(late.map(failureOf))) expect(error).to.be.instanceOf(StoreUnavailable);
    await Promise.all([...before, reading, closing]);
    expect(await other('things').count({ n: '*' })).to.deep.equal([{ n: 50 }]);
  });
});
