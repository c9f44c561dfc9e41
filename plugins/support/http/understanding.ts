import type { HttpRoute } from '../../../core/http/index.js';
import type { Caller } from '../keys.js';
import { RunPolicyAssembly } from '../policy/run-policy.js';
import { requireScope } from './operations.js';
import { reference } from './schema-parts.js';
import type { Service } from './service.js';

/** What the files in force make of a message, outside any conversation: nothing is answered and nothing kept. */
export function understandingRoute({ documents, now }: Service): HttpRoute<Caller> {
  return {
    method: 'POST',
    path: '/v1/understand',
    operationId: 'understand',
    summary: 'What is understood of a message, and why',
    tag: 'policies',
    body: { schema: reference('UnderstandRequest'), required: true },
    replies: { 200: { description: 'Intent, guard, references and acts.', schema: reference('Understood') } },
    async handle({ caller, body }) {
      requireScope(caller, 'policies:read');
      const { message } = body as { readonly message: string };
      const { understander, guard, resolver, heard } = documents.current.get(RunPolicyAssembly);
      const { intent, confidence, candidates, ambiguous, sensitive, why, hits, slots } =
        understander.understand(message);
      const { likeliest, nearest } = understander.explain(message);
      const { risk, blocked } = guard.assess(message, 'message');
      const { orders, lines, unknown, reasons } = resolver.resolve(message, { orders: [], now: now() });
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
}
