import type { Context, Emitter, Filter, Output, Template, Value } from 'liquidjs';
import { liquidPackage } from '../packages.js';

/** Undefined where it is not plainly there. */
type Look = (context: Context) => unknown;
type Token = Value['initial']['postfix'][number];

/**
 * Lets a parsed template read names like `order.status`, and write them, without the generators in which Liquid may wait for
 * values: it makes a dozen for such a name, and they took most of the time of rendering. What is not plainly there is read as before.
 */
export function quicken(templates: readonly Template[]): void {
  const { Output: OutputClass, Value: ValueClass, toValueSync } = liquidPackage();
  for (const template of templates) {
    for (const value of template.arguments?.() ?? []) if (value instanceof ValueClass) quickenValue(value);
    if (template.children !== undefined) quicken(toValueSync(template.children(false, true)) as readonly Template[]);
    if (template instanceof OutputClass) quickenOutput(template);
  }
}

function quickenValue(value: Value): void {
  const look = lookOf(value);
  if (look === undefined) return;
  const filters = value.filters.map(quickFilter);
  const byGenerators = value.value.bind(value);
  const quickly = (context: Context, lenient?: boolean): unknown => {
    let found = look(context);
    if (found === undefined) return byGenerators(context, lenient);
    for (const filter of filters) found = filter(found, context);
    return found;
  };
  value.value = quickly as typeof value.value;
}

/** Writes a value at once. */
function quickenOutput(output: Output): void {
  const { toValue, toValueSync } = liquidPackage();
  const quickly = (context: Context, emitter: Emitter): void =>
    emitter.write(toValue(toValueSync(output.value.value(context, false))));
  output.render = quickly as unknown as typeof output.render;
}

/** What Liquid keeps of a filter, which its types hide. */
interface OpenFilter {
  readonly handler: (this: object, value: unknown, ...args: readonly unknown[]) => unknown;
  readonly token: unknown;
  readonly liquid: unknown;
}

/** A filter whose arguments are read without generators, where they are plainly there. */
function quickFilter(filter: Filter): (value: unknown, context: Context) => unknown {
  const { toValueSync } = liquidPackage();
  const { handler, token, liquid } = filter as unknown as OpenFilter;
  const looks = filter.args.map(arg => (Array.isArray(arg) ? undefined : lookOfToken(arg as Token)));
  return (value, context) => {
    const args = looks.map(look => look?.(context));
    return toValueSync(
      args.includes(undefined)
        ? filter.render(value, context)
        : handler.call({ context, token, liquid }, value, ...args)
    );
  };
}

/** How to read a value that is a text, a number or names like `order.status`, and nothing else. */
function lookOf({ initial: { postfix } }: Value): Look | undefined {
  const [token, another] = postfix;
  return token === undefined || another !== undefined ? undefined : lookOfToken(token);
}

function lookOfToken(token: Token): Look | undefined {
  const { isNumberToken, isPropertyAccessToken, isQuotedToken, isWordToken } = liquidPackage().TypeGuards;
  if (isQuotedToken(token) || isNumberToken(token)) return () => token.content;
  if (!isPropertyAccessToken(token) || token.variable !== undefined || !token.props.every(isWordToken))
    return undefined;
  const names = token.props.map(({ content }) => content);
  return context => found(names, context);
}

/** Liquid's own look-up; undefined where something on the way is not there. */
function found(names: readonly string[], context: Context): unknown {
  let value: unknown = (context as unknown as { findScope(name: string): unknown }).findScope(names[0]!);
  for (let i = 0; i < names.length && value !== undefined; i++)
    value = context.readProperty(value as object, names[i]!);
  return value;
}
