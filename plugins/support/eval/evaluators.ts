import { CHANNELS } from '../../../core/guard/index.js';
import type { Evaluator } from '../../../core/workbench/index.js';

const text = { type: 'object', required: ['text'], properties: { text: { type: 'string' } } };
const slots = {
  type: 'object',
  required: ['text'],
  properties: { text: { type: 'string' }, slots: { type: 'object', additionalProperties: { type: 'string' } } }
};
const evidence = {
  type: 'object',
  required: ['reference', 'kind', 'text'],
  properties: { reference: { type: 'string' }, kind: { type: 'string' }, text: { type: 'string' } }
};

const injection = {
  type: 'object',
  required: ['text'],
  properties: { text: { type: 'string' }, channel: { enum: CHANNELS }, label: { enum: ['attack', 'benign'] } }
};

/** What `bylaw eval` can measure of the support agent. */
export const supportEvaluators: readonly Evaluator[] = [
  {
    name: 'intents',
    data: 'test/data/intents.jsonl',
    kinds: ['intent', 'vocabulary'],
    summary: 'messages with their intents: right, wrong, asked',
    input: 'jsonl',
    item: text,
    service: 'support',
    load: async () => (await import('./intents.js')).evaluateIntents
  },
  {
    name: 'slots',
    data: 'test/data/authors/slots-m.jsonl',
    kinds: ['slot-examples', 'weighing'],
    summary: 'messages with what they tell of goods and money: read, misread',
    input: 'jsonl',
    item: slots,
    service: 'support',
    load: async () => (await import('./slots.js')).evaluateSlots
  },
  {
    name: 'injection',
    data: 'test/data/authors/guard-c.jsonl',
    kinds: ['injection-rules'],
    summary: 'texts that attack and texts that do not: found, falsely refused',
    input: 'jsonl',
    item: injection,
    service: 'support',
    load: async () => (await import('./injection.js')).evaluateInjection
  },
  {
    name: 'verifier',
    data: 'test/data/verifier.jsonl',
    kinds: ['verification'],
    summary: 'sentences with their evidence: let through, caught',
    input: 'jsonl',
    item: {
      type: 'object',
      required: ['evidence', 'sentence'],
      properties: { sentence: { type: 'string' }, evidence: { type: 'array', items: evidence } }
    },
    service: 'support',
    load: async () => (await import('./verifier.js')).evaluateVerifier
  },
  {
    name: 'decisions',
    data: 'test/data/policy_cases.json',
    kinds: ['rule-table', 'facts'],
    summary: 'refund and return cases with what they should come to',
    input: 'json',
    service: 'support',
    load: async () => (await import('./decisions.js')).evaluateDecisions
  }
];
