import type { HttpRoute } from '../../../core/http/index.js';
import { referenceContext } from '../conversation/references.js';
import type { Caller } from '../keys.js';
import { RunPolicyAssembly } from '../policy/run-policy.js';
import { notFound } from './failures.js';
import { requireScope } from './listing.js';
import { reference } from './schemas/parts.js';
import type { SupportService } from './service.js';

/** A message by itself: there are no orders that it could mean. */
const NOWHERE = { memory: {} };

/** What the files in force make of a message: nothing is answered and nothing kept. */
export function understandingRoutes(
  { documents, records, now }: SupportService,
  intents: readonly string[]
): readonly HttpRoute<Caller>[] {
  const understand: HttpRoute<Caller> = {
    method: 'POST',
    path: '/v1/understand',
    operationId: 'understand',
    summary: 'What is understood of a message, and why',
    tag: 'policies',
    body: { schema: reference('UnderstandRequest'), required: true },
    replies: { 200: { description: 'Intent, guard, references and acts.', schema: reference('Understood') } },
    async handle({ caller, body }) {
      requireScope(caller, 'policies:read');
      const { message, conversation_id } = body as { readonly message: string; readonly conversation_id?: string };
      const found =
        conversation_id === undefined ? NOWHERE : await records.conversation(caller.tenant, conversation_id);
      if (found === undefined) throw notFound();
      const { understander, guard, resolver, heard } = documents.at(now()).get(RunPolicyAssembly);
      const { intent, confidence, candidates, ambiguous, sensitive, why, hits, slots } =
        understander.understand(message);
      const { likeliest, nearest } = understander.explain(message);
      const { risk, blocked } = guard.assess(message, 'message');
      const { orders, lines, unknown, reasons } = resolver.resolve(message, referenceContext(found, now()));
      return {
        status: 200,
        body: {
          intent,
          confidence,
          candidates,
          ambiguous,
          sensitive,
          why,
          phrases: hits.map(({ intent: speaks, phrase, weight, negated, file, line }) => ({
            intent: speaks,
            phrase,
            weight,
            negated,
            file,
            line
          })),
          likeliest,
          nearest,
          order_ids: slots.order_ids,
          guard: {
            risk,
            blocked,
            matches: guard
              .explain(message, 'message')
              .matches.map(({ rule, weight, pattern, line }) => ({ rule, weight, pattern, line }))
          },
          references: { orders, lines, unknown, reasons },
          acts: heard.recognise(message).map(({ act, score, how }) => ({ act, score, how }))
        }
      };
    }
  };
  const intent = { enum: intents };
  const apart: HttpRoute<Caller> = {
    method: 'GET',
    path: '/v1/intents/apart',
    operationId: 'tellIntentsApart',
    summary: 'The n-grams of the examples by which two intents are told apart',
    tag: 'policies',
    query: {
      type: 'object',
      additionalProperties: false,
      required: ['one', 'other'],
      properties: { one: intent, other: intent }
    },
    replies: { 200: { description: 'The loudest for the one, then for the other.', schema: reference('Grams') } },
    async handle({ caller, query }) {
      requireScope(caller, 'policies:read');
      const { one, other } = query as { readonly one: string; readonly other: string };
      return {
        status: 200,
        body: { grams: documents.at(now()).get(RunPolicyAssembly).understander.apart(one, other) }
      };
    }
  };
  return [understand, apart];
}
