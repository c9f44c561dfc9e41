import { closed } from '../../../core/documents/index.js';
import {
  argumentsFit,
  type Authority,
  circuitClosed,
  NAMES,
  scopesHeld,
  type ToolCheck,
  type ToolDefinition,
  type ToolGate,
  toolKind,
  withinBudget
} from '../../../core/tools/index.js';
import { planSchema } from '../kinds/plan.js';

/** A tool of the support agent: who may call it depends on the run's intent and on the identity check. */
export interface SupportTool extends ToolDefinition {
  readonly requires_identity: boolean;
  readonly allowed_intents: readonly string[];
  /** Intents whose plans end with this tool, without naming it themselves. */
  readonly serves?: Readonly<Record<string, Served>>;
}

/** What a tool brings to an intent: the arguments of its step, and what is said after the reply `answered`. */
export interface Served {
  readonly with?: Readonly<Record<string, unknown>>;
  readonly missing?: string;
  readonly reply?: string;
}

/** `tools.d/support/<name>.yaml` */
export const SupportTools = toolKind<SupportTool>(
  {
    requires_identity: { type: 'boolean', description: 'Refused until the conversation is verified.' },
    allowed_intents: { ...NAMES, description: 'Intents whose runs may call the tool.' }
  },
  {
    serves: {
      type: 'object',
      description:
        'By intent: the step that the tool is at the end of its plan. The file of the intent stays as it is.',
      additionalProperties: closed(
        {
          with: planSchema.items.properties.with,
          missing: planSchema.items.properties.missing,
          reply: { type: 'string', minLength: 1, description: "Liquid that follows the intent's reply 'answered'." }
        },
        ['with', 'missing', 'reply']
      )
    }
  }
);

/** On whose behalf a run calls. `context.purpose` is its intent. */
export interface RunAuthority extends Authority {
  readonly identityVerified: boolean;
}

type Check<R extends string> = ToolCheck<R, SupportTool, RunAuthority>;

const intentPermitted: Check<'intent_not_permitted'> = {
  outcome: 'intent_not_permitted',
  refuses: ({ tool, authority: { context } }) =>
    tool.allowed_intents.includes(context.purpose) ? undefined : `${tool.name} does not serve ${context.purpose}`
};

const identityVerified: Check<'identity_required'> = {
  outcome: 'identity_required',
  refuses: ({ tool, authority }) =>
    tool.requires_identity && !authority.identityVerified ? `${tool.name} needs a verified conversation` : undefined
};

/** What stands between a plan and a tool's body, in this order; before it: registered; after it: not executed yet. */
export const SUPPORT_CHECKS = [
  intentPermitted,
  scopesHeld,
  identityVerified,
  withinBudget,
  circuitClosed,
  argumentsFit
] as const satisfies readonly Check<string>[];

export type Refusal = (typeof SUPPORT_CHECKS)[number]['outcome'];
export type SupportGate = ToolGate<Refusal, SupportTool, RunAuthority>;
