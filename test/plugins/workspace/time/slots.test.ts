import { expect } from 'chai';
import { Slots } from '../../../../plugins/workspace/time/slots.js';
import { mapTexts } from '../../../../plugins/workspace/rpc/texts.js';
import { ownVariables } from '../../../../plugins/workspace/commands/service.js';

describe('slots', () => {
  it('let so many work at once, the others in order', async () => {
    const slots = new Slots(2);
    const { signal } = new AbortController();
    const [first, second] = [await slots.take(signal), await slots.take(signal)];
    const order: number[] = [];
    const waiting = [3, 4].map(async n => {
      const release = await slots.take(signal);
      order.push(n);
      return release;
    });
    await Promise.resolve();
    expect(order).to.deep.equal([]);
    first();
    first();
    const third = await waiting[0]!;
    expect(order).to.deep.equal([3]);
    second();
    await waiting[1];
    third();
    expect(order).to.deep.equal([3, 4]);
  });

  it('are left by those who no longer wait', async () => {
    const slots = new Slots(1);
    const release = await slots.take(new AbortController().signal);
    const controller = new AbortController();
    const left = slots.take(controller.signal).catch((error: Error) => error.message);
    controller.abort(new Error('gone'));
    expect(await left).to.equal('gone');
    release();
    await slots.take(new AbortController().signal);
  });
});

describe('the texts of a result', () => {
  it('know their file and line', () => {
    const seen: unknown[] = [];
    const value = { matches: [{ path: 'a.ts', line: 7, text: 'x' }], note: 'y', n: 1, none: null };
    const copy = mapTexts(value, (text, { path, line }) => {
      seen.push([text, path, line]);
      return text.toUpperCase();
    });
    expect(seen).to.deep.equal([
      ['a.ts', 'a.ts', 7],
      ['x', 'a.ts', 7],
      ['y', undefined, 1]
    ]);
    expect(copy).to.deep.equal({ matches: [{ path: 'A.TS', line: 7, text: 'X' }], note: 'Y', n: 1, none: null });
  });
});

describe('the environment', () => {
  it('may hold variables of other programs, but no slips', () => {
    const env = {
      MCP_TIMEOUT: '1',
      MCP_API_KEYS: 'a:b',
      MCP_WORKSPACE: '/w',
      MCP_SANDBOX_WORKSPACE: '/w',
      MCP_HTTP__PROT: '1',
      PATH: 'p'
    };
    expect(Object.keys(ownVariables(env))).to.deep.equal([
      'MCP_WORKSPACE',
      'MCP_SANDBOX_WORKSPACE',
      'MCP_HTTP__PROT',
      'PATH'
    ]);
  });
});
