import { expect } from 'chai';
import fc from 'fast-check';
import { loadDocuments } from '../../../core/documents/load.js';
import { DocumentSet } from '../../../core/documents/set.js';
import type { ToolContext, ToolOutput } from '../../../core/tools/handler.js';
import { Budget } from '../../../core/resilience/budget.js';
import { argumentsFit, circuitClosed, scopesHeld, withinBudget } from '../../../core/tools/checks.js';
import { NAMES, toolKind, type ToolDefinition } from '../../../core/tools/definition.js';
import {
  ToolGate,
  type Authority,
  type GateOptions,
  type ToolBody,
  type ToolCall,
  type ToolCheck
} from '../../../core/tools/gate.js';
import { folderOf } from '../documents/root-folder.js';

const TOOL = `kind: tool
version: 1
name: water
description: Waters a plant.
handler: { use: hose }
arguments:
  type: object
  additionalProperties: false
  required: [plant]
  properties: { plant: { type: string, minLength: 2 }, litres: { type: integer } }
needs_gloves: true
required_scopes: [garden:read, plant:write]
seasons: [care]
idempotent: true
risk: write
timeout_seconds: 2
`;

interface GardenTool extends ToolDefinition {
  readonly needs_gloves: boolean;
  readonly seasons: readonly string[];
}
interface Gardener extends Authority {
  readonly gloves: boolean;
}
type Check<R extends string> = ToolCheck<R, GardenTool, Gardener>;
const inSeason: Check<'out_of_season'> = {
  outcome: 'out_of_season',
  refuses: ({ tool, authority }) =>
    tool.seasons.includes(authority.context.purpose) ? undefined : `${tool.name} does not serve now`
};
const gloved: Check<'gloves_required'> = {
  outcome: 'gloves_required',
  refuses: ({ tool, authority }) => (tool.needs_gloves && !authority.gloves ? 'put on gloves' : undefined)
};
const CHECKS = [inSeason, scopesHeld, gloved, withinBudget, circuitClosed, argumentsFit] as const;
const REFUSALS = ['not_registered', ...CHECKS.map(({ outcome }) => outcome)] as const;
type Refusal = (typeof REFUSALS)[number];
type Options = GateOptions<(typeof CHECKS)[number]['outcome'], GardenTool, Gardener>;

const GardenTools = toolKind<GardenTool>({ needs_gloves: { type: 'boolean' }, seasons: NAMES });
let water: GardenTool;
before(async () => {
  const root = folderOf({ 'tools.d/garden/water.yaml': TOOL });
  const { set } = await loadDocuments({ root, kinds: [GardenTools], assemblies: [], items: () => [] });
  water = set!.of(GardenTools)[0]!.value;
});

const OUTPUT: ToolOutput = { records: [{ name: 'plant', fields: { wet: true } }] };
const CALL: ToolCall = { tool: 'water', arguments: { plant: 'rose', litres: 2 } };

/** A gate with its clock in hand and one tool, whose body is given. */
function garden(body: (args: any, context: ToolContext) => Promise<ToolOutput>, options: Partial<Options> = {}) {
  const clock = { now: 0 };
  const gate = new ToolGate({
    checks: CHECKS,
    timeoutMs: 1000,
    circuit: { failures: 3, resetMs: 100 },
    now: () => clock.now,
    ...options
  });
  const seen: unknown[] = [];
  const noted: ToolBody = (args, context) => (seen.push(args), body(args, context));
  const authority = (more: Partial<Gardener> = {}): Gardener => ({
    scopes: new Set(['garden:read', 'plant:write']),
    gloves: true,
    budget: new Budget({ maxSteps: 1000, maxMs: 60_000 }, () => clock.now),
    context: {
      tenant: 'demo',
      customerId: 'cus_1',
      conversationId: 'cnv_1',
      runId: 'run_1',
      purpose: 'care',
      now: new Date(0),
      documents: new DocumentSet('', new Map(), new Map()),
      read: async () => [],
      stage() {}
    },
    ...more
  });
  const inRun = (runId: string, more: Partial<Gardener> = {}) =>
    authority({ ...more, context: { ...authority().context, runId } });
  const call = (asked: ToolCall = CALL, by: Gardener = authority(), definition: GardenTool = water) =>
    gate.call(asked, by, {
      definitions: new Map([['water', definition]]),
      bodies: new Map([['water', noted]])
    });
  return { clock, gate, seen, call, authority, inRun };
}

const dry = (plant: string): ToolCall => ({ tool: 'water', arguments: { plant } });
const fine = () => Promise.resolve(OUTPUT);
const failing = () => Promise.reject(new Error('no water'));
const never = () => new Promise<never>(() => {});

describe('the tool gate', () => {
  it('runs the body of a permitted call with its arguments and whose behalf it is on', async () => {
    let given: ToolContext | undefined;
    const { call, seen } = garden((_args, context) => ((given = context), fine()));
    const result = await call();
    expect(result).to.include({ outcome: 'ok', output: OUTPUT });
    expect(seen).to.deep.equal([CALL.arguments]);
    expect(given).to.include({
      tenant: 'demo',
      customerId: 'cus_1',
      conversationId: 'cnv_1',
      runId: 'run_1',
      purpose: 'care'
    });
    expect(given!.signal.aborted).to.equal(false);
  });

  it('refuses for the first failing check in order, whatever else fails, and never runs the body', async () => {
    await fc.assert(
      fc.asyncProperty(fc.subarray([...REFUSALS], { minLength: 1 }), async failingChecks => {
        const has = (check: Refusal) => failingChecks.includes(check);
        const { call, authority, inRun, seen, gate } = garden(failing);
        if (has('circuit_open')) for (const plant of ['aa', 'bb', 'cc']) await call(dry(plant), inRun('run_0'));
        seen.length = 0;
        const asked: ToolCall = {
          tool: has('not_registered') ? 'flood' : 'water',
          arguments: has('invalid_arguments') ? { plant: 'x', secret: 'hunter2' } : { plant: 'hunter2' }
        };
        const result = await call(asked, {
          ...authority(),
          context: { ...authority().context, purpose: has('out_of_season') ? 'destroy' : 'care' },
          scopes: new Set(has('scope_missing') ? ['garden:read'] : ['garden:read', 'plant:write']),
          gloves: !has('gloves_required'),
          budget: new Budget({ maxSteps: has('budget_exhausted') ? 0 : 5, maxMs: 1000 }, () => 0)
        });
        expect(result.outcome).to.equal(REFUSALS.find(has));
        expect(result).to.not.have.property('output');
        expect('reason' in result && result.reason)
          .to.match(/\w/)
          .and.not.include('hunter2');
        expect(seen).to.deep.equal([]);
        expect(gate.openCircuits).to.deep.equal(has('circuit_open') ? ['water'] : []);
      })
    );
  });

  it('says which scopes are missing, and asks nothing that the tool does not need', async () => {
    const { call, authority } = garden(fine);
    expect(await call(CALL, authority({ scopes: new Set() }))).to.include({
      reason: 'water needs garden:read plant:write'
    });
    const open = { ...water, needs_gloves: false };
    expect(await call(CALL, authority({ gloves: false }), open)).to.include({ outcome: 'ok' });
  });

  it('knows no tool without a body', async () => {
    const { gate, authority } = garden(fine);
    expect(
      await gate.call(CALL, authority(), { definitions: new Map([['water', water]]), bodies: new Map() })
    ).to.include({
      outcome: 'not_registered'
    });
  });

  it('takes a step of the budget for every call that gets as far, and none after the time is over', async () => {
    const { call, authority, clock } = garden(fine);
    const budget = new Budget({ maxSteps: 3, maxMs: 500 }, () => clock.now);
    const outcomes: string[] = [];
    for (const plant of ['aa', 'bb', 'x', 'dd']) outcomes.push((await call(dry(plant), authority({ budget }))).outcome);
    expect(outcomes).to.deep.equal(['ok', 'ok', 'invalid_arguments', 'budget_exhausted']);
    const short = new Budget({ maxSteps: 3, maxMs: 500 }, () => clock.now);
    clock.now = 500;
    expect((await call(dry('ee'), authority({ budget: short }))).outcome).to.equal('budget_exhausted');
  });
});

describe('a repeated execution', () => {
  it('is answered from memory within a run, whatever the order of the arguments, and not in another run', async () => {
    const { call, inRun, seen } = garden(fine);
    await call(CALL, inRun('a'));
    const again = await call({ tool: 'water', arguments: { litres: 2, plant: 'rose' } }, inRun('a'));
    expect(again).to.include({ outcome: 'already_executed', output: OUTPUT });
    expect((await call({ tool: 'water', arguments: { litres: 3, plant: 'rose' } }, inRun('a'))).outcome).to.equal('ok');
    expect((await call(CALL, inRun('b'))).outcome).to.equal('ok');
    expect(seen).to.have.length(3);
  });

  it('runs once when asked for at the same time', async () => {
    let finish: (output: ToolOutput) => void = () => {};
    const { call, seen } = garden(() => new Promise(resolve => (finish = resolve)));
    const calls = [call(), call(), call()];
    finish(OUTPUT);
    expect((await Promise.all(calls)).map(r => r.outcome)).to.deep.equal([
      'ok',
      'already_executed',
      'already_executed'
    ]);
    expect(seen).to.have.length(1);
  });

  it('runs again when the first one failed; those who waited learn of the failure, which counts once', async () => {
    let broken = true;
    const { call, gate, seen } = garden(() => (broken ? failing() : fine()), {
      circuit: { failures: 2, resetMs: 100 }
    });
    expect((await Promise.all([call(), call(), call()])).map(r => r.outcome)).to.deep.equal([
      'error',
      'error',
      'error'
    ]);
    expect(gate.openCircuits).to.deep.equal([]);
    broken = false;
    expect((await call()).outcome).to.equal('ok');
    expect(seen).to.have.length(2);
  });

  it('is forgotten when too many others followed', async () => {
    const { call, seen } = garden(fine, { remembered: 2 });
    for (const plant of ['aa', 'bb', 'cc', 'bb', 'aa']) await call(dry(plant));
    expect(seen).to.deep.equal(['aa', 'bb', 'cc', 'aa'].map(plant => ({ plant })));
  });

  it('does not take one set of arguments for another', async () => {
    const loose = {
      ...water,
      accepts: Object.assign(() => true, { errors: null }) as unknown as ToolDefinition['accepts']
    };
    const { call, authority, seen } = garden(fine);
    const sets = [
      { a: 1 },
      { a: '1' },
      { a: null },
      { a: [1] },
      { a: { b: 1 } },
      { a: { b: [] } },
      JSON.parse('{"__proto__":{"a":1}}'),
      {}
    ];
    for (const args of sets)
      expect((await call({ tool: 'water', arguments: args }, authority(), loose)).outcome).to.equal('ok');
    expect(seen).to.have.length(sets.length);
  });
});

describe('a failing tool', () => {
  it('is refused after so many failures in a row, tried once after the reset time, and used again when that works', async () => {
    let body = failing as () => Promise<ToolOutput>;
    const { call, gate, clock, seen } = garden(() => body());
    for (const plant of ['aa', 'bb', 'cc']) expect((await call(dry(plant))).outcome).to.equal('error');
    expect(gate.openCircuits).to.deep.equal(['water']);
    clock.now = 99;
    expect((await call()).outcome).to.equal('circuit_open');

    clock.now = 100;
    let finish: (output: ToolOutput) => void = () => {};
    body = () => new Promise(resolve => (finish = resolve));
    const trial = call(dry('dd'));
    const others = await Promise.all([call(dry('ee')), call(dry('ff'))]);
    expect(others.map(r => r.outcome)).to.deep.equal(['circuit_open', 'circuit_open']);
    finish(OUTPUT);
    expect((await trial).outcome).to.equal('ok');
    expect(gate.openCircuits).to.deep.equal([]);
    body = fine;
    expect((await call(dry('gg'))).outcome).to.equal('ok');
    expect(seen).to.have.length(5);
  });

  it('stays refused when the trial fails', async () => {
    const { call, clock } = garden(failing);
    for (const plant of ['aa', 'bb', 'cc']) await call(dry(plant));
    clock.now = 100;
    expect((await call(dry('dd'))).outcome).to.equal('error');
    expect((await call(dry('ee'))).outcome).to.equal('circuit_open');
  });

  it('is not blamed for arguments that do not fit, and the trial is not spent on them', async () => {
    let body = failing as () => Promise<ToolOutput>;
    const { call, gate, clock } = garden(() => body());
    for (let i = 0; i < 10; i++) expect((await call(dry('x'))).outcome).to.equal('invalid_arguments');
    expect(gate.openCircuits).to.deep.equal([]);
    for (const plant of ['aa', 'bb', 'cc']) await call(dry(plant));
    clock.now = 100;
    expect((await call(dry('x'))).outcome).to.equal('invalid_arguments');
    body = fine;
    expect((await call(dry('dd'))).outcome).to.equal('ok');
  });

  it('is not blamed when the run gives up or has less time left than the tool may take', async () => {
    const { call, authority, gate, clock } = garden(never, { circuit: { failures: 1, resetMs: 100 } });
    const run = new AbortController();
    const left = call(dry('aa'), authority({ signal: run.signal }));
    run.abort();
    expect((await left).outcome).to.equal('error');
    const budget = new Budget({ maxSteps: 3, maxMs: 5 }, () => clock.now);
    expect(await call(dry('bb'), authority({ budget }))).to.include({
      outcome: 'timeout',
      reason: 'no answer within 5 ms'
    });
    expect(gate.openCircuits).to.deep.equal([]);
  });

  it('is cut off after its own time, or the usual one, and told by its signal', async () => {
    let signal: AbortSignal | undefined;
    const { call, authority, gate } = garden((_args, context) => ((signal = context.signal), never()), {
      timeoutMs: 7,
      circuit: { failures: 2, resetMs: 100 }
    });
    const quick = { ...water, timeout_seconds: 0.004 };
    expect(await call(dry('aa'), authority(), quick)).to.include({
      outcome: 'timeout',
      reason: 'no answer within 4 ms'
    });
    expect(signal!.aborted).to.equal(true);
    const usual = { ...water, timeout_seconds: undefined };
    expect(await call(dry('bb'), authority(), usual)).to.include({
      outcome: 'timeout',
      reason: 'no answer within 7 ms'
    });
    expect(gate.openCircuits).to.deep.equal(['water']);
  });

  it('says why without repeating what it was given', async () => {
    const thrown: unknown[] = [
      new Error('no plant rosa-canina 12345 in rosa'),
      'text rosa-canina',
      undefined,
      { toString: () => 'odd 12345' }
    ];
    const reasons: unknown[] = [];
    const { call, inRun } = garden(() => Promise.reject(thrown[reasons.length] as Error), {
      circuit: { failures: 9, resetMs: 1 }
    });
    for (const _ of thrown) {
      const result = await call(
        { tool: 'water', arguments: { plant: 'rosa-canina', litres: 12345 } },
        inRun(`run_${reasons.length}`)
      );
      expect(result.outcome).to.equal('error');
      reasons.push('reason' in result && result.reason);
    }
    expect(reasons).to.deep.equal(['no plant … … in rosa', 'text …', 'undefined', 'odd …']);
  });
});
