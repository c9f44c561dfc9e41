import { closed } from '../../../core/documents/index.js';
import type { Channel } from '../../../core/guard/index.js';
import { decisionSection, type TestSection } from '../../../core/workbench/index.js';
import { SCENARIO_SCHEMA, type Scenario } from './scenario.js';

export interface MessageTest {
  readonly text: string;
  readonly intent: string;
}

export interface TextTest {
  readonly text: string;
  readonly channel?: Channel;
  readonly blocked?: boolean;
  readonly rules?: readonly string[];
}

const text = { type: 'string', minLength: 1 };

const messages: TestSection<MessageTest> = {
  name: 'messages',
  summary: 'Messages, and the intent each has to be understood as.',
  service: 'support',
  test: closed({ text, intent: { ...text, description: 'unknown where the agent has to ask.' } }),
  titleOf: ({ text: message, intent }) => `${intent} "${message}"`,
  load: async () => (await import('./run-messages.js')).messageRunner
};

const texts: TestSection<TextTest> = {
  name: 'texts',
  summary: 'Texts from outside, and what the injection rules have to make of them.',
  service: 'support',
  test: closed(
    {
      text,
      channel: { enum: ['message', 'tool_output', 'file_content'], description: 'Where it comes from; message.' },
      blocked: { type: 'boolean', description: 'Whether it is refused.' },
      rules: {
        type: 'array',
        items: { type: 'string' },
        description: 'The rules that find something, sorted; [] for none.'
      }
    },
    ['channel', 'blocked', 'rules'],
    { minProperties: 2 }
  ),
  titleOf: ({ text: found }) => `"${found}"`,
  load: async () => (await import('./run-texts.js')).textRunner
};

export interface ClaimTest {
  readonly reply: string;
  readonly evidence: readonly string[];
  readonly withheld: boolean;
}

const claims: TestSection<ClaimTest> = {
  name: 'claims',
  summary: 'Replies, the evidence they rest on, and whether they may be sent.',
  service: 'support',
  test: closed({
    reply: text,
    evidence: { type: 'array', items: text, description: 'Prose as an article has it, or key=value; … as a record.' },
    withheld: { type: 'boolean', description: 'True where some sentence is not proved.' }
  }),
  titleOf: ({ reply }) => `"${reply}"`,
  load: async () => (await import('./run-texts.js')).claimRunner
};

const conversations: TestSection<Scenario> = {
  name: 'conversations',
  summary: 'Conversations with the agent, and what has to come of each message.',
  service: 'support',
  test: SCENARIO_SCHEMA,
  titleOf: ({ title }) => title,
  load: async () => (await import('./run-conversations.js')).conversationRunner
};

/** What `*.test.yaml` files of the support agent may hold. */
export const supportTestSections: readonly TestSection[] = [
  decisionSection('support'),
  messages,
  texts,
  claims,
  conversations
];
