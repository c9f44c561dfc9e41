import { expect } from 'chai';
import { type Limit, Turns } from '../../../core/resilience/index.js';
import { StoreConflict, StoreUnavailable } from '../../../core/store/index.js';

const pause = () => new Promise<void>(resolve => setImmediate(resolve));
const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error
  );

describe('turns', () => {
  const turns = new Turns(60_000);

  it('are taken one at a time in order of arrival, and keep no other key waiting', async () => {
    const seen: string[] = [];
    const work = (n: number) => async () => {
      seen.push(`in ${n}`);
      await pause();
      seen.push(`out ${n}`);
      return n;
    };
    const three = [0, 1, 2].map(n => turns.take('a', work(n)));
    expect(await turns.take('b', async () => [...seen])).to.deep.equal(['in 0']);
    expect(await Promise.all(three)).to.deep.equal([0, 1, 2]);
    expect(seen).to.deep.equal(['in 0', 'out 0', 'in 1', 'out 1', 'in 2', 'out 2']);
  });

  it('begin again when somebody else was first', async () => {
    let tries = 0;
    const done = await turns.take('a', async () => {
      if (++tries < 4) throw new StoreConflict('things');
      return 'done';
    });
    expect([done, tries]).to.deep.equal(['done', 4]);
  });

  it('let the next one in after a failure, unless the database failed', async () => {
    const failing = (error: Error) =>
      turns.take('a', async () => {
        await pause();
        throw error;
      });
    const broken = failureOf(failing(new TypeError('one')));
    const next = turns.take('a', async () => 'ran');
    expect(await broken).to.be.instanceOf(TypeError);
    expect(await next).to.equal('ran');

    const begun: string[] = [];
    const waiting = [
      failing(new StoreUnavailable('gone')),
      ...['x', 'y'].map(n => turns.take('a', async () => begun.push(n)))
    ];
    for (const error of await Promise.all(waiting.map(failureOf))) expect(error).to.be.instanceOf(StoreUnavailable);
    expect(begun).to.deep.equal([]);
    expect(await turns.take('a', async () => 'ran')).to.equal('ran');
  });

  it('are over when their time is, and those that wait are not begun', async () => {
    const short = new Turns(20);
    let signal: Limit | undefined;
    let end = () => {};
    const held = short.take('a', given => {
      signal = given;
      return new Promise<void>(resolve => (end = resolve));
    });
    let begun = false;
    const waiting = short.take('a', async () => void (begun = true));
    for (const error of await Promise.all([held, waiting].map(failureOf)))
      expect(error).to.be.instanceOf(StoreUnavailable);
    expect(signal!.aborted).to.equal(true);
    end();
    expect(await short.take('a', async () => 'ran')).to.equal('ran');
    expect(begun).to.equal(false);
  });
});
