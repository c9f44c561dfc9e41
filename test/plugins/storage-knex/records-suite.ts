import { expect } from 'chai';
import { StoreConflict, type Collection, type Write } from '../../../core/store/store.js';
import { createStore, type ClosableStore } from '../../../plugins/storage-knex/create-store.js';
import { failureOf } from './failure-of.js';
import type { TestDatabase } from './test-database.js';

const things: Collection = {
  name: 'things',
  fields: { id: 'text', owner: 'text', rank: 'integer', weight: 'real', done: 'boolean', detail: 'json' },
  key: ['id'],
  unique: [['owner', 'rank']],
  indexes: [['owner', 'rank']]
};
const stock: Collection = {
  name: 'stock',
  fields: { id: 'text', version: 'integer', pieces: 'integer' },
  key: ['id']
};
const notes: Collection = { name: 'notes', fields: { id: 'text', body: 'text' }, key: ['id'] };

export const recordsSuite = (database: TestDatabase) =>
  describe('records', () => {
    let store: ClosableStore;
    beforeEach(async () => {
      store = await createStore(await database.fresh());
      await store.open({ name: 'test', steps: [{ version: 1, title: 'first', collections: [things, notes, stock] }] });
    });
    afterEach(() => store.close());

    const add = (...rows: Write['rows']): Write => ({ into: 'things', how: 'add', rows });
    const put = (...rows: Write['rows']): Write => ({ into: 'things', how: 'put', rows });
    const once = (...rows: Write['rows']): Write => ({ into: 'things', how: 'add-once', rows });
    const byId = async (id: string) => {
      const query = store.prepare({ from: 'things', where: { id: { is: '=', param: 'id' } } });
      return (await store.read([[query, { id }]]))[0]![0];
    };

    it('gives back what it was given, by type', async () => {
      const row = {
        id: 'a',
        owner: 'ö\u{1f600}',
        rank: -9007199254740991,
        weight: 0.1 + 0.2,
        done: false,
        detail: { a: [1, null, 'x'] }
      };
      await store.commit([add(row)]);
      expect(await byId('a')).to.deep.equal(row);
    });

    it('answers null for what was left out, and forgets it on put', async () => {
      await store.commit([put({ id: 'a', rank: 1, detail: null })]);
      await store.commit([put({ id: 'a', owner: 'x' })]);
      expect(await byId('a')).to.deep.equal({
        id: 'a',
        owner: 'x',
        rank: null,
        weight: null,
        done: null,
        detail: null
      });
    });

    it('removes by key, with whatever is written beside it, and minds nothing that is not there', async () => {
      await store.commit([put({ id: 'a', rank: 1 }, { id: 'b', rank: 2 })]);
      await store.commit([
        { into: 'things', how: 'remove', rows: [{ id: 'a' }, { id: 'nobody' }] },
        put({ id: 'c', rank: 3 })
      ]);
      expect([await byId('a'), (await byId('b'))!['rank'], (await byId('c'))!['rank']]).to.deep.equal([
        undefined,
        2,
        3
      ]);
      await store.commit([put({ id: 'a', rank: 7 }), { into: 'things', how: 'remove', rows: [{ id: 'a' }] }]);
      expect(await byId('a')).to.equal(undefined);
    });

    it('refuses to add what exists, and then writes nothing of the commit', async () => {
      await store.commit([add({ id: 'a', owner: 'x', rank: 1 })]);
      for (const row of [{ id: 'a' }, { id: 'b', owner: 'x', rank: 1 }]) {
        const error = await failureOf(
          store.commit([{ into: 'notes', how: 'add', rows: [{ id: 'n', body: 'x' }] }, add(row)])
        );
        expect(error).to.be.instanceOf(StoreConflict).with.property('collection', 'things');
      }
      expect(await store.read([[store.prepare({ from: 'notes' }), {}]])).to.deep.equal([[]]);
      expect(await byId('b')).to.equal(undefined);
    });

    it('keeps the newest version with put-newer, in whichever order versions come', async () => {
      const newer = (...rows: Write['rows']): Write => ({ into: 'stock', how: 'put-newer', rows });
      const all = async () => (await store.read([[store.prepare({ from: 'stock' }), {}]]))[0];
      await store.commit([{ into: 'stock', how: 'put', rows: [{ id: 'a', pieces: 1 }] }]);
      await store.commit([newer({ id: 'a', version: 0, pieces: 2 })]);
      await Promise.all([3, 5, 4, 5].map((version, i) => store.commit([newer({ id: 'a', version, pieces: i })])));
      await store.commit([newer({ id: 'a', version: 4, pieces: 9 }, { id: 'b', version: 1, pieces: 7 })]);
      expect(await all()).to.deep.equal([
        { id: 'a', version: 5, pieces: 1 },
        { id: 'b', version: 1, pieces: 7 }
      ]);
    });

    it('leaves an existing record as it is with add-once', async () => {
      await store.commit([once({ id: 'a', rank: 1 }, { id: 'a', rank: 2 }), once({ id: 'a', rank: 3 })]);
      expect(await byId('a')).to.include({ rank: 1 });
    });

    it('fails a put that takes the unique set of another record', async () => {
      await store.commit([add({ id: 'a', owner: 'x', rank: 1 }, { id: 'b', owner: 'x', rank: 2 })]);
      expect(await failureOf(store.commit([put({ id: 'b', owner: 'x', rank: 1 })]))).to.be.instanceOf(StoreConflict);
      expect(await byId('b')).to.include({ rank: 2 });
    });

    it('lets commits that wait together succeed without the one that cannot', async () => {
      const commits = Array.from({ length: 40 }, (_, i) =>
        store.commit([add({ id: i % 10 === 9 ? 'id-0' : `id-${i}`, rank: i })])
      );
      const results = await Promise.allSettled(commits);
      expect(results.map(result => result.status === 'fulfilled')).to.deep.equal(results.map((_, i) => i % 10 !== 9));
      expect((await store.read([[store.prepare({ from: 'things' }), {}]]))[0]).to.have.length(36);
    });

    it('keeps the order of commits to one record that wait together', async () => {
      const writes = [
        add({ id: 'a', rank: 1 }),
        put({ id: 'a', rank: 2 }),
        once({ id: 'a', rank: 3 }),
        put({ id: 'a', rank: 4 })
      ];
      await Promise.all(writes.map(write => store.commit([write])));
      expect(await byId('a')).to.include({ rank: 4 });
      const late = await Promise.allSettled(
        [put({ id: 'b', rank: 5 }), add({ id: 'b', rank: 6 })].map(w => store.commit([w]))
      );
      expect(late.map(({ status }) => status)).to.deep.equal(['fulfilled', 'rejected']);
      expect(await byId('b')).to.include({ rank: 5 });
    });

    it('refuses unknown fields, other types and empty keys before anything is written', async () => {
      const wrong = [
        { id: 'a', nope: 1 },
        { id: 'a', rank: 1.5 },
        { id: 'a', weight: NaN },
        { id: 'a', done: 1 },
        { id: 5 },
        { rank: 1 }
      ];
      for (const row of wrong) expect(await failureOf(store.commit([add(row)]))).to.be.instanceOf(TypeError);
      expect(await failureOf(store.commit([{ into: 'nothing', how: 'add', rows: [] }]))).to.be.instanceOf(TypeError);
      expect(await byId('a')).to.equal(undefined);
    });
  });
