import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadDocuments, type Candidate } from '../../../core/documents/load.js';
import { formatProblem } from '../../../core/errors.js';
import { FactDeclarationsKind } from '../../../core/rules/fact-declarations.js';
import { RuleTableKind, type RuleTable } from '../../../core/rules/rule-table.js';
import { RuleTables } from '../../../core/rules/rule-policies.js';

export const FACTS = `kind: facts
version: 1
id: parking
facts:
  hours: { type: integer, unit: hours, meaning: How long the car stood. }
  fee: { type: money, meaning: What is due. }
  permit: { type: string, values: [none, resident, staff], meaning: Which permit the car has. }
  towed: { type: boolean, meaning: The car was towed. }
  valid_until: { type: date, meaning: Last day of the permit. }
`;

/** A small table; the tests of mistakes change one piece of it. */
export const TABLE = `kind: rule-table
version: 1
id: parking
title: Parking
decides: [pay, free, ask]
gives:
  due: { type: money }
facts: [hours, fee, permit, towed]
settings:
  free_hours: { type: integer, value: 2, meaning: Nobody pays for these. }
  large_fee: { type: money, value: '100.00', meaning: Asked for by a person. }
conditions:
  short_stay: { fact: hours, operator: lessThanInclusive, value: { setting: free_hours } }
baseline: { hours: 5, fee: '20.00', permit: none, towed: false }
rules:
  - id: towed
    ref: R1
    priority: 40
    why: A towed car is at the pound.
    when: { fact: towed, operator: equal, value: true }
    then: { decision: ask, reason: towed }
    says: Your car was towed.
    examples: { fires: [{ towed: true }], near_misses: [{ towed: false }] }
  - id: short
    ref: R2
    priority: 30
    why: Short stays are free.
    when: { any: [{ condition: short_stay }, { fact: permit, operator: in, value: [staff] }] }
    then: { decision: free, reason: short_stay }
    says: The first {{ settings.free_hours }} hours are free.
    examples: { fires: [{ hours: 2 }, { permit: staff }], near_misses: [{ hours: 3 }] }
  - id: large
    ref: R3
    priority: 20
    why: Large fees are checked.
    when: { not: { fact: fee, operator: lessThanInclusive, value: { setting: large_fee } } }
    then: { decision: ask, reason: large_fee }
    says: A colleague checks your fee of {{ facts.fee }}.
    examples: { fires: [{ fee: '100.01' }], near_misses: [{ fee: '100.00' }] }
  - id: pay
    ref: R4
    priority: 10
    why: Everybody else pays.
    when: always
    then: { decision: pay, reason: standard, due: { fact: fee } }
    says: Please pay {{ params.due }}.
    examples: { fires: [{}], near_misses: [{ hours: 1 }] }
`;

/** Loads a facts file and a table through the kernel's own loader. */
export function loadTable(table: string, facts = FACTS): Promise<Candidate> {
  const root = mkdtempSync(join(tmpdir(), 'rules-'));
  mkdirSync(join(root, 'policies'));
  writeFileSync(join(root, 'policies/facts.yaml'), facts);
  writeFileSync(join(root, 'policies/parking.yaml'), table);
  return loadDocuments({
    root,
    kinds: [FactDeclarationsKind, RuleTableKind],
    assemblies: [RuleTables],
    items: () => []
  });
}

export async function parkingTable(): Promise<RuleTable> {
  return (await loadTable(TABLE)).set!.get(RuleTables).get('parking')!;
}

/** The problems of TABLE after one replacement, as `line:col code`. */
export async function problemsAfter(find: string, replacement: string): Promise<string[]> {
  if (!TABLE.includes(find)) throw new Error(`the table has no '${find}'`);
  return problemsOf(TABLE.replace(find, replacement));
}

export async function problemsOf(table: string, facts = FACTS): Promise<string[]> {
  return (await loadTable(table, facts)).problems.map(formatProblem);
}
