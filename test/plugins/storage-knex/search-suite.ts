import { expect } from 'chai';
import fc from 'fast-check';
import type { Parameters, Row } from '../../../core/store/index.js';
import { createStore, type ClosableStore } from '../../../plugins/storage-knex/create-store.js';
import { failureOf } from './failure-of.js';
import type { TestDatabase } from './test-database.js';

const fields = { id: 'text', title: 'text', body: 'text', shop: 'text', shown: 'boolean' } as const;

export const searchSuite = (database: TestDatabase) =>
  describe('search', () => {
    let store: ClosableStore;
    before(async () => {
      store = await createStore(await database.fresh());
      const articles = { name: 'articles', fields, key: ['id'], search: ['title', 'body'] };
      await store.open({
        name: 'test',
        steps: [{ version: 1, title: 'first', collections: [articles, { name: 'plain', fields, key: ['id'] }] }]
      });
      const article = (id: string, title: string, body: string, shop = 'north'): Row => ({
        id,
        title,
        body,
        shop,
        shown: true
      });
      await store.commit([
        {
          into: 'articles',
          how: 'add',
          rows: [
            article('returns', 'Returning an item', 'Send it back within thirty days and it will be refunded.'),
            article(
              'warranty',
              'Warranty',
              'How do I claim? It is broken, and I do not return it to you but to the maker.'
            ),
            article('shipping', 'Delivery times', 'How long it takes and how it is sent. How do I track it?'),
            article('cafe', 'Café vouchers', 'Vouchers for the café in our shop.', 'south'),
            article('near', 'Stores near you', 'Find one or another.', 'south')
          ]
        }
      ]);
    });
    after(() => store.close());

    const ids = async (text: string, filter?: Parameters, limit = 10) =>
      (await store.search('articles', text, { limit, ...(filter && { filter }) })).map(({ row }) => row['id']);

    it('ranks by the words that matter, the first field heavier, and stems them', async () => {
      expect(await ids('how do I return it')).to.deep.equal(['returns', 'warranty']);
      expect(await ids('returned items')).to.have.ordered.members(['returns', 'warranty']);
      const found = await store.search('articles', 'voucher delivery', { limit: 10 });
      expect(found.map(({ row }) => row['id'])).to.have.members(['cafe', 'shipping']);
      expect(found[0]!.score).to.be.at.least(found[1]!.score);
      expect(found[0]!.row).to.have.all.keys(Object.keys(fields));
    });

    it('ignores diacritics and case on both sides', async () => {
      for (const text of ['cafe', 'CAFÉ', 'cafe\u0301']) expect(await ids(text), text).to.deep.equal(['cafe']);
    });

    it('takes no word of the text as syntax', async () => {
      expect(await ids('NEAR(track, 2)')).to.have.members(['near', 'shipping']);
      for (const text of [
        'title:warranty',
        '"warranty',
        'warranty*',
        '-warranty',
        '^warranty',
        '{title} : warranty',
        "'warranty' OR"
      ]) {
        expect(await ids(text), text).to.deep.equal(['warranty']);
      }
    });

    it('answers nothing for text without words', async () => {
      for (const text of ['', '  ', '?!*"', '\0', '\u{1f600}', 'how do I'])
        expect(await ids(text), text).to.deep.equal([]);
    });

    it('takes any text at all', async () => {
      await fc.assert(
        fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 200 }), async text => void (await ids(text))),
        { numRuns: database.runs }
      );
      expect(await ids(`warranty ${'x'.repeat(100_000)} ${'ab '.repeat(50_000)}`)).to.deep.equal(['warranty']);
    });

    it('filters by equality, and limits', async () => {
      expect(await ids('vouchers warranty delivery', { shop: 'north', shown: true })).to.have.members([
        'warranty',
        'shipping'
      ]);
      expect(await ids('vouchers warranty delivery', { shop: null })).to.deep.equal([]);
      expect(await ids('vouchers warranty delivery', {}, 1)).to.have.length(1);
    });

    it('follows every change of a record', async () => {
      const write = (how: 'put' | 'add-once', title: string | null) =>
        store.commit([{ into: 'articles', how, rows: [{ id: 'new', title, body: null }] }]);
      await write('put', 'umbrella');
      await write('add-once', 'parasol');
      expect([await ids('umbrella'), await ids('parasol')]).to.deep.equal([['new'], []]);
      await write('put', 'sunshade');
      expect([await ids('umbrella'), await ids('sunshade')]).to.deep.equal([[], ['new']]);
      await write('put', null);
      expect(await ids('sunshade')).to.deep.equal([]);
    });

    it('refuses collections without search fields and unknown filters', async () => {
      expect(await failureOf(store.search('plain', 'x', { limit: 1 }))).to.be.instanceOf(TypeError);
      expect(await failureOf(store.search('articles', 'x', { limit: 1, filter: { nope: 1 } }))).to.be.instanceOf(
        TypeError
      );
    });
  });
