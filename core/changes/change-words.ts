import type { RuleTableText } from '../rules/rule-table.js';
import type { Change } from './content-changes.js';
import type { DocumentChange } from './document-changes.js';
import { ruleTableLines } from './rule-changes.js';

const LONGEST = 160;

/** The lines that say what changed in one document. */
export function changeLines({ kind, how, changes, before, after }: DocumentChange): readonly string[] {
  if (kind === 'rule-table' && how !== 'moved') {
    const [was, is] = [before, after] as readonly (RuleTableText | undefined)[];
    const lines = ruleTableLines(was, is);
    return lines.length > 0 ? lines : changes.map(lineOf);
  }
  return changes.map(lineOf);
}

function lineOf({ at, ...values }: Change): string {
  const where = at.map(part => part.replaceAll('_', ' ')).join(' › ');
  if (!('before' in values)) return `${where}: added ${said(values.after)}`;
  if (!('after' in values)) return `${where}: removed ${said(values.before)}`;
  if (values.before === values.after) return `${where}: in another order`;
  return `${where}: ${said(values.before)} → ${said(values.after)}`;
}

function said(value: unknown): string {
  const text = typeof value === 'string' ? `“${value.replace(/\s+/g, ' ').trim()}”` : JSON.stringify(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
