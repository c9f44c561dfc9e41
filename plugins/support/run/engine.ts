import { StoreUnavailable } from '../../../core/store/index.js';
import { compose, verify, type Composers } from './compose.js';
import { decide } from './decide.js';
import { escalate, verifyText } from './endings.js';
import { escalationEvidence } from '../policy/system-facts.js';
import { gather } from './gather.js';
import { receive, type EngineAccess } from './receive.js';
import type { Run } from './run.js';
import { isWorking, type RunState, type Working } from './states.js';

export interface EngineOptions extends EngineAccess {
  readonly composers: Composers;
  readonly verificationEnabled: boolean;
}

/** Kind and place of an error. Its own words stay out of the log: they may quote what it broke on, a message. */
function whatBroke(error: unknown) {
  if (!(error instanceof Error)) return { reason: typeof error };
  const frames = error.stack?.split('\n').filter(line => /^\s+at /.test(line));
  return { reason: error.name, stack: frames?.join('\n') };
}

/** Takes a run from its message to its outcome, one declared state after the other. */
export class Engine {
  readonly #steps: Readonly<Record<Working, (run: Run) => Promise<RunState>>>;
  readonly #options: EngineOptions;

  constructor(options: EngineOptions) {
    this.#options = options;
    this.#steps = {
      RECEIVED: run => receive(run, options),
      GATHERING: run => gather(run, options),
      DECIDING: run => decide(run, options),
      COMPOSING: run => compose(run, options, options.composers),
      VERIFYING: run => verify(run, options, options.verificationEnabled)
    };
  }

  /** Never throws: what breaks ends as `failed`, is logged in full, and the customer is told that a colleague will help. */
  async execute(run: Run): Promise<void> {
    try {
      while (isWorking(run.state)) run.state = await this.#steps[run.state](run);
    } catch (error) {
      if (error instanceof StoreUnavailable && (await this.#handOver(run))) return;
      this.#options.log.error('run.failed', { run_id: run.id, state: run.state, ...whatBroke(error) });
      this.#fail(run);
    }
  }

  /** A database that does not answer is a dependency that fails, wherever it was asked, and no defect. */
  async #handOver(run: Run): Promise<boolean> {
    const { log } = this.#options;
    log.warning('run.storage_unavailable', { run_id: run.id, state: run.state });
    try {
      run.state = await escalate(run, this.#options, 'tool_failure');
      return true;
    } catch {
      return false;
    }
  }

  #fail(run: Run): void {
    run.staged.length = 0;
    run.state = isWorking(run.state) ? run.move('failed', 'unexpected_error') : 'failed';
    run.evidence.push(escalationEvidence(run.trace.length, 'tool_failure', null));
    const reply = run.policy.escalation.failed.render({});
    verifyText(run, reply);
    run.outcome = {
      state: 'failed',
      reply,
      escalationReason: null,
      refusalReason: null,
      ticketId: null,
      provenance: []
    };
  }
}
