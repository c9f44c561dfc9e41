// Commits without end and prints what is acknowledged, until it is killed: `node commit-storm.js <file> <round>`.
import type { Collection } from '../../../core/store/index.js';
import { createStore } from '../../../plugins/storage-knex/create-store.js';

export const stormCollections: readonly Collection[] = ['heads', 'tails'].map(name => ({
  name,
  fields: { id: 'text', body: 'text' },
  key: ['id'],
  search: ['body']
}));

const [, script, file, round] = process.argv;
if (script?.endsWith('commit-storm.js') && file !== undefined) {
  const store = await createStore(`sqlite:${file}`);
  await store.open({ name: 'test', steps: [{ version: 1, title: 'first', collections: stormCollections }] });
  let next = 0;
  const caller = async (): Promise<never> => {
    for (;;) {
      const id = `${round}-${next++}`;
      const rows = [{ id, body: `word ${'filler '.repeat(next % 50)}` }];
      await store.commit(['heads', 'tails'].map(into => ({ into, how: 'add', rows })));
      // Who reads may be slower than a disk in memory.
      await new Promise(printed => process.stdout.write(`${id}\n`, printed));
    }
  };
  await Promise.all(Array.from({ length: 8 }, caller));
}
