import { expect } from 'chai';
import fc from 'fast-check';
import { Budget } from '../../../core/resilience/budget.js';
import { Limit, TimedOut, withDeadline } from '../../../core/resilience/deadline.js';
import { withRetry, type RetryOptions } from '../../../core/resilience/retry.js';

const errorOf = (run: Promise<unknown>): Promise<unknown> =>
  run.then(
    () => expect.fail('it succeeded'),
    (error: unknown) => error
  );
const never = new Promise<never>(() => {});

describe('a deadline', () => {
  it('gives back what work answers or throws in time, and leaves the signal alone', async () => {
    let kept: AbortSignal | undefined;
    expect(await withDeadline(1000, async ({ signal }) => ((kept = signal), 7))).to.equal(7);
    expect(kept!.aborted).to.equal(false);
    const thrown = new Error('own');
    expect(await errorOf(withDeadline(1000, () => Promise.reject(thrown)))).to.equal(thrown);
    expect(
      await errorOf(
        withDeadline(1000, () => {
          throw thrown;
        })
      )
    ).to.equal(thrown);
  });

  it('rejects when time is up even if work does not listen, and tells work by its signal', async () => {
    let kept: AbortSignal | undefined;
    const error = await errorOf(withDeadline(5, ({ signal }) => ((kept = signal), never)));
    expect(error).to.be.instanceOf(TimedOut);
    expect((error as TimedOut).message).to.equal('no answer within 5 ms');
    expect(kept!.reason).to.equal(error);
  });

  it('ends with the outer signal and its reason, before or during work', async () => {
    const reason = new Error('client left');
    const outer = new AbortController();
    let kept: AbortSignal | undefined;
    const run = errorOf(withDeadline(1000, ({ signal }) => ((kept = signal), never), outer.signal));
    outer.abort(reason);
    expect(await run).to.equal(reason);
    expect(kept!.reason).to.equal(reason);
    let worked = false;
    expect(await errorOf(withDeadline(1000, async () => (worked = true), outer.signal))).to.equal(reason);
    expect(worked).to.equal(false);
  });

  it('ends with an outer limit too, whose signal may be asked for late', async () => {
    const outer = new Limit();
    const reason = new Error('client left');
    let kept: Limit | undefined;
    const run = errorOf(withDeadline(1000, limit => ((kept = limit), never), outer));
    outer.abort(reason);
    expect(await run).to.equal(reason);
    expect(kept!.signal.reason).to.equal(reason);
    expect(() => kept!.throwIfAborted()).to.throw(reason);
    expect(await errorOf(withDeadline(1000, () => never, outer))).to.equal(reason);
  });

  it('may be longer than a timer can be', async () => {
    expect(await withDeadline(1e12, () => new Promise(resolve => setTimeout(resolve, 5, 'late')))).to.equal('late');
    expect(await withDeadline(Infinity, () => new Promise(resolve => setTimeout(resolve, 5, 'late')))).to.equal('late');
  });
});

describe('a budget', () => {
  it('gives as many steps as it has, and no more', () => {
    fc.assert(
      fc.property(fc.nat(30), fc.nat(60), (maxSteps, asked) => {
        const budget = new Budget({ maxSteps, maxMs: 100 }, () => 0);
        const given = Array.from({ length: asked }, () => budget.take()).filter(Boolean).length;
        expect(given).to.equal(Math.min(asked, maxSteps));
        expect(budget.used).to.equal(given);
        expect(budget.left).to.equal(asked < maxSteps);
      })
    );
  });

  it('gives none when its time is over', () => {
    let now = 50;
    const budget = new Budget({ maxSteps: 10, maxMs: 100 }, () => now);
    expect([budget.take(), budget.remainingMs]).to.deep.equal([true, 100]);
    now = 149;
    expect([budget.take(), budget.remainingMs]).to.deep.equal([true, 1]);
    now = 150;
    expect([budget.take(), budget.remainingMs, budget.used]).to.deep.equal([false, 0, 2]);
    now = 1000;
    expect(budget.remainingMs).to.equal(0);
  });
});

describe('a retry', () => {
  const options: RetryOptions = { retries: 3, baseMs: 0, maxMs: 0, worthwhile: () => true };

  it('calls once and as often again as it may, and gives the last error', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(6), fc.nat(6), async (retries, failures) => {
        const attempts: number[] = [];
        const run = withRetry({ ...options, retries }, async attempt => {
          attempts.push(attempt);
          if (attempt < failures) throw new Error(`failure ${attempt}`);
          return 'done';
        });
        if (failures <= retries) expect(await run).to.equal('done');
        else expect(await errorOf(run)).to.have.property('message', `failure ${retries}`);
        expect(attempts).to.deep.equal(Array.from({ length: Math.min(failures, retries) + 1 }, (_, i) => i));
      })
    );
  });

  it('does not try again where that is no use', async () => {
    let calls = 0;
    const error = await errorOf(
      withRetry({ ...options, worthwhile: e => (e as Error).message !== 'wrong' }, async () => {
        calls++;
        throw new Error(calls === 1 ? 'busy' : 'wrong');
      })
    );
    expect([calls, (error as Error).message]).to.deep.equal([2, 'wrong']);
  });

  it('draws a share for every pause, so that callers do not return in step', async () => {
    let draws = 0;
    const random = () => (draws++, 0);
    await errorOf(withRetry({ ...options, baseMs: 1e6, maxMs: 1e9, random }, () => Promise.reject(new Error())));
    expect(draws).to.equal(3);
  });

  it('bounds every pause by the longest one', async () => {
    const late = { ...options, baseMs: 1e9, maxMs: 2, random: () => 1 };
    expect(
      await withRetry(late, attempt => (attempt < 3 ? Promise.reject(new Error()) : Promise.resolve(attempt)))
    ).to.equal(3);
  });

  it('ends its pause when the signal does', async () => {
    const outer = new AbortController();
    const run = errorOf(
      withRetry({ ...options, baseMs: 1e9, maxMs: 1e9, random: () => 1, signal: outer.signal }, () =>
        Promise.reject(new Error('busy'))
      )
    );
    setImmediate(() => outer.abort());
    expect(await run).to.have.property('name', 'AbortError');
  });
});
