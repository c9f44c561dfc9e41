import { createRequire } from 'node:module';
import type { Expression } from 'jsonata';
import type { ConfigurationReport } from '../../core/tools/index.js';
import { ToolFailure } from '../../core/tools/index.js';

// Loaded when the first definition uses it.
const load = createRequire(import.meta.url);
const jsonata = () => load('jsonata') as typeof import('jsonata');

/** Says where an expression in JSONata is none. */
export function checkExpression(text: string, pointer: string, report: ConfigurationReport): void {
  try {
    jsonata()(text);
  } catch (error) {
    const { message, position } = error as { message: string; position?: number };
    const where = position === undefined ? '' : ` (character ${position})`;
    report(pointer, 'expression_invalid', `this is not JSONata: ${message}${where}`);
  }
}

/**
 * Makes a function of a JSONata expression: of an answer and what it may look at besides, by name. What comes out is
 * plain JSON. Throws `upstream_shape` where the answer is not as the expression expects.
 */
export function expression(
  text: string
): (data: unknown, names: Readonly<Record<string, unknown>>) => Promise<unknown> {
  let compiled: Expression | undefined;
  return async (data, names) => {
    try {
      const result: unknown = await (compiled ??= jsonata()(text)).evaluate(data, { ...names });
      return result === undefined ? undefined : (JSON.parse(JSON.stringify(result)) as unknown);
    } catch {
      // What JSONata says quotes values of the answer.
      throw new ToolFailure('upstream_shape', 'the answer is not as the definition expects it');
    }
  };
}
