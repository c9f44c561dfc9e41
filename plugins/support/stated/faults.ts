import { AFTER, labelledKind } from './labelled-kind.js';
import { labelReader } from './labelled-reader.js';

/** The label of messages that report nothing. */
export const NO_FAULT = 'none';

/** `policies/dialogue/faults/*.yaml`: from which is learned what went wrong, by what customers tell of it. */
export const FaultExamplesKind = labelledKind({
  id: 'fault-examples',
  folder: 'policies/dialogue/faults',
  labels: `By the issue that is reported; \`${NO_FAULT}\` for messages that report none.`,
  context: AFTER
});

/** How likely a message reports which issue; the situation is what the agent said before. */
export const FaultsAssembly = labelReader<string>({
  name: 'faults',
  of: 'what went wrong',
  kind: FaultExamplesKind,
  ofAct: (act, { after, labels }) => ({ label: labels.has(act) ? act : NO_FAULT, situation: after ?? 'start' })
});
