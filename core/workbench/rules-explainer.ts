import type { Explainer } from './evaluator.js';

/** `bylaw policy explain rules TABLE FACTS`: any rule table of a service, on facts that differ from its baseline. */
export const rulesExplainer = (service: string): Explainer => ({
  name: 'rules',
  usage: 'TABLE FACTS.json',
  summary: "rule by rule, what facts come to that differ from a table's baseline (a file, or JSON itself)",
  service,
  load: async () => (await import('./explain-facts.js')).explainFacts
});
