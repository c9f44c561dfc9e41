import { expect } from 'chai';
import fc from 'fast-check';
import { createStore, type ClosableStore } from '../../../plugins/storage-knex/create-store.js';
import type { TestDatabase } from './test-database.js';

export const valuesSuite = (database: TestDatabase) =>
  describe('values', () => {
    let store: ClosableStore;
    let next = 0;
    before(async () => {
      store = await createStore(await database.fresh());
      const fields = {
        id: 'integer',
        text: 'text',
        whole: 'integer',
        real: 'real',
        yes: 'boolean',
        json: 'json'
      } as const;
      await store.open({
        name: 'test',
        steps: [{ version: 1, title: 'first', collections: [{ name: 'values', fields, key: ['id'] }] }]
      });
    });
    after(() => store.close());

    const through = async (value: object) => {
      const id = next++;
      await store.commit([{ into: 'values', how: 'put', rows: [{ ...value, id }] }]);
      const query = store.prepare({ from: 'values', where: { id: { is: '=', param: 'id' } } });
      const [[row]] = (await store.read([[query, { id }]])) as [[Record<string, unknown>]];
      return { ...row, id: undefined };
    };
    const orNull = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: null });
    const wellFormed = fc.string({ unit: 'binary' }).map(text => text.replaceAll('\0', ''));

    it('come back exactly', async () => {
      const values = fc.record({
        text: orNull(wellFormed),
        whole: orNull(fc.maxSafeInteger()),
        real: orNull(fc.double({ noNaN: true, noDefaultInfinity: true })),
        yes: orNull(fc.boolean()),
        json: fc.jsonValue({ stringUnit: 'grapheme' })
      });
      await fc.assert(
        fc.asyncProperty(values, async value => {
          // JSON has no negative zero.
          const expected = JSON.parse(JSON.stringify({ ...value, id: undefined }));
          expect(await through(value)).to.deep.equal({ ...expected, id: undefined });
        }),
        { numRuns: database.runs }
      );
    });

    it('have U+FFFD for what databases cannot hold, in text, JSON and its names', async () => {
      const bad = 'a\0b\ud800c\udc00';
      const good = 'a\ufffdb\ufffdc\ufffd';
      const back = await through({ text: bad, json: { [bad]: [bad] } });
      expect(back).to.deep.include({ text: good, json: { [good]: [good] } });
      const same = String.raw`\u0000 \ud800 \\u0000 "` + '\u0001\u001f\\';
      expect(await through({ text: same, json: [same] })).to.deep.include({ text: same, json: [same] });
    });

    it('find their record with the same replacement', async () => {
      const query = store.prepare({ from: 'values', where: { text: { is: '=', param: 'text' } } });
      await through({ text: 'x\0\ud83d' });
      expect((await store.read([[query, { text: 'x\0\ud83d' }]]))[0]).to.have.length(1);
    });

    it('are never syntax', async () => {
      const text = `'"; drop table "values"; -- ?1 $1 :a \\ %`;
      expect(await through({ text, json: { [text]: text } })).to.deep.include({ text, json: { [text]: text } });
    });
  });
