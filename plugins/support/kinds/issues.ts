import { closed, documentSchema } from '../../../core/documents/index.js';
import type { Requirements } from './intent.js';
import type { DocumentKind, Source } from '../../../core/index.js';
import { parseTemplate, type Template } from '../../../core/templates/index.js';
import { planOf, type PlanStep, planSchema } from './plan.js';
import { REPLY_VARIABLES } from './reply-variables.js';

/** Of an order with such a status nothing is on its way, and nothing can be damaged or wrong. */
export const BEFORE_SHIPPING: ReadonlySet<string> = new Set(['pending', 'processing', 'cancelled']);

/** Something that went wrong, which a person has to look at. */
export interface Issue {
  readonly name: string;
  /** By which it is recognised, and what sounds alike; written like those of dialogue acts. */
  readonly examples: readonly string[];
  readonly near_misses: readonly { readonly text: string; readonly instead: string }[];
  /** The intent under which it is handed over. */
  readonly intent: string;
  readonly requires: Requirements;
  /** Value of the fact `reported_issue` that the rules look at; null where they have none for it. */
  readonly fact: string | null;
  /** What the message says is not there is what it reports. */
  readonly absent: boolean;
  /** Its ticket takes the place of no other. */
  readonly beside: boolean;
  /** Where one of these was the reason of a decision, a customer who insists reports it once the wait is over. */
  readonly insisted: readonly string[];
  /** Words of a wait. */
  readonly waited: readonly string[];
  /** The intent by which it is told how an order stands that is not due yet, before anything is reported; null for none. */
  readonly while_coming: string | null;
  /** The same of an order that has not been shipped, whatever day it was promised for. */
  readonly before_shipping: string | null;
  readonly plan: readonly PlanStep[];
  readonly says: Template;
  readonly source: Source;
}

const name = { type: 'string', pattern: '^[a-z][a-z_]{1,40}$' } as const;

/** `policies/dialogue/issues/*.yaml`: one kind of trouble a file. */
export const Issues: DocumentKind<Issue> = {
  id: 'issue',
  version: 1,
  folder: 'policies/dialogue/issues',
  nameOf: content => content.name,
  schema: documentSchema(
    'issue',
    1,
    {
      name,
      intent: { ...name, description: 'The intent under which it is handed to a person.' },
      requires: closed({ identity: { type: 'boolean' }, order: { type: 'boolean' } }),
      fact: { enum: ['damaged', 'defective', 'wrong_item'], description: 'What the rules know it as.' },
      beside: {
        type: 'boolean',
        description:
          'Its ticket takes the place of none that is about the goods: money that is missing says nothing of them.'
      },
      absent: {
        type: 'boolean',
        description: 'It is about what is not there: "there is no runner in it, just the pot" reports the runner.'
      },
      insisted: {
        type: 'array',
        items: name,
        description: 'Reasons of a decision after which a customer who insists reports it.'
      },
      waited: {
        type: 'array',
        items: { type: 'string', minLength: 1 },
        description:
          'With these the customer says that the wait is over; without one it is told first how long it may take.'
      },
      while_coming: {
        ...name,
        description:
          'The intent that tells how an order stands which is not delivered and not late; said again, it is reported.'
      },
      before_shipping: {
        ...name,
        description: 'The same of an order that has not been shipped: nothing of it can be damaged or wrong.'
      },
      plan: planSchema,
      says: { type: 'string', minLength: 1, description: 'Liquid. Said with the hand-over.' },
      examples: {
        type: 'array',
        minItems: 3,
        items: { type: 'string', minLength: 1 },
        description: 'With {a|b} for alternatives.'
      },
      near_misses: {
        type: 'array',
        items: closed({ text: { type: 'string' }, instead: name })
      }
    },
    ['fact', 'absent', 'beside', 'insisted', 'waited', 'while_coming', 'before_shipping', 'plan', 'near_misses']
  ),
  compile(content, report, source) {
    const says = parseTemplate(content.says, REPLY_VARIABLES, message => report('/says', 'template', message))!;
    const { plan, fact = null, absent = false, beside = false, insisted = [], waited = [], near_misses = [] } = content;
    const { while_coming = null, before_shipping = while_coming } = content;
    return {
      ...content,
      fact,
      absent,
      beside,
      insisted,
      waited,
      while_coming,
      before_shipping,
      near_misses,
      plan: planOf(plan),
      says,
      source
    };
  }
};
