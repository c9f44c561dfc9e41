import { expect } from 'chai';
import { StoreConflict } from '../../../core/store/index.js';
import { createStore, type ClosableStore } from '../../../plugins/storage-knex/create-store.js';
import { failureOf } from './failure-of.js';
import type { TestDatabase } from './test-database.js';

const FIELDS = { id: 'text', note: 'text', version: 'integer' } as const;
const SCHEMA = {
  name: 'test',
  steps: [
    {
      version: 1,
      title: 'first',
      collections: [
        { name: 'things', fields: FIELDS, key: ['id'] },
        { name: 'plain', fields: { id: 'text' }, key: ['id'] }
      ]
    }
  ]
} as const;

export const changesSuite = (database: TestDatabase) =>
  describe('changes', () => {
    let store: ClosableStore;
    beforeEach(async () => {
      store = await createStore(await database.fresh());
      await store.open(SCHEMA);
    });
    afterEach(() => store.close());

    const change = (id: string, version: number, note = `${version}`) =>
      store.commit([
        { into: 'things', how: 'change', rows: [{ id, note, version }] },
        { into: 'plain', how: 'add', rows: [{ id: `${id} ${version} ${note}` }] }
      ]);
    const all = async (from: string) => (await store.read([[store.prepare({ from }), {}]]))[0]!;

    it('replace a record in the version before, and no other', async () => {
      await store.commit([{ into: 'things', how: 'add', rows: [{ id: 'a' }, { id: 'b', version: 4 }] }]);
      await change('a', 1);
      await change('b', 5);
      for (const stale of [change('a', 1), change('a', 3), change('b', 5), change('gone', 1)])
        expect(await failureOf(stale))
          .to.be.instanceOf(StoreConflict)
          .with.property('collection', 'things');
      expect(await all('things')).to.have.deep.members([
        { id: 'a', note: '1', version: 1 },
        { id: 'b', note: '5', version: 5 }
      ]);
      expect(await all('plain'), 'nothing else of a commit that conflicts').to.have.length(2);
    });

    it('let one of those that begin with the same version win', async () => {
      await store.commit([
        {
          into: 'things',
          how: 'add',
          rows: [
            { id: 'a', version: 1 },
            { id: 'b', version: 1 }
          ]
        }
      ]);
      const tries = ['a', 'b'].flatMap(id => Array.from({ length: 20 }, (_, i) => change(id, 2, `${i}`)));
      const won = (await Promise.allSettled(tries)).filter(({ status }) => status === 'fulfilled');
      expect(won).to.have.length(2);
      expect(await all('plain')).to.have.length(2);
    });

    it('need a collection with versions', async () => {
      const failure = await failureOf(store.commit([{ into: 'plain', how: 'change', rows: [{ id: 'a' }] }]));
      expect(failure).to.be.instanceOf(TypeError).with.property('message').that.includes('version');
    });
  });
