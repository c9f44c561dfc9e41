import { hash } from 'node:crypto';
import { type LiveDocuments, type Log, logAbout, type SpanExporter } from '../../../core/index.js';
import { ApiError } from '../../../core/http/index.js';
import type { Limit, Turns } from '../../../core/resilience/index.js';
import { type Store, StoreConflict, type Write } from '../../../core/store/index.js';
import { chooseLanguage, languageOf } from '../locales/recognise.js';
import type { Caller } from '../keys.js';
import type { SupportMetrics } from '../metrics.js';
import { auditWrite } from '../records/audit.js';
import type { RunReads } from '../records/reads.js';
import type { Records } from '../records/records.js';
import type { Conversation } from '../records/types.js';
import { end, escalate } from '../run/end.js';
import { answerMessage } from '../run/message.js';
import { type RunPolicy, RunPolicyAssembly } from '../policy/run-policy.js';
import { responseOf } from './response.js';
import { EXECUTED, Run } from '../run/run.js';
import { runSpan } from './spans.js';
import { likelyNumber } from '../refer/order-numbers.js';
import { ReferencesKind } from '../refer/references-kind.js';
import type { RunOutcome, Services } from '../run/steps.js';
import { writesOf } from './writes.js';

export interface MessageRequest {
  readonly caller: Caller;
  readonly conversationId: string;
  readonly message: string;
  readonly includeTrace: boolean;
  readonly idempotencyKey: string | undefined;
  readonly requestId: string;
  readonly route: string;
  /** W3C trace context of the caller. */
  readonly traceparent: string | undefined;
}

export interface MessageOptions {
  readonly store: Store;
  readonly records: Records;
  readonly turns: Turns;
  readonly documents: LiveDocuments;
  readonly servicesFor: (policy: RunPolicy) => Services;
  readonly metrics: SupportMetrics;
  readonly spanExporters: readonly SpanExporter[];
  readonly log: Log;
  readonly limits: { readonly maxSteps: number; readonly maxMs: number; readonly maxTurns: number };
  readonly logMessageContent: boolean;
  readonly now: () => Date;
}

const NOT_FOUND = () => new ApiError(404, 'not_found', 'There is no such resource.');

/** Answers messages: one at a time in each conversation, everything written in one transaction before the response. */
export class Messages {
  readonly #options: MessageOptions;

  constructor(options: MessageOptions) {
    this.#options = options;
  }

  /** The response body of `POST …/messages`. Throws `ApiError` 404 and 409. */
  async answer(request: MessageRequest): Promise<object> {
    const { caller, conversationId } = request;
    return await this.#options.turns.take(turnOf(caller, conversationId), limit => this.#once(request, limit));
  }

  async #once(request: MessageRequest, limit: Limit): Promise<object> {
    const { records, store, documents, limits } = this.#options;
    const { idempotencyKey: key, requestId } = request;
    const { tenant } = request.caller;
    const { conversation, earlier, reads } = await records.opening(tenant, request.conversationId, {
      key,
      order_id: likelyNumber(request.message, documents.current.of(ReferencesKind)[0]?.value.numbers.prefix)
    });
    if (conversation === undefined) throw NOT_FOUND();
    if (earlier !== undefined) {
      if (earlier.body_digest !== bodyDigest(request))
        throw new ApiError(409, 'conflict', 'This Idempotency-Key was used with another body; use a new key.');
      await store.commit([this.#audit(request)]);
      return earlier.response;
    }
    const run = this.#runOf(request, conversation, reads);
    const log = logAbout(this.#options.log, run.context);
    if (this.#options.logMessageContent) log.debug('run.message', { message: request.message });
    const outcome = await this.#execute(run, log);
    const told = responseOf(run, outcome, request.includeTrace);
    // What proves a reply repeats what the customer wrote, which is nowhere kept: an answer that is kept goes without.
    const response = key === undefined ? told : { ...told, proof: null };
    const kept = key === undefined ? undefined : { key, digest: bodyDigest(request), response };
    limit.throwIfAborted();
    await this.#commit(run, over => [
      ...writesOf(run, outcome, { requestId, maxTurns: limits.maxTurns, kept, over }),
      this.#audit(request)
    ]);
    this.#report(run, outcome, request, log);
    return response;
  }

  #runOf(request: MessageRequest, conversation: Conversation, reads: RunReads): Run {
    const { documents, limits } = this.#options;
    const policy = documents.at(this.#options.now()).get(RunPolicyAssembly);
    const { languages, locales, inLanguage } = policy;
    const spoken = languageOf(request.message, languages);
    const { language: last } = conversation.memory;
    const { code, by } = chooseLanguage(spoken, last, {
      tenant: conversation.tenant,
      languages,
      writes: each => locales.has(each)
    });
    const locale = code === undefined ? undefined : locales.get(code);
    const localised = code === undefined ? policy : inLanguage(code)!;
    const own = languages.find(each => each.own)?.code;
    const language = code ?? (last === undefined ? undefined : own);
    const remembered =
      language === undefined ? conversation : { ...conversation, memory: { ...conversation.memory, language } };
    const now = this.#options.now();
    const run = new Run({
      caller: request.caller,
      message: request.message,
      requestId: request.requestId,
      conversation: remembered,
      reads,
      policy: localised,
      spoken,
      locale,
      begins: code === undefined || code === last ? undefined : languages.find(each => each.code === code)?.first,
      limits,
      now
    });
    if (language !== undefined) run.record({ type: 'language', language, by });
    return run;
  }

  /** Where another instance was first, a run that did something outside is not done again, but kept upon the conversation as it is now. */
  async #commit(run: Run, writes: (over: Conversation) => readonly Write[]): Promise<void> {
    const { store, records } = this.#options;
    const { tenant, conversation_id } = run.conversation;
    for (let over = run.conversation; ;) {
      try {
        return await store.commit(writes(over));
      } catch (error) {
        const overtaken = error instanceof StoreConflict && error.collection === 'conversations';
        const now = overtaken && didForGood(run) ? await records.conversation(tenant, conversation_id) : undefined;
        if (now === undefined) throw error;
        over = now;
      }
    }
  }

  async #execute(run: Run, log: Log): Promise<RunOutcome> {
    const services = Object.assign({}, this.#options.servicesFor(run.policy), { log });
    const within = run.conversation.turns < this.#options.limits.maxTurns;
    try {
      return await (within
        ? answerMessage(run, services)
        : end(escalate('budget_exhausted', run.topic), run, services));
    } finally {
      run.end();
    }
  }

  #audit({ caller, conversationId, requestId, route }: MessageRequest): Write {
    const { tenant, keyId: key } = caller;
    const now = this.#options.now();
    return auditWrite({ tenant, key, method: 'POST', route, resource: conversationId, status: 200, requestId, now });
  }

  #report(run: Run, outcome: RunOutcome, { requestId, traceparent }: MessageRequest, log: Log): void {
    const { metrics, spanExporters } = this.#options;
    const { state, escalationReason, refusalReason, intent } = outcome;
    metrics.runCompleted(state, intent.name, run.durationMs, run.budget.used);
    if (escalationReason !== null) metrics.escalated(escalationReason);
    log.info('run.completed', {
      run_id: run.id,
      intent: intent.name,
      state,
      reason: escalationReason ?? refusalReason,
      tool_calls: run.toolCalls,
      duration_ms: Math.round(run.durationMs)
    });
    if (spanExporters.length === 0) return;
    const span = runSpan(run, outcome, requestId);
    for (const exporter of spanExporters) exporter.export(span, traceparent);
  }
}

/** Whether it called a tool, perhaps in vain, that does something else when it is called again. */
const didForGood = (run: Run): boolean =>
  run
    .steps('tool_call')
    .some(({ tool, outcome }) => EXECUTED.has(outcome) && run.policy.tools.get(tool)?.definition.idempotent === false);

/** What messages and other changes of a conversation wait for. */
export const turnOf = ({ tenant }: Pick<Caller, 'tenant'>, conversationId: string) => `${tenant}/${conversationId}`;

/** Salted with the conversation, so that equal messages of different conversations do not look equal. */
const bodyDigest = ({ caller, conversationId, message, includeTrace }: MessageRequest) =>
  hash('sha256', JSON.stringify([caller.tenant, conversationId, message, includeTrace]));
