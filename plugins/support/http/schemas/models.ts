import { customerSchema, orderSchema, RECORD_VERSION } from '../../records/record-schemas.js';
import { ESCALATION_REASONS, REFUSAL_REASONS, SCOPES, STATES } from '../../enumerations.js';
import { operationSchemas } from './operations.js';
import { policySchemas } from './policies.js';
import { nullable, object, reference, string, timestamp } from './parts.js';

/** A record whose id is in the path, and whose version says whether it is newer. */
function pushed({ properties, required, ...schema }: ReturnType<typeof orderSchema>, id: string) {
  const { [id]: _id, ...others } = properties;
  return { ...schema, required: ['version', ...required.filter(name => name !== id)], properties: others };
}

/** 254 characters is the longest address that can be mailed to. */
export const EMAIL = {
  type: 'string',
  maxLength: 254,
  pattern: '^[^\\s@]+@[^\\s@]+$',
  description: 'An e-mail address.'
} as const;

/** Three parts in base64url: header, claims, signature. */
const ASSERTION = { type: 'string', maxLength: 8192, pattern: '^[\\w-]+[.][\\w-]+[.][\\w-]+$' } as const;

/** The models of the interface: they validate what comes in and describe everything in `/openapi.json`. */
export function supportSchemas(intents: readonly string[], maxMessageChars: number): Readonly<Record<string, object>> {
  const escalationReason = { enum: [...ESCALATION_REASONS, null] };
  const refusalReason = { enum: [...REFUSAL_REASONS, null] };
  const state = { enum: STATES };
  const intent = { enum: intents };
  return {
    Conversation: object(
      {
        conversation_id: { ...string, pattern: '^conv_' },
        identity_verified: { type: 'boolean' },
        customer_id: { ...string, pattern: '^cus_', description: 'Only in a verified conversation.' },
        turns: { type: 'integer' },
        escalated: { type: 'boolean' },
        created_at: timestamp
      },
      ['customer_id']
    ),
    ConversationRequest: object(
      {
        customer_email: EMAIL,
        customer_assertion: {
          ...ASSERTION,
          description: "A signed word of the shop's login for the customer (a JWT): verifies at once."
        }
      },
      ['customer_email', 'customer_assertion']
    ),
    SessionRequest: object(
      {
        origin: { ...string, maxLength: 255, description: 'Of the page: https://shop.example. Not with a public key.' },
        customer_email: EMAIL,
        conversation_id: { ...string, maxLength: 64, description: 'To go on with one; a new one where it is absent.' }
      },
      ['origin', 'customer_email', 'conversation_id']
    ),
    Session: object({
      token: { ...string, description: 'For `Authorization: Bearer`, from pages of this origin alone.' },
      conversation_id: string,
      origin: string,
      expires_at: timestamp
    }),
    VerificationRequest: object(
      {
        email: { ...EMAIL, description: 'Required unless an assertion is presented.' },
        code: { type: 'string', pattern: '^[0-9]{6}$', description: 'The code that was sent to the address.' },
        send_code: { type: 'boolean', description: 'Send a code, also where the address would do.' },
        assertion: {
          ...ASSERTION,
          description: "A signed word of the shop's login for the customer (a JWT), instead of an address."
        }
      },
      ['email', 'code', 'send_code', 'assertion']
    ),
    Verification: object(
      {
        conversation_id: string,
        verified: { type: 'boolean' },
        code_sent: {
          const: true,
          description: 'A code is awaited; it is sent where the address is an account, and nothing tells whether it is.'
        },
        message: string
      },
      ['code_sent']
    ),
    MessageRequest: object(
      {
        message: { type: 'string', minLength: 1, description: `At most ${maxMessageChars} characters.` },
        include_trace: { type: 'boolean', description: 'Echo every step of the run; default false.' }
      },
      ['include_trace']
    ),
    Provenance: object({
      kind: { enum: ['tool_result', 'policy_decision', 'system_fact', 'customer_message'] },
      reference: {
        ...string,
        description:
          "A step of the run and what it established, for example 'lookup_order#5:delivered_at'; the trace resolves it."
      }
    }),
    UnverifiedClaim: object({
      claim: string,
      reason: { enum: ['unsupported_figure', 'unsupported_identifier', 'unsupported_statement'] },
      values: { type: 'array', items: string }
    }),
    Trace: object({ run_id: string, policy_revision: string, steps: { type: 'array', items: reference('TraceStep') } }),
    Proof: object({
      sentences: {
        type: 'array',
        description: 'The reply, sentence by sentence, with the evidence that carries each.',
        items: object({
          text: string,
          factual: { type: 'boolean', description: 'False where it states nothing.' },
          evidence: { type: 'array', items: object({ reference: string, field: nullable(string) }) }
        })
      },
      evidence: {
        type: 'array',
        description: 'What the reply could rest on.',
        items: object({ reference: string, kind: string, text: string })
      }
    }),
    TraceStep: {
      type: 'object',
      required: ['step', 'at_ms', 'type'],
      properties: {
        step: { type: 'integer', description: 'The number that references name.' },
        at_ms: { type: 'number', description: 'Milliseconds since the run began.' },
        type: {
          enum: [
            'transition',
            'language',
            'guard',
            'classification',
            'references',
            'recalled',
            'tool_call',
            'record_read',
            'policy_decision',
            'composition',
            'verification'
          ]
        }
      }
    },
    MessageResponse: object({
      conversation_id: string,
      reply: string,
      intent,
      state,
      escalated: { type: 'boolean' },
      escalation_reason: escalationReason,
      refused: { type: 'boolean' },
      refusal_reason: refusalReason,
      ticket_id: nullable(string),
      question: { oneOf: [reference('Question'), { type: 'null' }] },
      provenance: { type: 'array', items: reference('Provenance') },
      unverified_claims: { type: 'array', items: reference('UnverifiedClaim') },
      warnings: { type: 'array', items: { ...string, description: 'A stable code, a colon, and what it means.' } },
      tool_calls: { type: 'integer' },
      steps_used: { type: 'integer' },
      duration_ms: { type: 'number' },
      provider: string,
      model: string,
      proof: {
        oneOf: [reference('Proof'), { type: 'null' }],
        description: 'With the trace; null where an Idempotency-Key is given, because such an answer is kept.'
      },
      trace: { oneOf: [reference('Trace'), { type: 'null' }] }
    }),
    Question: {
      ...object({
        about: {
          enum: ['identity', 'order', 'choice', 'items', 'quantity', 'fact', 'next'],
          description: "What was asked for; 'next': whether to go on with the wish that waits."
        },
        choices: {
          type: 'array',
          description: 'Answers that fit; none where the customer has to write one, or to be verified.',
          items: object({
            label: string,
            detail: { ...nullable(string), description: 'What tells it from the others.' },
            message: { ...string, description: 'Send this as the message to give the answer.' }
          })
        }
      }),
      description: 'What the conversation waits for.'
    },
    FeedbackRequest: object({ helpful: { type: 'boolean' }, comment: { type: 'string', maxLength: 2000 } }, [
      'comment'
    ]),
    ...operationSchemas(intents),
    ...policySchemas(intent, maxMessageChars),
    CustomerRecord: pushed(customerSchema(), 'customer_id'),
    OrderRecord: pushed(orderSchema(), 'order_id'),
    RecordVersion: object({ version: RECORD_VERSION }),
    CustomerData: object({
      customer_id: string,
      records: { type: 'object', additionalProperties: { type: 'array', items: { type: 'object' } } }
    }),
    ErasedData: object({ customer_id: string, erased: { type: 'object', additionalProperties: { type: 'integer' } } }),
    Scope: { enum: SCOPES }
  };
}
