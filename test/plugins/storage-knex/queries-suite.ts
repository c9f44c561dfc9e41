import { expect } from 'chai';
import type { Parameters, Query, Row } from '../../../core/store/index.js';
import { createStore, type ClosableStore } from '../../../plugins/storage-knex/create-store.js';
import { failureOf } from './failure-of.js';
import type { TestDatabase } from './test-database.js';

export const queriesSuite = (database: TestDatabase) =>
  describe('queries', () => {
    let store: ClosableStore;
    before(async () => {
      store = await createStore(await database.fresh());
      const fields = { id: 'text', group: 'text', order: 'integer', share: 'real', open: 'boolean' } as const;
      await store.open({
        name: 'test',
        steps: [
          {
            version: 1,
            title: 'first',
            collections: [
              { name: 'select', fields, key: ['id'], indexes: [['group', 'order']] },
              { name: 'notes', fields: { id: 'text', note: 'json' }, key: ['id'] }
            ]
          }
        ]
      });
      const rows = Array.from({ length: 12 }, (_, i) => ({
        id: `r${i}`,
        group: i === 11 ? null : `g${i % 3}`,
        order: Math.floor(i / 2),
        share: i / 10,
        open: i % 2 === 0
      }));
      await store.commit([
        { into: 'select', how: 'add', rows },
        { into: 'notes', how: 'add', rows: [{ id: 'n1', note: { about: 'r7' } }] }
      ]);
    });
    after(() => store.close());

    const ask = async (query: Omit<Query, 'from'>, parameters: Parameters = {}): Promise<readonly Row[]> =>
      (await store.read([[store.prepare({ from: 'select', ...query }), parameters]]))[0]!;
    const ids = async (...asked: Parameters2) => (await ask(...asked)).map(row => row['id']);
    type Parameters2 = [Omit<Query, 'from'>, Parameters?];

    it('finds by a value that stands in another record, for many callers at once', async () => {
      const same = { is: '=', of: { from: 'select', key: { id: 'of' }, field: 'group' } } as const;
      const query = { where: { group: same, order: { is: '<', param: 'n' } } } as const;
      const found = await Promise.all(['r0', 'r1', 'r11', 'gone'].map(of => ids(query, { of, n: 3 })));
      for (const [i, expected] of [['r0', 'r3'], ['r1', 'r4'], [], []].entries())
        expect(found[i]).to.have.members(expected);
      const member = { is: '=', of: { from: 'notes', key: { id: 'of' }, field: 'note', member: 'about' } } as const;
      expect(await ids({ where: { id: member } }, { of: 'n1' })).to.deep.equal(['r7']);
      for (const of of [
        { from: 'select', key: { group: 'of' }, field: 'id' },
        { from: 'notes', key: { id: 'of' }, field: 'note' },
        { from: 'notes', key: { id: 'of' }, field: 'note', member: "x' or '" },
        { from: 'select', key: { id: 'of' }, field: 'none' },
        { from: 'none', key: { id: 'of' }, field: 'id' }
      ])
        expect(() => store.prepare({ from: 'select', where: { id: { is: '=', of } } })).to.throw(TypeError);
    });

    it('finds by equality, range, boolean and real', async () => {
      const range = { group: { is: '=', param: 'g' }, order: { is: '>=', param: 'from' } } as const;
      expect(await ids({ where: range, order: { by: 'order', direction: 'asc' } }, { g: 'g0', from: 3 })).to.deep.equal(
        ['r6', 'r9']
      );
      expect(
        await ids({ where: { open: { is: '=', param: 'o' }, order: { is: '<', param: 'n' } } }, { o: true, n: 2 })
      ).to.have.members(['r0', 'r2']);
      expect(await ids({ where: { share: { is: '=', param: 's' } } }, { s: 0.3 })).to.deep.equal(['r3']);
      expect(await ids({ where: { share: { is: '>', param: 's' } } }, { s: 0.95 })).to.have.members(['r10', 'r11']);
    });

    it('finds what has no value by equality with null', async () => {
      const query = { where: { group: { is: '=', param: 'g' } } } as const;
      expect(await ids(query, { g: null })).to.deep.equal(['r11']);
      expect(await ids(query, { g: 'g2' })).to.have.length(3);
    });

    it('orders equal records by arrival, both ways, and limits', async () => {
      const query = (direction: 'asc' | 'desc') => ({ order: { by: 'order', direction }, limit: 'most' }) as const;
      expect(await ids(query('asc'), { most: 3 })).to.deep.equal(['r0', 'r1', 'r2']);
      expect(await ids(query('desc'), { most: 3 })).to.deep.equal(['r11', 'r10', 'r9']);
      expect(await ids(query('desc'), { most: 0 })).to.deep.equal([]);
    });

    it('counts by fields', async () => {
      const counts = await ask(
        {
          countBy: ['group', 'open'],
          where: { group: { is: '>=', param: 'g' } },
          order: { by: 'count', direction: 'desc' },
          limit: 'n'
        },
        { g: 'g1', n: 2 }
      );
      expect(counts).to.deep.equal([
        { group: 'g1', open: false, count: 2 },
        { group: 'g1', open: true, count: 2 }
      ]);
      expect(await ask({ countBy: [] })).to.deep.equal([{ count: 12 }]);
    });

    it('counts by the beginning of a text and by the steps that numbers fall into', async () => {
      const start = { field: 'id', as: 'start', first: 2 } as const;
      const step = { field: 'share', as: 'step', bounds: [0.3, 0.95] } as const;
      const between = [
        { is: '>', param: 'from' },
        { is: '<=', param: 'to' }
      ] as const;
      const order = { by: 'step', direction: 'asc' } as const;
      expect(await ask({ countBy: [start, step], where: { order: between }, order }, { from: 0, to: 5 })).to.deep.equal(
        [
          ['r2', 0, 1],
          ['r3', 1, 1],
          ['r4', 1, 1],
          ['r5', 1, 1],
          ['r6', 1, 1],
          ['r7', 1, 1],
          ['r8', 1, 1],
          ['r9', 1, 1],
          ['r1', 2, 2]
        ].map(([begins, at, count]) => ({ start: begins, step: at, count }))
      );
    });

    it('answers several queries in the order asked, for many callers at once', async () => {
      const one = store.prepare({ from: 'select', where: { id: { is: '=', param: 'id' } } });
      const some = store.prepare({ from: 'select', where: { group: { is: '=', param: 'g' } }, limit: 'n' });
      const answers = await Promise.all(
        Array.from({ length: 300 }, (_, i) =>
          store.read([
            [some, { g: `g${i % 3}`, n: (i % 2) + 1 }],
            [one, { id: `r${i % 12}` }]
          ])
        )
      );
      answers.forEach(([several, single], i) => {
        expect(single!.map(row => row['id'])).to.deep.equal([`r${i % 12}`]);
        expect(several).to.have.length((i % 2) + 1);
        expect(several![0]).to.include({ group: `g${i % 3}` });
      });
      expect(await store.read([])).to.deep.equal([]);
    });

    it('refuses what is not in the collection and values that are missing', async () => {
      const wrong: Omit<Query, 'from'>[] = [
        { where: { nope: { is: '=', param: 'a' } } },
        { where: { id: { is: 'like' as '=', param: 'a' } } },
        { order: { by: 'nope', direction: 'asc' } },
        { order: { by: 'id', direction: 'up' as 'asc' } },
        { countBy: ['group'], order: { by: 'id', direction: 'asc' } },
        { countBy: ['group', 'group'] },
        { countBy: [{ field: 'id', as: 'x', bounds: [1] }] },
        { countBy: [{ field: 'order', as: 'x', bounds: [2, 1] }] },
        { countBy: [{ field: 'order', as: 'x', first: 2 }] },
        { countBy: [{ field: 'id', as: "x' or", first: 2 }] }
      ];
      for (const query of wrong) expect(() => store.prepare({ from: 'select', ...query })).to.throw(TypeError);
      expect(() => store.prepare({ from: 'nothing' })).to.throw(TypeError);
      expect(await failureOf(ask({ where: { id: { is: '=', param: 'id' } } }))).to.be.instanceOf(TypeError);
      expect(await failureOf(ask({ limit: 'n' }, { n: -1 }))).to.be.instanceOf(TypeError);
    });
  });
