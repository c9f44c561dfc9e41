import { list, nullable, object, reference, string, timestamp } from './parts.js';

/** What the endpoints about policies and understanding take and answer. */
export const policySchemas = (intent: object, maxMessageChars: number): Readonly<Record<string, object>> => ({
  Policies: object({
    revision: string,
    last_reload: {
      type: ['object', 'null'],
      description: 'What the last reload of this instance changed; null where there was none.',
      required: ['at', 'from', 'to', 'files', 'rules']
    },
    refused: {
      type: 'array',
      description: 'Why changed files are not in force; empty when they are.',
      items: object({ code: string, message: string, file: nullable(string), line: { type: ['integer', 'null'] } })
    },
    tables: { type: 'array', items: reference('PolicyTable') }
  }),
  PolicyReview: object({
    blocks: {
      type: 'array',
      description: 'Headings, texts, lists and tables.',
      items: { type: 'object', required: ['is'], properties: { is: { enum: ['heading', 'text', 'list', 'table'] } } }
    }
  }),
  PolicyTable: object({
    name: { ...string, description: 'Its id; with a version or as a shadow `refund@2027-01-01`, `refund~shadow`.' },
    title: string,
    file: string,
    version: { type: 'integer' },
    mode: { enum: ['enforce', 'shadow'] },
    effective_from: nullable(string),
    effective_until: nullable(string),
    decides: { type: 'array', items: string },
    settings: { type: 'object' },
    cases: { type: 'object', description: 'Where a setting is another: by its name, conditions with their values.' },
    baseline: { type: 'object', description: 'The facts of an ordinary case.' },
    facts: {
      type: 'array',
      items: object({
        name: string,
        type: string,
        values: { type: ['array', 'null'], items: string },
        unit: nullable(string),
        meaning: string
      })
    },
    rules: { type: 'array', description: 'In the order in which they are tried.', items: reference('PolicyRule') }
  }),
  PolicyRule: object({
    id: string,
    ref: string,
    priority: { type: 'integer' },
    line: { type: 'integer' },
    why: string,
    decision: string,
    reason: string,
    fires: { type: 'array', items: reference('RuleExample') },
    near_misses: { type: 'array', items: reference('RuleExample') }
  }),
  RuleExample: object({
    line: { type: 'integer' },
    facts: { type: 'object', description: 'Where it differs from the baseline.' }
  }),
  TrialRequest: object({
    facts: {
      type: 'object',
      maxProperties: 200,
      additionalProperties: { type: ['boolean', 'number', 'string', 'null'], maxLength: 200 },
      description: 'Those that are absent are as the baseline has them; null is not known.'
    }
  }),
  Trial: object({
    record: { type: 'object', description: 'The decision as a run would record it.' },
    rules: {
      type: 'array',
      description: 'Each rule in the order in which they are tried, with what its conditions saw.',
      items: { type: 'object', required: ['id', 'ref', 'line', 'outcome'] }
    }
  }),
  DecisionSummary: object({
    since: timestamp,
    rules: {
      type: 'array',
      items: object({
        table: string,
        rule: string,
        count: { type: 'integer' },
        diverging: { type: 'integer', description: 'How often the shadow of the table decided otherwise.' }
      })
    }
  }),
  Decisions: list(
    object({
      decision_id: string,
      run_id: string,
      table_name: string,
      rule: string,
      decision: string,
      reason: string,
      file: string,
      line: { type: 'integer' },
      diverges: { type: ['boolean', 'null'], description: 'Null where the table had no shadow.' },
      shadow: {
        type: ['object', 'null'],
        description: 'What the shadow decided; nothing in it where it could not.',
        required: ['decision', 'reason', 'rule']
      },
      created_at: timestamp
    })
  ),
  UnderstandRequest: object(
    {
      message: { type: 'string', minLength: 1, maxLength: maxMessageChars },
      conversation_id: {
        ...string,
        maxLength: 64,
        description: 'In which the message would stand: its orders are what it can mean.'
      }
    },
    ['conversation_id']
  ),
  Grams: object({
    grams: {
      type: 'array',
      items: object({ gram: string, weight: { type: 'number', description: 'Below 0 for the other intent.' } })
    }
  }),
  Understood: {
    type: 'object',
    required: ['intent', 'confidence', 'candidates', 'why', 'likeliest', 'nearest', 'guard', 'references', 'acts'],
    properties: {
      intent,
      confidence: { type: 'number' },
      candidates: { type: 'array', items: intent },
      why: string,
      likeliest: {
        type: 'array',
        description: 'Intents with their share and the n-grams that spoke.',
        items: { type: 'object' }
      },
      nearest: { type: 'array', description: 'The examples that are nearest.', items: { type: 'object' } },
      guard: { type: 'object', description: 'Risk, whether it is refused, and what matched.' },
      references: { type: 'object', description: 'Orders that are named.' },
      acts: { type: 'array', items: { type: 'object' } }
    }
  }
});
