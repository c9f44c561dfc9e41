import { performance } from 'node:perf_hooks';
import { type Log, schemaProblems } from '../../../core/index.js';
import type { McpCallContext, ToolCallResult } from '../../../core/mcp/index.js';
import { TimedOut } from '../../../core/resilience/index.js';
import type { ToolAnswer, WorkspaceLimits, WorkspaceTool } from '../contract/tool.js';
import type { TextRedactor } from '../redaction/redactor.js';
import type { Sandbox } from '../sandbox/contract.js';
import { Denied } from '../sandbox/denied.js';
import type { OutlineLanguages } from '../outline/language.js';
import type { WorkspaceToolDefinition } from '../catalog/workspace-tool.js';
import { UNSUSPICIOUS, type Assess } from './assess.js';
import { redactAnswer } from './redact.js';
import { clearWhenIdle } from '../time/clear-when-idle.js';
import { Slots } from '../time/slots.js';
import { frame, type Marks, type ResultText } from './frame.js';
import { nearPaths } from '../sandbox/near-paths.js';
import { printable } from '../redaction/visible.js';
import { deadlineIn, withHardLimit } from '../time/deadline.js';

export interface DispatchOptions {
  readonly sandbox: Sandbox;
  readonly limits: WorkspaceLimits;
  readonly budgetMs: number;
  /** The rules in force, asked for by every call. */
  redactor(): TextRedactor;
  languages(): OutlineLanguages;
  readonly assess: Assess;
  readonly log: Log;
  readonly logArguments: boolean;
  readonly text: ResultText;
}

type Args = Readonly<Record<string, unknown>>;
type Outcome = 'ok' | 'denied' | 'timed_out' | 'cancelled' | 'failed';
export type Call = (
  definition: WorkspaceToolDefinition,
  tool: WorkspaceTool,
  args: Args,
  context: McpCallContext
) => Promise<ToolCallResult>;

/** So many calls work at once: a client that sends thousands must not exhaust file descriptors. */
const MAX_CONCURRENT = 32;

/** Time that is spent on what a misspelt path may have meant. */
const NEAR_MS = 1000;

/** What every call goes through: arguments → tool within its time → redact → assess → frame. */
export function createDispatch(options: DispatchOptions): Call {
  const { sandbox, limits, budgetMs, redactor, languages, assess, log, logArguments, text } = options;
  const slots = new Slots(MAX_CONCURRENT);
  const ended = clearWhenIdle();

  async function run(tool: WorkspaceTool, args: Args, { signal, progress }: McpCallContext): Promise<ToolAnswer> {
    const release = await slots.take(signal);
    try {
      const deadline = deadlineIn(budgetMs);
      const late = () => log.warning('tool.hard_timeout', { tool: tool.name, budget_ms: budgetMs });
      const rules = { redactor: redactor(), languages: languages() };
      const work = (inner: AbortSignal) =>
        tool.run(args, { sandbox, ...rules, limits, deadline, signal: inner, progress });
      return await withHardLimit(budgetMs, signal, work, late);
    } finally {
      release();
    }
  }

  function answered({ structured, summary, timedOut, truncated, nextCursor }: ToolAnswer): Framed {
    const clean = redactAnswer(structured, summary, redactor());
    const marks = { count: clean.count, assessment: assess(clean.structured), timedOut, truncated };
    const result = frame(clean.structured, clean.summary, { ...marks, nextCursor }, text);
    return { result, ...marks, outcome: timedOut ? 'timed_out' : 'ok' };
  }

  /** A path that does not exist is most often misspelt. */
  async function withNearPaths(denial: Denied, signal: AbortSignal): Promise<Denied> {
    const { reason, message, detail } = denial;
    if (reason !== 'not_found' || typeof detail['path'] !== 'string') return denial;
    const near = await nearPaths(sandbox, detail['path'], { deadline: deadlineIn(NEAR_MS), signal });
    if (near.length === 0) return denial;
    return new Denied(reason, `${message}; near it: ${near.map(printable).join(', ')}`, { ...detail, near });
  }

  /** Messages and details name files, and a name can hold a credential too. */
  function denied({ reason, message, detail }: Denied): Framed {
    const clean = redactAnswer(
      { denial: { reason, message, ...(isEmpty(detail) ? {} : { detail }) } },
      message,
      redactor()
    );
    const marks = { count: clean.count, assessment: UNSUSPICIOUS, timedOut: false, truncated: false };
    const result = frame(clean.structured, `Denied (${reason}): ${clean.summary}`, marks, 'summary');
    return { result: { ...result, isError: true }, ...marks, outcome: 'denied', reason };
  }

  function outOfTime(): Framed {
    const marks = { count: 0, assessment: UNSUSPICIOUS, timedOut: true, truncated: true };
    const seconds = budgetMs / 1000;
    const why = `Timed out after ${seconds} s without a result; ask for less, for example one folder.`;
    const result = frame({}, why, marks, 'summary');
    return { result: { ...result, isError: true }, ...marks, outcome: 'timed_out' };
  }

  return async (definition, tool, args, context) => {
    const started = performance.now();
    let outcome: Outcome = 'failed';
    let seen: Framed | undefined;
    try {
      checkArguments(definition, args);
      seen = answered(await run(tool, args, context));
    } catch (error) {
      if (context.signal.aborted) outcome = 'cancelled';
      else if (error instanceof Denied) seen = denied(await withNearPaths(error, context.signal));
      else if (error instanceof TimedOut) seen = outOfTime();
      if (seen === undefined) throw error;
    } finally {
      ended();
      log.info('tool.called', {
        tool: tool.name,
        outcome: seen?.outcome ?? outcome,
        duration_ms: Math.round(performance.now() - started),
        ...(seen === undefined ? {} : { redactions: seen.count, assessment: seen.assessment.level }),
        ...(seen?.reason === undefined ? {} : { reason: seen.reason }),
        ...(logArguments ? { arguments: args } : {})
      });
    }
    return seen.result;
  };
}

interface Framed extends Marks {
  readonly result: ToolCallResult;
  readonly outcome: Outcome;
  readonly reason?: string;
}

const isEmpty = (detail: object) => Object.keys(detail).length === 0;

/** Names of arguments come from the caller and may be of any length. */
const MAX_PROBLEM_CHARACTERS = 300;
const MAX_PROBLEMS = 20;

/** Throws `Denied` invalid_argument with what is wrong, in words that a model can act on. Fills in defaults. */
function checkArguments({ name, accepts }: WorkspaceToolDefinition, args: Args): void {
  if (accepts(args)) return;
  const problems = schemaProblems(accepts.errors, 'the call')
    .slice(0, MAX_PROBLEMS)
    .map(({ message }) => message.slice(0, MAX_PROBLEM_CHARACTERS));
  throw new Denied('invalid_argument', `invalid arguments for ${name}: ${problems.join('; ')}`, { problems });
}
