import { type Evaluation, percent, table, type Verdict } from '../../../../core/workbench/index.js';
import type { Redactor } from '../redactor.js';

/** One line of a labelled file. Without `secrets` it is predicted and not counted. */
export interface RedactionRow {
  readonly id: string;
  readonly text: string;
  readonly path?: string;
  /** What has to be hidden; empty for a harmless text. */
  readonly secrets?: readonly string[];
  /** Groups rows in the report, for example `format`, `context`, `generic`, `harmless`. */
  readonly label?: string;
}

export interface RedactionPrediction {
  readonly id: string;
  readonly count: number;
  readonly text: string;
}

export function predictRedaction(redactor: Redactor, { id, text, path }: RedactionRow): RedactionPrediction {
  const { count, text: hidden } = redactor.redact(text, path);
  return { id, count, text: hidden };
}

/** A tail is so many characters in a row, from either end of a secret that is gone as a whole. */
const TAIL = 4;

const MARKS = /\[redacted:[a-z0-9-]{1,40}\]/g;

function leavesTail(original: string, hidden: string, secret: string): boolean {
  if (secret.length < 3 * TAIL) return false;
  const left = hidden.replace(MARKS, '');
  const rest = original.split(secret).join('');
  return [secret.slice(0, TAIL), secret.slice(-TAIL)].some(part => left.split(part).length > rest.split(part).length);
}

const NO_LABEL = 'none';

/** Recall and tails over secrets, false alarms over harmless texts; nothing is counted twice. */
export function evaluateRedaction(redactor: Redactor, rows: readonly RedactionRow[]): Evaluation {
  const predictions = rows.map(row => predictRedaction(redactor, row));
  const groups = new Map<string, { secrets: number; found: number; tails: number; harmless: number; alarms: number }>();
  const errors: string[] = [];
  const verdicts: Verdict[] = [];
  rows.forEach(({ id, text, secrets, label }, i) => {
    if (secrets === undefined) return;
    const name = label ?? NO_LABEL;
    const group = groups.get(name) ?? { secrets: 0, found: 0, tails: 0, harmless: 0, alarms: 0 };
    groups.set(name, group);
    const { text: hidden, count } = predictions[i] as RedactionPrediction;
    const missed = errors.length;
    if (secrets.length === 0) {
      group.harmless++;
      if (count > 0) group.alarms++;
      if (count > 0) errors.push(`${id}: hides a part of a harmless text: ${JSON.stringify(hidden)}`);
    }
    for (const secret of secrets) {
      group.secrets++;
      const gone = !hidden.includes(secret);
      const tail = gone && leavesTail(text, hidden, secret);
      if (gone) group.found++;
      if (tail) group.tails++;
      if (!gone || tail) errors.push(`${id}: ${gone ? 'leaves a tail' : 'leaves a secret'}: ${JSON.stringify(hidden)}`);
    }
    const verdict = errors.length === missed ? 'right' : secrets.length === 0 ? 'falsely hidden' : 'left';
    verdicts.push({ id, verdict, said: `${count} hidden` });
  });
  const total = (key: 'secrets' | 'found' | 'tails' | 'harmless' | 'alarms'): number =>
    [...groups.values()].reduce((sum, group) => sum + group[key], 0);
  const share = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole);
  const lines = [...groups].map(([name, group]) => [
    name,
    `${group.found}/${group.secrets}`,
    percent(group.found, group.secrets),
    String(group.tails),
    `${group.alarms}/${group.harmless}`
  ]);
  return {
    predictions,
    figures: {
      recall: share(total('found'), total('secrets')),
      ...Object.fromEntries(
        [...groups]
          .filter(([name, { secrets }]) => name !== NO_LABEL && secrets > 0)
          .map(([name, { found, secrets }]) => [`${name}_recall`, found / secrets])
      ),
      tails: share(total('tails'), total('secrets')),
      false_alarms: share(total('alarms'), total('harmless'))
    },
    report: table(['label', 'hidden', 'recall', 'tails', 'false alarms'], lines).join('\n'),
    verdicts,
    errors
  };
}
