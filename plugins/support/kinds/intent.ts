import { closed, documentSchema } from '../../../core/documents/index.js';
import { IDENTITY_LEVELS, type IdentityLevel } from './identity.js';
import type { DocumentKind, Report, Source } from '../../../core/index.js';
import { parseTemplate, type Template } from '../../../core/templates/index.js';
import {
  DECISIONS,
  ESCALATION_REASONS,
  REFUSAL_REASONS,
  type DecisionValue,
  type EscalationReason,
  type RefusalReason
} from '../enumerations.js';
import { ARTICLE_TOPICS } from './article.js';
import { PLAN_VALUES, planOf, planSchema, type PlanStep, RECORD_VALUE } from './plan.js';
import { REPLY_VARIABLES } from './reply-variables.js';
import type { UnderstandContent } from '../understand/types.js';
import { understandSchema } from '../understand/understand-schema.js';

/** How a run of the intent ends when nothing went wrong. */
export type Ending =
  | { readonly state: 'answered' | 'clarifying' }
  | { readonly state: 'escalated'; readonly reason: EscalationReason }
  | { readonly state: 'refused'; readonly reason: RefusalReason };

export interface Intent {
  readonly name: string;
  readonly description: string;
  /** How a clarifying question names it: "ask for a refund". Absent for intents that are never offered. */
  readonly offer: string | undefined;
  /** What is done when it is agreed to: "open a return request". */
  readonly begin: string | undefined;
  readonly understand: UnderstandContent;
  readonly requires: Requirements;
  readonly plan: readonly PlanStep[];
  /** The plan's tool, or the rule table, whose decision governs the run. */
  readonly decide: { readonly tool: string } | { readonly table: string } | undefined;
  readonly ends: Ending;
  /** For intents that decide: what follows from each decision. */
  readonly outcomes: Readonly<Record<DecisionValue, Ending>>;
  /** By ending state, decision, or `decision.reason`; the most specific one is used. */
  readonly replies: ReadonlyMap<string, Template>;
  /** Topic of the articles about it. */
  readonly topic: string | undefined;
  /** For rules in general: the wish in which they are applied. */
  readonly applied: string | undefined;
  /** By reason of a decision that declines: the wish that its reply offers instead. */
  readonly offers: Readonly<Record<string, string>>;
  /** Statuses of an order of which nobody wishes for it who does not name the deed. */
  readonly notOf: readonly string[];
  /** What it is about is not wanted any more. */
  readonly callsOff: boolean;
  /** It only tells rules, to everybody. */
  readonly tells: boolean;
  readonly source: Source;
}

const DEFAULT_OUTCOMES: Readonly<Record<DecisionValue, Ending>> = {
  eligible: { state: 'answered' },
  not_eligible: { state: 'answered' },
  human_review: { state: 'escalated', reason: 'policy_requires_human' },
  need_info: { state: 'clarifying' }
};

const ending = {
  oneOf: [
    closed({ state: { enum: ['answered', 'clarifying'] } }),
    closed({ state: { const: 'escalated' }, reason: { enum: ESCALATION_REASONS } }),
    closed({ state: { const: 'refused' }, reason: { enum: REFUSAL_REASONS } })
  ]
} as const;

/** What must be known before anything is done. */
export interface Requirements {
  /** The person must have proved who they are. */
  readonly identity: boolean;
  /** How; what the identity policy asks for account data where it is absent. */
  readonly level?: IdentityLevel;
  readonly order: boolean;
}

function requirementsOf({
  identity,
  order
}: {
  identity: boolean | 'none' | IdentityLevel;
  order: boolean;
}): Requirements {
  if (typeof identity === 'boolean') return { identity, order };
  return identity === 'none' ? { identity: false, order } : { identity: true, level: identity, order };
}

/** `intents/<name>.yaml`: what a customer may want, how it is recognised, and what is done about it. */
export const Intents: DocumentKind<Intent> = {
  id: 'intent',
  version: 1,
  folder: 'intents',
  nameOf: content => content.name,
  examples: ({ name, understand: { examples, near_misses = [] } }: Pick<Intent, 'name' | 'understand'>) => [
    ...examples.map((text, i) => ({ pointer: `/understand/examples/${i}`, name: `${name} "${text}"` })),
    ...near_misses.map(({ text, instead }, i) => ({
      pointer: `/understand/near_misses/${i}`,
      name: `${instead}, not ${name} "${text}"`
    }))
  ],
  schema: documentSchema(
    'intent',
    1,
    {
      name: { type: 'string', pattern: '^[a-z][a-z0-9_]{1,40}$' },
      description: { type: 'string', minLength: 1, description: 'One sentence for people: which wishes belong here.' },
      offer: {
        type: 'string',
        description: 'How a clarifying question names this wish, for example: ask for a refund'
      },
      begin: {
        type: 'string',
        description: 'What the agent would do, after "Shall I", for example: open a refund request'
      },
      requires: closed({
        identity: {
          enum: [true, false, 'none', ...IDENTITY_LEVELS],
          description: 'How sure it must be who writes; true: as sure as the identity policy asks for account data.'
        },
        order: { type: 'boolean', description: 'An order must be named; the agent asks for it otherwise.' }
      }),
      plan: planSchema,
      decide: {
        oneOf: [closed({ tool: { type: 'string' } }), closed({ table: { type: 'string' } })]
      },
      ends: ending,
      outcomes: { type: 'object', propertyNames: { enum: DECISIONS }, additionalProperties: ending },
      replies: {
        type: 'object',
        propertyNames: { pattern: '^[a-z_]+([.][a-z_]+)?$' },
        additionalProperties: {
          type: 'string',
          minLength: 1,
          description: 'Liquid. Every sentence is checked against the evidence before it is sent.'
        }
      },
      topic: { enum: ARTICLE_TOPICS, description: 'Topic of the articles about it.' },
      applied: { type: 'string', description: 'For rules in general: the wish in which they are applied.' },
      not_of: {
        type: 'array',
        items: { type: 'string' },
        description: 'Statuses of an order of which only a message that names the deed, or a phrase, wishes for it.'
      },
      calls_off: { const: true, description: 'Who still wants the order takes a ticket for it back.' },
      offers: {
        type: 'object',
        additionalProperties: { type: 'string' },
        description: 'By reason of a decision: the wish that its reply offers, which a yes takes.'
      },
      understand: understandSchema
    },
    ['offer', 'begin', 'decide', 'outcomes', 'topic', 'applied', 'not_of', 'calls_off', 'offers']
  ),
  compile(content, report, source) {
    const replies = new Map<string, Template>();
    for (const [key, text] of Object.entries(content.replies as Record<string, string>)) {
      const template = parseTemplate(text, REPLY_VARIABLES, message => report(`/replies/${key}`, 'template', message));
      if (template !== undefined) replies.set(key, template);
    }
    checkReplies(content, report);
    for (const [i, step] of content.plan.entries()) checkArguments(step.with ?? {}, `/plan/${i}/with`, report);
    return {
      name: content.name,
      description: content.description,
      offer: content.offer,
      begin: content.begin,
      understand: content.understand,
      requires: requirementsOf(content.requires),
      plan: planOf(content.plan),
      decide: content.decide,
      ends: content.ends,
      outcomes: { ...DEFAULT_OUTCOMES, ...content.outcomes },
      replies,
      topic: content.topic,
      applied: content.applied,
      notOf: content.not_of ?? [],
      callsOff: content.calls_off === true,
      offers: content.offers ?? {},
      tells:
        content.ends.state === 'answered' &&
        content.decide === undefined &&
        content.plan.length > 0 &&
        !content.requires.identity,
      source
    };
  }
};

function checkReplies(content: any, report: Report): void {
  const endings: Record<string, Ending> =
    content.decide === undefined ? {} : { ...DEFAULT_OUTCOMES, ...content.outcomes };
  const has = (key: string) => Object.keys(content.replies).some(name => name === key || name.startsWith(`${key}.`));
  if (content.decide === undefined && content.ends.state === 'answered' && !has('answered'))
    report('/replies', 'reply_missing', "an intent that answers needs a reply 'answered'");
  for (const [decision, { state }] of Object.entries(endings))
    if (state === 'answered' && !has(decision))
      report('/replies', 'reply_missing', `the decision ${decision} is answered, and there is no reply '${decision}'`);
  for (const key of Object.keys(content.replies)) {
    const [first = ''] = key.split('.');
    if (!['answered', 'escalated', 'clarifying', 'refused', ...DECISIONS].includes(first))
      report(
        `/replies/${key}`,
        'reply_unused',
        `nothing leads to a reply '${key}'; name a state, a decision or decision.reason`
      );
  }
}

function checkArguments(values: Readonly<Record<string, unknown>>, pointer: string, report: Report): void {
  for (const [name, value] of Object.entries(values))
    if (
      typeof value === 'string' &&
      value.startsWith('$') &&
      !(PLAN_VALUES as readonly string[]).includes(value) &&
      !RECORD_VALUE.test(value)
    )
      report(
        `${pointer}/${name}`,
        'plan_value_unknown',
        `'${value}' is not known to a plan; use one of ${PLAN_VALUES.join(' ')}, or $record.field of an earlier step`
      );
}
