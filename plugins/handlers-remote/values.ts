import { escapePointer, nearest } from '../../core/index.js';
import {
  type ArgumentSchema,
  type ConfigurationReport,
  type ToolContext,
  ToolFailure
} from '../../core/tools/index.js';

/** What the service binds and no caller can choose. */
export const BOUND = ['tenant', 'customer_id', 'customer_key', 'conversation_id', 'run_id', 'purpose'] as const;
type Bound = (typeof BOUND)[number];

/** A constant, an argument, something the service bound, or a text with such in braces; lists and mappings hold further ones. */
export type ValueText =
  | string
  | number
  | boolean
  | null
  | { readonly argument: string }
  | { readonly bound: Bound }
  | { readonly text: string }
  | readonly ValueText[]
  | { readonly [name: string]: ValueText };

export type Arguments = Readonly<Record<string, unknown>>;
type Scalar = string | number | boolean;

/** What stands in braces in a text or a URL: an argument, or `bound.` and something the service bound. */
export const PLACEHOLDER = /\{([^{}]*)\}/g;
export const BOUND_PREFIX = 'bound.';

/** The text for a placeholder. Throws `argument_refused` for what is no plain value. */
export function placed(name: string, args: Arguments, context: ToolContext): string {
  const value = name.startsWith(BOUND_PREFIX) ? bound(name.slice(BOUND_PREFIX.length) as Bound, context) : args[name];
  if (!isScalar(value)) throw new ToolFailure('argument_refused', `'${name}' is no plain value`);
  return String(value);
}

const keyOf = (value: object) => (Object.keys(value).length === 1 ? Object.keys(value)[0] : undefined);

/** Reports every argument that the definition does not declare. */
export function checkValue(
  value: ValueText,
  pointer: string,
  schema: ArgumentSchema,
  report: ConfigurationReport
): void {
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value))
    return value.forEach((item, i) => checkValue(item as ValueText, `${pointer}/${i}`, schema, report));
  const only = keyOf(value);
  const named = only === undefined ? undefined : (value as Record<string, unknown>)[only];
  if (only === 'argument') return checkArgument(named, `${pointer}/argument`, schema, report);
  if (only === 'bound') return checkBound(named, `${pointer}/bound`, report);
  if (only === 'text') {
    for (const [, name = ''] of String(named).matchAll(PLACEHOLDER))
      if (name.startsWith(BOUND_PREFIX)) checkBound(name.slice(BOUND_PREFIX.length), `${pointer}/text`, report);
      else checkArgument(name, `${pointer}/text`, schema, report);
    return;
  }
  for (const [name, child] of Object.entries(value))
    checkValue(child as ValueText, `${pointer}/${escapePointer(name)}`, schema, report);
}

export function checkArgument(
  name: unknown,
  pointer: string,
  { properties }: ArgumentSchema,
  report: ConfigurationReport
): void {
  if (typeof name === 'string' && Object.hasOwn(properties, name)) return;
  const best = nearest(String(name), Object.keys(properties));
  const hint = best === undefined ? '' : `; did you mean '${best}'?`;
  report(pointer, 'argument_undeclared', `the tool declares no argument '${String(name)}'${hint}`);
}

export function checkBound(name: unknown, pointer: string, report: ConfigurationReport): void {
  if ((BOUND as readonly unknown[]).includes(name)) return;
  report(pointer, 'bound_unknown', `nothing called '${String(name)}' is bound; use one of ${BOUND.join(', ')}`);
}

/** The value to send; undefined where an argument was left out. */
export function fill(value: ValueText, args: Arguments, context: ToolContext): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(item => fill(item as ValueText, args, context));
  const only = keyOf(value);
  if (only === 'argument') return args[(value as { argument: string }).argument];
  if (only === 'bound') return bound((value as { bound: Bound }).bound, context);
  if (only === 'text')
    return (value as { text: string }).text.replace(PLACEHOLDER, (_all, name: string) => placed(name, args, context));
  return Object.fromEntries(
    Object.entries(value).map(([name, child]) => [name, fill(child as ValueText, args, context)])
  );
}

/** Throws `not_bound` where a conversation has no customer yet: another one's data must not come instead. */
export function bound(name: Bound, { tenant, customerId, conversationId, runId, purpose }: ToolContext): string {
  const customer_key = customerId?.replace(/^cus_/, '');
  const ids = { customer_id: customerId, customer_key, conversation_id: conversationId, run_id: runId };
  const value = { tenant, purpose, ...ids }[name];
  if (value === undefined) throw new ToolFailure('not_bound', `this conversation has no ${name}`);
  return value;
}

export const isScalar = (value: unknown): value is Scalar => ['string', 'number', 'boolean'].includes(typeof value);
