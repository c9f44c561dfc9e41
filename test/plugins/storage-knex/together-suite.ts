import { expect } from 'chai';
import fc from 'fast-check';
import { type Row, StoreConflict, type Write } from '../../../core/store/index.js';
import { createStore } from '../../../plugins/storage-knex/create-store.js';
import type { TestDatabase } from './test-database.js';

type Thing = { id: string; place: number | null; note: string; version: number };

/** What commits do one after another: the meaning that commits which wait together must keep. */
class Model {
  constructor(public things: readonly Thing[] = []) {}

  /** False when the commit conflicts, and then nothing has changed. */
  commit(writes: readonly Write[]): boolean {
    let things = [...this.things];
    for (const { how, rows } of writes) {
      for (const row of rows as readonly Row[] as readonly Thing[]) {
        const sameKey = things.find(({ id }) => id === row.id);
        const samePlace = things.find(({ id, place }) => place !== null && place === row.place && id !== row.id);
        if (how === 'add-once' && (sameKey || samePlace)) continue;
        if ((how === 'add' && sameKey) || samePlace) return false;
        if (how === 'change' && sameKey?.version !== row.version - 1) return false;
        things = [...things.filter(thing => thing !== sameKey), row];
      }
    }
    this.things = things;
    return true;
  }
}

const FIELDS = { id: 'text', place: 'integer', note: 'text', version: 'integer' } as const;

export const togetherSuite = (database: TestDatabase) =>
  describe('commits that wait together', () => {
    it('do what they would do one after another', async () => {
      const row = fc.record({
        id: fc.constantFrom('a', 'b', 'c', 'd'),
        place: fc.constantFrom(null, null, 1, 2),
        note: fc.string({ maxLength: 3 }).map(text => text.replaceAll('\0', '')),
        version: fc.constantFrom(1, 2, 3)
      });
      const write = fc.record({
        into: fc.constant('things'),
        how: fc.constantFrom<Write['how']>('put', 'add', 'add-once', 'change'),
        rows: fc.uniqueArray(row, { maxLength: 3, selector: ({ id }) => id })
      });
      const commits = fc.array(fc.array(write, { maxLength: 2 }), { maxLength: 8 });
      const things = { name: 'things', fields: FIELDS, key: ['id'] };
      await fc.assert(
        fc.asyncProperty(commits, async commits => {
          const store = await createStore(await database.fresh());
          await store.open({
            name: 'test',
            steps: [{ version: 1, title: 'first', collections: [{ ...things, unique: [['place']] }] }]
          });
          const model = new Model();
          const expected = commits.map(writes => model.commit(writes));
          const outcomes = await Promise.allSettled(commits.map(writes => store.commit(writes)));
          const [found] = await store.read([[store.prepare({ from: 'things' }), {}]]);
          await store.close();
          expect(outcomes.map(({ status }) => status === 'fulfilled')).to.deep.equal(expected);
          expect(found).to.have.deep.members([...model.things]);
          for (const outcome of outcomes) {
            if (outcome.status === 'rejected') expect(outcome.reason).to.be.instanceOf(StoreConflict);
          }
        }),
        { numRuns: database.runs }
      );
    });
  });
