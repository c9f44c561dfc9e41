import { expect } from 'chai';
import { StartupError } from '../../../core/index.js';
import type { Collection, Row, Schema, SchemaStep } from '../../../core/store/index.js';
import { createStore, type ClosableStore } from '../../../plugins/storage-knex/create-store.js';
import { failureOf } from './failure-of.js';
import type { TestDatabase } from './test-database.js';

const plants: Collection = { name: 'plants', fields: { id: 'text', name: 'text' }, key: ['id'], search: ['name'] };
const beds: Collection = { name: 'beds', fields: { id: 'text', size: 'integer' }, key: ['id'] };

const FIRST: SchemaStep = { version: 1, title: 'first', collections: [plants] };
const SECOND: SchemaStep = {
  version: 2,
  title: 'beds-and-heights',
  collections: [beds],
  fields: { plants: { height: 'real', wild: 'boolean' }, beds: { shade: 'boolean' } },
  indexes: { plants: [['wild', 'name']] },
  fill: { plants: { wild: true } }
};
const THIRD: SchemaStep = { version: 3, title: 'notes', fields: { beds: { note: 'json' } } };

const garden = (...steps: SchemaStep[]): Schema => ({ name: 'garden', steps });

/** How a schema changes under records that are there. */
export function migrationsSuite(database: TestDatabase): void {
  describe('migrations', () => {
    let url: string;
    beforeEach(async () => void (url = await database.fresh(true)));

    const using = async <T>(work: (store: ClosableStore) => Promise<T>): Promise<T> => {
      const store = await createStore(url);
      try {
        return await work(store);
      } finally {
        await store.close();
      }
    };
    const open = (schema: Schema) => using(store => store.open(schema));
    const migrate = (schema: Schema) => using(store => store.migrate!(schema));
    const refusal = async (work: Promise<unknown>) => {
      const error = await failureOf(work);
      expect(error).to.be.instanceOf(StartupError);
      const [problem] = (error as StartupError).problems;
      expect(problem!.code).to.equal('schema_version');
      return problem!.message;
    };
    const all = async (store: ClosableStore, from: string): Promise<readonly Row[]> =>
      (await store.read([[store.prepare({ from }), {}]]))[0]!;

    it('adds what is missing when it is told to, and keeps the records', async () => {
      await using(async store => {
        await store.open(garden(FIRST));
        await store.commit([{ into: 'plants', how: 'add', rows: [{ id: 'p1', name: 'Rose' }] }]);
      });
      expect(await refusal(open(garden(FIRST, SECOND))))
        .to.include('lacks 2 beds-and-heights')
        .and.include("run 'bylaw garden migrate'");
      expect(await using(store => store.migrations!(garden(FIRST, SECOND)))).to.deep.equal([
        { version: 1, title: 'first', applied: true },
        { version: 2, title: 'beds-and-heights', applied: false }
      ]);
      expect(await migrate(garden(FIRST, SECOND))).to.deep.equal([
        { version: 2, title: 'beds-and-heights', applied: true }
      ]);
      expect(await migrate(garden(FIRST, SECOND)), 'a second time').to.deep.equal([]);
      await using(async store => {
        await store.open(garden(FIRST, SECOND));
        await store.commit([
          { into: 'plants', how: 'add', rows: [{ id: 'p2', name: 'Fern', height: 0.5, wild: false }] },
          { into: 'beds', how: 'add', rows: [{ id: 'b', size: 3, shade: true }] }
        ]);
        expect(await all(store, 'plants')).to.deep.equal([
          { id: 'p1', name: 'Rose', height: null, wild: true },
          { id: 'p2', name: 'Fern', height: 0.5, wild: false }
        ]);
        expect(await store.search('plants', 'rose', { limit: 5 })).to.have.length(1);
      });
    });

    it('lets a program work beside the next version of itself, and not beside the one after', async () => {
      await open(garden(FIRST));
      await migrate(garden(FIRST, SECOND));
      await using(async store => {
        await store.open(garden(FIRST));
        await store.commit([{ into: 'plants', how: 'put', rows: [{ id: 'p', name: 'Ivy' }] }]);
        expect(await all(store, 'plants')).to.deep.equal([{ id: 'p', name: 'Ivy' }]);
      });
      await migrate(garden(FIRST, SECOND, THIRD));
      expect(await refusal(open(garden(FIRST)))).to.include('holds schema version 3, and this program knows 1');
      expect(await refusal(migrate(garden(FIRST)))).to.include('use a newer program');
      await open(garden(FIRST, SECOND));
    });

    it('keeps the steps of several schemas apart', async () => {
      await open(garden(FIRST));
      const shed: Schema = { name: 'shed', steps: [{ version: 7, title: 'tools', collections: [beds] }] };
      await open(shed);
      await open(garden(FIRST));
      expect(await using(store => store.migrations!(shed))).to.deep.equal([
        { version: 7, title: 'tools', applied: true }
      ]);
    });

    it('adds a step once when several try at once', async () => {
      await Promise.all([1, 2, 3].map(() => open(garden(FIRST))));
      const added = await Promise.all([1, 2, 3].map(() => migrate(garden(FIRST, SECOND))));
      expect(added.flat()).to.have.length(1);
    });

    it('refuses steps that do not fit each other', async () => {
      const wrong: SchemaStep[][] = [
        [SECOND],
        [FIRST, { ...SECOND, version: 1 }],
        [FIRST, { version: 2, title: 'again', collections: [plants] }],
        [FIRST, { version: 2, title: 'again', fields: { plants: { name: 'text' } } }],
        [{ ...FIRST, title: 'No Title' }]
      ];
      for (const steps of wrong) expect(await failureOf(open(garden(...steps)))).to.be.instanceOf(TypeError);
    });
  });
}
