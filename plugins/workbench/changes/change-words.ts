import type { RuleTableText } from '../../../core/rules/index.js';
import type { Change } from './content-changes.js';
import type { DocumentChange } from './document-changes.js';
import { ruleTableLines } from './rule-changes.js';

/** Characters of two texts that stand beside each other whole, and of any text: what differs may be its end. */
const LONGEST = 160;
const MOST_SHOWN = 800;

/** The lines that say what changed in one document. */
export function changeLines({ kind, how, changes, before, after }: DocumentChange): readonly string[] {
  if (kind === 'rule-table' && how !== 'moved') {
    const [was, is] = [before, after] as readonly (RuleTableText | undefined)[];
    const lines = ruleTableLines(was, is);
    return lines.length > 0 ? lines : changes.flatMap(linesOf);
  }
  return changes.flatMap(linesOf);
}

function linesOf({ at, ...values }: Change): readonly string[] {
  const where = at.map(part => part.replaceAll('_', ' ')).join(' › ');
  const { before, after } = values;
  if (!('before' in values)) return [`${where}: added ${said(after)}`];
  if (!('after' in values)) return [`${where}: removed ${said(before)}`];
  if (before === after) return [`${where}: in another order`];
  if (typeof before !== 'string' || typeof after !== 'string' || before.length + after.length < LONGEST)
    return [`${where}: ${said(before)} → ${said(after)}`];
  // Of a long text, the sentences that differ.
  const [was, is] = [sentences(before), sentences(after)];
  return [
    ...was.filter(sentence => !is.includes(sentence)).map(sentence => `${where}: removed ${said(sentence)}`),
    ...is.filter(sentence => !was.includes(sentence)).map(sentence => `${where}: added ${said(sentence)}`)
  ];
}

const sentences = (text: string) =>
  text
    .split(/\n|(?<=[.!?])\s+/)
    .map(sentence => sentence.trim())
    .filter(sentence => sentence !== '');

function said(value: unknown): string {
  const text = typeof value === 'string' ? `“${value.replace(/\s+/g, ' ').trim()}”` : JSON.stringify(value);
  return text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text;
}
