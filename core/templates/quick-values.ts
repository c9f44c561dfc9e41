import type { Context, Template, Value } from 'liquidjs';
import { liquidPackage } from '../packages.js';

/**
 * Lets a parsed template read names like `order.status` without the generators in which Liquid may wait for values: it makes
 * a dozen for such a name, and they took most of the time of rendering. What is not plainly there is read as before.
 */
export function quicken(templates: readonly Template[]): void {
  const { Value: ValueClass, toValueSync } = liquidPackage();
  for (const template of templates) {
    for (const value of template.arguments?.() ?? []) if (value instanceof ValueClass) quickenValue(value);
    if (template.children !== undefined) quicken(toValueSync(template.children(false, true)) as readonly Template[]);
  }
}

function quickenValue(value: Value): void {
  const look = lookOf(value);
  if (look === undefined) return;
  const { toValueSync } = liquidPackage();
  const { filters } = value;
  const byGenerators = value.value.bind(value);
  const quickly = (context: Context, lenient?: boolean): unknown => {
    let found = look(context);
    if (found === undefined) return byGenerators(context, lenient);
    for (const filter of filters) found = toValueSync(filter.render(found, context));
    return found;
  };
  value.value = quickly as typeof value.value;
}

/** How to read a value that is a text, a number or names like `order.status`, and nothing else. */
function lookOf({ initial: { postfix } }: Value): ((context: Context) => unknown) | undefined {
  const { isNumberToken, isPropertyAccessToken, isQuotedToken, isWordToken } = liquidPackage().TypeGuards;
  const [token, another] = postfix;
  if (another !== undefined) return undefined;
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
