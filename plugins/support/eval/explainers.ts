import { rulesExplainer } from '../../../core/workbench/index.js';
import type { Explainer } from '../../../core/workbench/index.js';

/** What `bylaw policy explain` can explain of the support agent. */
export const supportExplainers: readonly Explainer[] = [
  {
    name: 'intent',
    usage: '"MESSAGE"',
    summary: 'which phrase spoke for which intent, and why it acted or asked',
    service: 'support',
    load: async () => (await import('./explain-intent.js')).explainIntent
  },
  {
    name: 'knowledge',
    usage: '"MESSAGE"',
    summary: 'which articles a message finds, and which others its words would find',
    service: 'support',
    load: async () => (await import('./explain-knowledge.js')).explainKnowledge
  },
  {
    name: 'injection',
    usage: '"TEXT" [message|tool_output|file_content]',
    summary: 'which rules found instructions in a text',
    service: 'support',
    load: async () => (await import('./explain-injection.js')).explainInjection
  },
  {
    name: 'decision',
    usage: 'CASE.json [ID]',
    summary: 'rule by rule, what one refund or return case came to',
    service: 'support',
    load: async () => (await import('./explain-decision.js')).explainDecision
  },
  {
    name: 'verification',
    usage: '"REPLY" "EVIDENCE"…',
    summary: 'which sentences evidence proves: prose as an article has it, or key=value; … as a record',
    service: 'support',
    load: async () => (await import('./explain-files.js')).explainVerification
  },
  {
    name: 'wording',
    usage: 'NAME',
    summary: 'a question, statement or refusal: its words, what they read, and who asks it',
    service: 'support',
    load: async () => (await import('./explain-files.js')).explainWording
  },
  {
    name: 'escalation',
    usage: 'REASON',
    summary: 'what customers are told when a person takes over for a reason',
    service: 'support',
    load: async () => (await import('./explain-files.js')).explainEscalation
  },
  {
    name: 'tool',
    usage: 'NAME',
    summary: 'who may call a tool, and which plans do',
    service: 'support',
    load: async () => (await import('./explain-files.js')).explainTool
  },
  {
    name: 'run',
    usage: 'RUN_ID [--database URL | --url URL]',
    summary:
      'what happened in one run, in plain words: how it was read, which tools ran, which rule fired, what was proved',
    service: 'support',
    load: async () => (await import('./explain-run.js')).explainRun
  },
  {
    name: 'conversation',
    usage: 'CONVERSATION_ID [--database URL | --url URL]',
    summary: 'the same for every message of a conversation',
    service: 'support',
    load: async () => (await import('./explain-run.js')).explainConversation
  },
  rulesExplainer('support')
];
