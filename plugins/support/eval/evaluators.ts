import { CHANNELS } from '../../../core/guard/index.js';
import type { Evaluator } from '../../../core/workbench/index.js';
import { MESSAGE_NEEDS } from '../stated/needs.js';
import { OFFERS } from '../stated/offers.js';

const text = { type: 'object', required: ['text'], properties: { text: { type: 'string' } } };
const slots = {
  type: 'object',
  required: ['text'],
  properties: { text: { type: 'string' }, slots: { type: 'object', additionalProperties: { type: 'string' } } }
};
/** A message, what is known of its situation, and what it does there. */
const labelled = (situation: string, of: object, label: object) => ({
  type: 'object',
  required: ['text', situation],
  properties: { text: { type: 'string' }, [situation]: of, label }
});
const string = { type: 'string' };
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

const MESSAGES = { input: 'jsonl', service: 'support' } as const;

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
    ...MESSAGES,
    name: 'standing',
    data: 'test/data/authors/standing-x4.jsonl',
    kinds: ['standing-examples'],
    summary: 'messages while a request is open: taken back and heard, misread',
    item: labelled('about', string, { enum: ['withdrawn', 'stands'] }),
    load: async () => (await import('./heard-acts.js')).evaluateStanding
  },
  {
    ...MESSAGES,
    name: 'offers',
    data: 'test/data/authors/offers-y4.jsonl',
    kinds: ['offer-answers'],
    summary: 'answers to what was offered: taken, declined, misread',
    item: labelled('offered', { enum: OFFERS }, { enum: ['takes', 'declines', 'neither'] }),
    load: async () => (await import('./heard-acts.js')).evaluateOffers
  },
  {
    ...MESSAGES,
    name: 'needs',
    data: 'test/data/authors/needs-n4.jsonl',
    kinds: ['needs-examples'],
    summary: 'messages by what would answer them: right, misread',
    item: labelled('after', string, { enum: MESSAGE_NEEDS }),
    load: async () => (await import('./heard-acts.js')).evaluateNeeds
  },
  {
    ...MESSAGES,
    name: 'questions',
    data: 'test/data/authors/questions-c4.jsonl',
    kinds: ['question-examples'],
    summary: 'messages by what they ask: right, misread',
    item: labelled('after', string, string),
    load: async () => (await import('./heard-acts.js')).evaluateQuestions
  },
  {
    ...MESSAGES,
    name: 'sentences',
    data: 'test/data/authors/sentences-i3.jsonl',
    kinds: ['article', 'asked', 'unanswered'],
    summary: 'questions by the sentence that answers them: told, another told',
    item: { ...text, properties: { ...text.properties, label: string } },
    load: async () => (await import('./heard-acts.js')).evaluateSentences
  },
  {
    ...MESSAGES,
    name: 'faults',
    data: 'test/data/authors/faults-e4.jsonl',
    kinds: ['fault-examples', 'issue'],
    summary: 'messages by what they say went wrong: heard, misread',
    item: labelled('after', string, string),
    load: async () => (await import('./heard-acts.js')).evaluateFaults
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
