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
const standing = {
  type: 'object',
  required: ['text', 'about'],
  properties: { text: { type: 'string' }, about: { type: 'string' }, label: { enum: ['withdrawn', 'stands'] } }
};
const offered = {
  type: 'object',
  required: ['text', 'offered'],
  properties: {
    text: { type: 'string' },
    offered: { enum: OFFERS },
    label: { enum: ['takes', 'declines', 'neither'] }
  }
};
const needs = {
  type: 'object',
  required: ['text', 'after'],
  properties: { text: { type: 'string' }, after: { type: 'string' }, label: { enum: MESSAGE_NEEDS } }
};
const questions = {
  type: 'object',
  required: ['text', 'after'],
  properties: { text: { type: 'string' }, after: { type: 'string' }, label: { type: 'string' } }
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
    name: 'standing',
    data: 'test/data/authors/standing-x4.jsonl',
    kinds: ['standing-examples'],
    summary: 'messages while a request is open: taken back and heard, misread',
    input: 'jsonl',
    item: standing,
    service: 'support',
    load: async () => (await import('./heard-acts.js')).evaluateStanding
  },
  {
    name: 'offers',
    data: 'test/data/authors/offers-y4.jsonl',
    kinds: ['offer-answers'],
    summary: 'answers to what was offered: taken, declined, misread',
    input: 'jsonl',
    item: offered,
    service: 'support',
    load: async () => (await import('./heard-acts.js')).evaluateOffers
  },
  {
    name: 'needs',
    data: 'test/data/authors/needs-n4.jsonl',
    kinds: ['needs-examples'],
    summary: 'messages by what would answer them: right, misread',
    input: 'jsonl',
    item: needs,
    service: 'support',
    load: async () => (await import('./heard-acts.js')).evaluateNeeds
  },
  {
    name: 'questions',
    data: 'test/data/authors/questions-c4.jsonl',
    kinds: ['question-examples'],
    summary: 'messages by what they ask: right, misread',
    input: 'jsonl',
    item: questions,
    service: 'support',
    load: async () => (await import('./heard-acts.js')).evaluateQuestions
  },
  {
    name: 'faults',
    data: 'test/data/authors/faults-e4.jsonl',
    kinds: ['fault-examples', 'issue'],
    summary: 'messages by what they say went wrong: heard, misread',
    input: 'jsonl',
    item: questions,
    service: 'support',
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
