import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SHIPPED_ROOT } from '../harness/root.js';
import type { Random } from './random.js';

export const MOODS = ['neutral', 'brief', 'chatty', 'angry', 'polite', 'confused', 'nonnative'] as const;
export type Mood = (typeof MOODS)[number];

export interface Row {
  readonly act: string;
  /** With slots in braces. */
  readonly text: string;
  readonly mood: Mood;
  /** Of `answer_fault_kind`: what is wrong. */
  readonly issue?: string;
}

export type Slots = Readonly<Partial<Record<string, string>>>;

const FOLDER = join(SHIPPED_ROOT, 'test/data/authors');

/** What customers say, by act, from every file of wording by an independent author. */
export class Wording {
  readonly #byAct = new Map<string, Row[]>();

  constructor() {
    for (const name of readdirSync(FOLDER).sort())
      if (/^wording-.*\.jsonl$/.test(name))
        for (const line of readFileSync(join(FOLDER, name), 'utf8').split('\n'))
          if (line !== '') this.#add(JSON.parse(line) as Row);
  }

  #add(row: Row): void {
    const rows = this.#byAct.get(row.act);
    if (rows === undefined) this.#byAct.set(row.act, [row]);
    else rows.push(row);
  }

  get acts(): readonly string[] {
    return [...this.#byAct.keys()];
  }

  /**
   * A row of the act whose slots are all known and that `fits`, mostly in the mood; not one that was said before.
   * Undefined where there is none.
   */
  draw(act: string, random: Random, how: Drawing): Row | undefined {
    const open = (this.#byAct.get(act) ?? []).filter(
      row => slotsOf(row).every(slot => how.slots[slot] !== undefined) && (how.fits?.(row) ?? true)
    );
    const fresh = open.filter(row => !how.said.has(row.text));
    const rows = fresh.length > 0 ? fresh : open;
    if (rows.length === 0) return undefined;
    const own = rows.filter(({ mood }) => mood === how.mood);
    const row = random.of(own.length > 0 && random.chance(0.75) ? own : rows);
    how.said.add(row.text);
    return row;
  }
}

export interface Drawing {
  readonly mood: Mood;
  readonly slots: Slots;
  readonly said: Set<string>;
  readonly fits?: (row: Row) => boolean;
}

export const slotsOf = ({ text }: Row): readonly string[] => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);

export const filled = ({ text }: Row, slots: Slots): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => slots[name] ?? '');
