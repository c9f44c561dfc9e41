import { labelledKind } from './labelled-kind.js';
import { labelReader } from './labelled-reader.js';

/** The label of messages that report nothing. */
export const NO_FAULT = 'none';

/** `policies/dialogue/faults/*.yaml`: from which is learned what went wrong, by what customers tell of it. */
export const FaultExamplesKind = labelledKind({
  id: 'fault-examples',
  folder: 'policies/dialogue/faults',
  labels: `By the issue that is reported; \`${NO_FAULT}\` for messages that report none.`,
  context: [
    'after',
    {
      type: 'string',
      pattern: '^[a-z][a-z_]*$',
      description: 'What the agent had said before: start, status_told, rules_told, ticket_open, refused, offered.'
    }
  ]
});

/** How likely a message reports which issue; the situation is what the agent said before. */
export const FaultsAssembly = labelReader<string>({
  name: 'faults',
  of: 'what went wrong',
  kind: FaultExamplesKind,
  ofAct: (act, { after, labels }) => ({ label: labels.has(act) ? act : NO_FAULT, situation: after ?? 'start' })
});
