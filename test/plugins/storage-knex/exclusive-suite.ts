import { expect } from 'chai';
import { createStore, type ClosableStore } from '../../../plugins/storage-knex/create-store.js';
import { failureOf } from './failure-of.js';
import type { TestDatabase } from './test-database.js';

const turn = () => new Promise<void>(resolve => setImmediate(resolve));

export const exclusiveSuite = (database: TestDatabase) =>
  describe('exclusive', () => {
    let store: ClosableStore;
    before(async () => {
      store = await createStore(await database.fresh());
      await store.open({ name: 'test', steps: [{ version: 1, title: 'first', collections: [] }] });
    });
    after(() => store.close());

    it('runs work of one key one at a time, in order of arrival', async () => {
      const seen: string[] = [];
      const work = (n: number) => async () => {
        seen.push(`in ${n}`);
        await turn();
        seen.push(`out ${n}`);
        return n;
      };
      expect(await Promise.all([0, 1, 2].map(n => store.exclusive('a', work(n))))).to.deep.equal([0, 1, 2]);
      expect(seen).to.deep.equal(['in 0', 'out 0', 'in 1', 'out 1', 'in 2', 'out 2']);
    });

    it('does not keep other keys waiting', async () => {
      let held: Promise<void> | undefined;
      // Released only after it has begun: the other key may well be served first.
      const release = await new Promise<() => void>(begun => {
        held = store.exclusive('a', () => new Promise<void>(begun));
      });
      expect(await store.exclusive('b', async () => 'ran')).to.equal('ran');
      release();
      await held;
    });

    it('lets the next one in when work fails', async () => {
      const failing = [
        async () => Promise.reject(new Error('one')),
        () => {
          throw new Error('two');
        }
      ];
      const failures = failing.map(work => failureOf(store.exclusive('a', work)));
      const after = store.exclusive('a', async () => 'ran');
      expect((await Promise.all(failures)).map(error => error.message)).to.deep.equal(['one', 'two']);
      expect(await after).to.equal('ran');
    });
  });
