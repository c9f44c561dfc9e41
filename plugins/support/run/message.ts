import { StoreUnavailable } from '../../../core/store/index.js';
import { escalationEvidence } from '../policy/system-facts.js';
import { compose, verify } from './compose.js';
import { decide } from './decide.js';
import { end, escalate, inLanguage, verifyText } from './end.js';
import { gather } from './gather.js';
import { prerequisites } from './prerequisites.js';
import { receive } from './receive.js';
import { resolve } from './resolve.js';
import { isWorking, type Run, type Working } from './run.js';
import { type RunEnding, isEnding, type RunOutcome, type Services, type RunStep } from './steps.js';
import { tellParts } from './parts/tell-parts.js';
import { fileTicket } from './tickets.js';

/** Steps one after the other; the compiler holds what each takes against what the one before it gives. */
class Way<Gives extends object> {
  readonly #steps: readonly { readonly enters: Working | undefined; readonly step: RunStep<any, object> }[];

  constructor(steps: Way<object>['steps'] = []) {
    this.#steps = steps;
  }

  get steps() {
    return this.#steps;
  }

  then<Next extends object>(step: RunStep<Gives, Next>, enters?: Working): Way<Next> {
    return new Way<Next>([...this.#steps, { enters, step }]);
  }
}

/** The way of a message. Any step may end the run; the states are those of the transition table (`states.ts`). */
const WAY = new Way<object>()
  .then(receive) //                     → Received: harmless, and understood by itself
  .then(resolve) //                     → Resolved: a wish of this conversation
  .then(prerequisites) //               → Ready: identity and order, where the intent needs them
  .then(tellParts, 'GATHERING') //      → Ready: what else the message asks is told
  .then(gather) //                      → Gathered: what the plan's tools found
  .then(decide, 'DECIDING') //          → Decided: what the rules say, and what follows
  .then(compose, 'COMPOSING') //        → Drafted: the material in words
  .then(verify, 'VERIFYING'); //        always an ending: proved, or withheld

async function walk(run: Run, services: Services): Promise<RunEnding> {
  let given: object = {};
  for (const { step, enters } of WAY.steps) {
    if (enters !== undefined) run.move(enters);
    given = await step(given, run, services);
    if (isEnding(given)) return given;
  }
  throw new Error('the last step ends every run');
}

/** Takes a run to its outcome. Never throws: what breaks ends as `failed`, and the customer is told that a colleague will help. */
export async function answerMessage(run: Run, services: Services): Promise<RunOutcome> {
  try {
    return await end(await walk(run, services), run, services);
  } catch (error) {
    if (!(error instanceof StoreUnavailable))
      services.log.error('run.failed', { run_id: run.id, state: run.state, ...whatBroke(error) });
    else {
      const handedOver = await handOver(run, services);
      if (handedOver !== undefined) return handedOver;
    }
    return await fail(run, services);
  }
}

/** A database that does not answer is a dependency that fails, wherever it was asked, and no defect. */
async function handOver(run: Run, services: Services): Promise<RunOutcome | undefined> {
  const about = { run_id: run.id, ...run.context };
  services.repeats.write('warning', 'run.storage_unavailable', { state: run.state }, about);
  try {
    return await end(escalate('tool_failure', run.topic), run, services);
  } catch {
    return undefined;
  }
}

/** What broke may be what opens tickets: then nobody is said to have it. */
async function fail(run: Run, services: Services): Promise<RunOutcome> {
  run.staged.length = 0;
  if (isWorking(run.state)) run.move('failed', 'unexpected_error');
  const filed = await fileTicket(escalate('tool_failure', run.topic), run, services).catch(() => undefined);
  const { ticketId = null, memory = run.topic.memory } = filed ?? {};
  run.evidence.push(escalationEvidence(run.trace.length, 'tool_failure', ticketId));
  const { ticket, noTicket } = run.policy.escalation.failed;
  const reply = ticketId === null ? run.say(noTicket, {}) : run.say(ticket, { ticket: { ticket_id: ticketId } });
  verifyText(run, reply);
  const none = { escalationReason: null, refusalReason: null, provenance: [] };
  return inLanguage({ ...run.topic, ...none, memory, state: 'failed', reply, ticketId }, run);
}

/** Kind and place of an error. Its own words stay out of the log: they may quote what it broke on, a message. */
function whatBroke(error: unknown) {
  if (!(error instanceof Error)) return { reason: typeof error };
  const frames = error.stack?.split('\n').filter(line => /^\s+at /.test(line));
  return { reason: error.name, stack: frames?.join('\n') };
}
