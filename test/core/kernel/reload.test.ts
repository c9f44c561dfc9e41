import { expect } from 'chai';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LiveDocuments } from '../../../core/documents/live.js';
import { loadDocuments } from '../../../core/documents/load.js';
import { reloadOnChange, reloadOnSighup } from '../../../core/kernel/reload.js';
import type { Log } from '../../../core/observe/log.js';
import { folderOf, plant, PlantKind, plantOptions } from '../documents/root-folder.js';

/** A log that can be waited for. */
function listening() {
  const lines: { event: string; fields: Record<string, unknown> }[] = [];
  let look = () => {};
  const write = (event: string, fields: object = {}) => {
    lines.push({ event, fields: { ...fields } });
    look();
  };
  const log: Log = { debug: write, info: write, warning: write, error: write };
  const logged = (event: string) =>
    new Promise<Record<string, unknown>>(resolve => {
      look = () => {
        const at = lines.findIndex(line => line.event === event);
        if (at >= 0) resolve(lines.splice(at, 1)[0]!.fields);
      };
      look();
    });
  return { log, logged };
}

async function garden() {
  const root = folderOf({ 'seeds/plants/rose.yaml': plant('rose') });
  const options = plantOptions(root, { assemblies: [] });
  const documents = new LiveDocuments((await loadDocuments(options)).set!, options);
  const names = () => documents.current.of(PlantKind).map(({ value }) => value.name);
  return { root, documents, names, ...listening() };
}

describe('reloading while running', () => {
  it('follows the files as they change, keeps the last good ones, and lets go when it is told to', async () => {
    const { root, documents, names, log, logged } = await garden();
    const stop = await reloadOnChange({ documents, log }, root);
    await logged('policy.watching');
    writeFileSync(join(root, 'seeds/plants/lily.yaml'), plant('lily'));
    const reloaded = await logged('policy.reloaded');
    expect(reloaded).to.include({ trigger: 'watch', outcome: 'reloaded', to: documents.current.revision });
    expect(names()).to.deep.equal(['lily', 'rose']);
    writeFileSync(join(root, 'seeds/plants/lily.yaml'), plant('3'));
    expect(await logged('policy.refused')).to.include({ from: documents.current.revision });
    expect(names()).to.deep.equal(['lily', 'rose']);
    expect(documents.refused).to.have.length(1);
    rmSync(join(root, 'seeds/plants/lily.yaml'));
    await logged('policy.reloaded');
    expect(names()).to.deep.equal(['rose']);
    await stop();
  });

  it('answers every SIGHUP, survives a load that breaks, and keeps what was in force', async () => {
    const { documents, log, logged } = await garden();
    const stop = reloadOnSighup({ documents, log });
    try {
      process.emit('SIGHUP');
      expect(await logged('policy.reloaded')).to.include({ trigger: 'signal', outcome: 'unchanged' });
      documents.onReload(() => {
        throw new Error('a listener broke');
      });
      process.emit('SIGHUP');
      expect(await logged('policy.reload_failed')).to.include({ reason: 'a listener broke' });
    } finally {
      stop();
    }
  });
});
