import type { Report } from '../documents/kind.js';
import type { FactDeclaration } from './fact-declarations.js';
import type { Given } from './rule-table.js';
import type { FactType } from './typed-values.js';

/** A currency is a string fact, and the day that chooses the version a date fact. */
export function checkGiven(
  gives: Readonly<Record<string, Given>>,
  by: string,
  facts: ReadonlyMap<string, FactDeclaration>,
  report: Report
): void {
  for (const [name, { type, currency }] of Object.entries(gives)) {
    if (currency === undefined) continue;
    const wrong = type !== 'money' ? `'${name}' is ${type} and has none` : misnamed(currency, 'string', facts);
    if (wrong !== undefined) report(`/gives/${name}/currency`, 'value_type', `the currency: ${wrong}`);
  }
  const wrong = by === 'now' ? undefined : misnamed(by, 'date', facts);
  if (wrong !== undefined) report('/effective_by', 'value_type', `the day that chooses the version: ${wrong}`);
}

function misnamed(name: string, type: FactType, facts: ReadonlyMap<string, FactDeclaration>): string | undefined {
  const fact = facts.get(name);
  if (fact?.type === type) return undefined;
  return fact === undefined ? `'${name}' is not a fact of this table` : `'${name}' is ${fact.type}, not ${type}`;
}
