import { expect } from 'chai';
import { DeadlineWheel } from '../../../../plugins/orchestrator/forward/deadline-wheel.js';

describe('the wheel of deadlines', () => {
  it('calls each deadline once, never early, in the order of their times', async () => {
    const wheel = new DeadlineWheel();
    const called: number[] = [];
    const early: number[] = [];
    const started = performance.now();
    const times = [90, 10, 50, 51, 130];
    await new Promise<void>(resolve => {
      for (const ms of times)
        wheel.set(ms, () => {
          if (performance.now() - started < ms) early.push(ms);
          called.push(ms);
          if (called.length === times.length) resolve();
        });
    });
    expect(early).to.deep.equal([]);
    expect(called).to.deep.equal([10, 50, 51, 90, 130]);
  });

  it('leaves out what was cancelled, also while others are being called', async () => {
    const wheel = new DeadlineWheel();
    const called: string[] = [];
    await new Promise<void>(resolve => {
      wheel.set(30, () => {
        called.push('first');
        twin.cancel();
        twin.cancel();
      });
      const twin = wheel.set(30, () => called.push('twin'));
      const other = wheel.set(20, () => called.push('other'));
      other.cancel();
      wheel.set(80, resolve);
    });
    expect(called).to.deep.equal(['first']);
  });
});
