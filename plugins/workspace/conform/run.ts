import { responseOf, resultOf, Skip, type Case, type Obligation, type Trial } from './case.js';
import { frameCases } from './cases/frames.js';
import { headerCases } from './cases/headers.js';
import { httpCases } from './cases/http.js';
import { metaCases, versionCases } from './cases/meta.js';
import { methodCases, paramCases } from './cases/methods.js';
import { notificationCases } from './cases/notifications.js';
import { resultCases } from './cases/results.js';
import { sessionCases } from './cases/sessions.js';
import { toolCases } from './cases/tools.js';
import { request } from './messages.js';
import type { Peer } from './peer.js';
import { toolToTry } from './sample-arguments.js';
import { describeWrong, watches } from './watch.js';
import { isObject } from '../../../core/index.js';

export const CASES: readonly Case[] = [
  ...frameCases,
  ...metaCases,
  ...versionCases,
  ...methodCases,
  ...paramCases,
  ...notificationCases,
  ...headerCases,
  ...httpCases,
  ...resultCases,
  ...toolCases,
  ...sessionCases
];

export interface Outcome {
  readonly id: string;
  readonly rule: string;
  readonly level: Obligation;
  /** `refusal` cases run twice: a server that keeps state gives itself away. */
  readonly when: 'before a good call' | 'after a good call';
  readonly state: 'passed' | 'failed' | 'skipped';
  /** Why it failed or was skipped. */
  readonly problem?: string;
}

export interface ConformOptions {
  /** Makes a peer of the server; each call a new process or connection. */
  connect(): Peer;
  /** Cases to run; all of them when absent. */
  readonly only?: (id: string) => boolean;
}

/** Runs every case that fits the transport. Throws when the server cannot be reached at all. */
export async function checkServer({ connect, only = () => true }: ConformOptions): Promise<readonly Outcome[]> {
  const peer = connect();
  try {
    const known = await survey(connect);
    let sent = 0;
    const trial: Trial = { peer, ...known, id: () => `conform-${++sent}`, fresh: connect };
    const cases = CASES.filter(({ id, on }) => only(id) && (on === undefined || on === peer.transport));
    const outcomes: Outcome[] = [];
    for (const one of cases.filter(c => c.phase === 'refusal'))
      outcomes.push({ ...about(one), when: 'before a good call', ...(await attempt(one, trial)) });
    for (const method of ['server/discover', 'tools/list']) await peer.ask(request(trial.id(), method));
    if (known.tool !== undefined) {
      const { name, arguments: args } = known.tool;
      await peer.ask(request(trial.id(), 'tools/call', { name, arguments: args }));
    }
    for (const one of cases)
      outcomes.push({ ...about(one), when: 'after a good call', ...(await attempt(one, trial)) });
    return [...outcomes, ...watched(peer, only)];
  } finally {
    await peer.close();
  }
}

const about = ({ id, rule, level }: Pick<Case, 'id' | 'rule' | 'level'>) => ({ id, rule, level });

async function attempt(one: Case, trial: Trial): Promise<Pick<Outcome, 'state' | 'problem'>> {
  try {
    const problem = await one.run(trial);
    return problem === undefined ? { state: 'passed' } : { state: 'failed', problem };
  } catch (error) {
    if (error instanceof Skip) return { state: 'skipped', problem: error.message };
    return { state: 'failed', problem: `the answer cannot be read: ${(error as Error).message}` };
  }
}

/** Which tools and capabilities there are, asked in a session of its own so that the first case is the first message. */
async function survey(connect: () => Peer): Promise<Pick<Trial, 'tool' | 'capabilities'>> {
  const peer = connect();
  try {
    const discovery = await peer.ask(request('survey-1', 'server/discover'));
    if (responseOf(discovery, 'survey-1') === undefined)
      throw new Error(discovery.note ?? 'the server does not answer');
    const about = resultOf(discovery, 'survey-1');
    const listed = resultOf(await peer.ask(request('survey-2', 'tools/list')), 'survey-2');
    const tools = isObject(listed) && Array.isArray(listed['tools']) ? (listed['tools'] as unknown[]) : [];
    const capabilities = isObject(about) && isObject(about['capabilities']) ? about['capabilities'] : {};
    return { tool: toolToTry(tools), capabilities };
  } finally {
    await peer.close();
  }
}

function watched({ seen, transport }: Peer, only: (id: string) => boolean): Outcome[] {
  return watches
    .filter(({ id, on }) => only(id) && (on === undefined || on === transport))
    .map(watch => {
      const wrong = seen.find(message => watch.wrong(message));
      const state = wrong === undefined ? ('passed' as const) : ('failed' as const);
      const problem = wrong === undefined ? {} : { problem: describeWrong(wrong) };
      return { ...about(watch), when: 'after a good call' as const, state, ...problem };
    });
}
