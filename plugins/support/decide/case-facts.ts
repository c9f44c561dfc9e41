import { type DeclaredFact, isAsDeclared, Scope } from '../../../core/facts/index.js';
import type { Facts, FactValue, RulePolicy } from '../../../core/rules/index.js';
import type { CaseOrder, RequestKind, StoreCase } from './case.js';
import type { AskedPieces, OrderLine } from './lines.js';

/** Facts that no expression computes, with their types: whether there is anything to read, and what is asked for. */
export const COMPUTED = { order_found: 'boolean', request_understood: 'boolean' } as const;

/** A line asked for with the line table's verdict; undefined where the line is not on the order. */
export interface JudgedLine extends AskedPieces {
  readonly verdict?: string | undefined;
}

/** The records of a case in the form in which facts read them. */
export interface CaseRecords {
  readonly question: StoreCase;
  readonly kind: RequestKind | null;
  readonly order: CaseOrder;
  readonly lines: readonly OrderLine[];
}

/** Everything that facts can read about the lines asked for together. */
export function scopeOf({ question, kind, order, lines }: CaseRecords, asked: readonly JudgedLine[]): Scope {
  const { request, customer, conversation, tools, answers } = question;
  const scope = new Scope({
    request,
    customer,
    refunds: customer?.refunds,
    order: { ...order, lines: lines.map(({ record }) => record) },
    lines: asked.map(lineRecord),
    conversation,
    tools,
    answers
  });
  scope.computed.set('order_found', true).set('request_understood', kind !== null);
  return scope;
}

/** What facts read of one line asked for. */
export const lineRecord = ({ id, quantity, line, verdict }: JudgedLine): Readonly<Record<string, unknown>> =>
  Object.assign({} as Record<string, unknown>, line?.record, {
    line_id: id,
    asked: quantity,
    on_order: line !== undefined,
    verdict
  });

/** The facts of a policy. Those of other tables are not computed. */
export function factsIn(scope: Scope, policy: RulePolicy, declared: ReadonlyMap<string, DeclaredFact>): Facts {
  const tables = [...policy.versions, policy.shadow];
  const asked = new Set(tables.flatMap(table => table?.rules.map(({ asks }) => asks) ?? []));
  // What a record knows goes before what is only said.
  const answer = (name: string) => (asked.has(name) ? (scope.at(['answers', name]) as FactValue | undefined) : null);
  const read = (name: string) =>
    declared.get(name)?.read(scope) ?? scope.base.computed.get(name) ?? answer(name) ?? null;
  // A version of the table may know more words than another one, so a value is held to what both declare.
  const values = [...policy.facts].map(([name, declaration]) => {
    const value = read(name);
    return [name, value !== null && isAsDeclared(declaration, value) ? value : null] as const;
  });
  return Object.fromEntries(values);
}

/** Facts about an order that does not exist or is somebody else's: nothing but that. */
export function unfoundFacts(policy: RulePolicy, kind: RequestKind | null): Facts {
  const nothing = Object.fromEntries([...policy.facts.keys()].map(name => [name, null]));
  return { ...nothing, order_found: false, request_understood: kind !== null };
}
