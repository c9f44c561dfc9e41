import type { ToolCheck } from './gate.js';

/** The caller holds every scope that the tool needs. */
export const scopesHeld: ToolCheck<'scope_missing'> = {
  outcome: 'scope_missing',
  refuses({ tool, authority }) {
    const missing = tool.required_scopes.filter(scope => !authority.scopes.has(scope));
    return missing.length > 0 ? `${tool.name} needs ${missing.join(' ')}` : undefined;
  }
};

/** Takes a step of the caller's budget. */
export const withinBudget: ToolCheck<'budget_exhausted'> = {
  outcome: 'budget_exhausted',
  refuses: ({ authority: { budget, part } }) =>
    (part === true ? budget.remainingMs > 0 : budget.take()) ? undefined : 'the run has used up its budget'
};

/** The tool has not failed too often in a row lately. */
export const circuitClosed: ToolCheck<'circuit_open'> = {
  outcome: 'circuit_open',
  refuses: call => (call.admit() ? undefined : `${call.tool.name} keeps failing and is not tried for now`)
};

/** The arguments fit the schema of the definition. */
export const argumentsFit: ToolCheck<'invalid_arguments'> = {
  outcome: 'invalid_arguments',
  refuses: ({ tool, arguments: args }) =>
    tool.accepts(args) ? undefined : `arguments of ${tool.name} do not fit its schema`
};
