import { Anchors } from '../text/anchors.js';
import type { Pattern, Search } from '../text/pattern.js';
import type { Readings } from '../text/views.js';
import { placeIn, type View } from '../text/view.js';
import type { Channel, RulePlace, SignalName } from './injection-rules.js';

/** A pattern of a rule with everything that decides whether it counts. */
export interface ActivePattern {
  readonly rule: string;
  readonly group: string | undefined;
  readonly source: string;
  readonly weight: number;
  /** The list of patterns in which it stands, and its number there from 0. */
  readonly place: RulePlace;
  readonly nth: number;
  readonly pattern: Pattern;
  readonly channels: ReadonlySet<Channel>;
  readonly views: ReadonlySet<string> | null;
  readonly keywords: readonly string[];
  readonly unless: readonly Search[];
}

export interface ActiveSignal {
  readonly rule: string;
  readonly signal: SignalName;
  readonly min: number;
  readonly weight: number;
  readonly place: RulePlace;
  readonly channels: ReadonlySet<Channel>;
}

/** A match of one pattern, or a signal given, before it is reported. */
export interface Hit {
  readonly rule: string;
  readonly group: string | undefined;
  /** The pattern's source, or the signal's name. */
  readonly pattern: string;
  readonly weight: number;
  readonly place: RulePlace | undefined;
  /** Which of those that stand there, from 0; undefined where it is one alone. */
  readonly nth: number | undefined;
  readonly start: number;
  readonly end: number;
  readonly view: string;
}

/** How far from a match an `unless` looks, in characters of the view; never beyond the sentence. */
const NEAR = 80;
const STOP = ' ;';
const MOST_HITS_PER_PATTERN = 20;

/** Views of any text whatever: a short word turns up in them by chance. */
const CIPHERS = new Set(['rot13', 'caesar', 'reversed']);
const SHORTEST_CIPHER = 10;

const NOWHERE = 0x7fffffff;

/** Anchors and requirements share one automaton: patterns count up from 0, requirements down from -1. */
const requirement = (index: number): number => -1 - index;

export class Scanner {
  private readonly words = new Anchors();
  private readonly raw = new Anchors();
  /** The requirement of every pattern, or -1. */
  private readonly needs: Int32Array;
  /** 1 for a pattern whose requirement has to be met before the sentence ends. */
  private readonly local: Uint8Array;
  /** Where each requirement is met next, as a view is gone through from its end. */
  private readonly next: Int32Array;
  /** 1 for a pattern that counts only at the start of a sentence. */
  private readonly starts: Uint8Array;
  /** The patterns and requirements that begin alike at a place, in order of place. */
  private readonly met: (readonly number[])[] = [];
  private readonly places: number[] = [];
  /** Pairs of a pattern and a place. */
  private readonly due: number[] = [];

  constructor(private readonly patterns: readonly ActivePattern[]) {
    const requirements = new Map<string, number>();
    this.needs = new Int32Array(patterns.length).fill(-1);
    this.local = new Uint8Array(patterns.length);
    this.starts = Uint8Array.from(patterns, ({ pattern }) => (pattern.atStart ? 1 : 0));
    patterns.forEach(({ pattern: { form, anchors, required } }, index) => {
      const automaton = form === 'words' ? this.words : this.raw;
      for (const anchor of anchors) automaton.add(anchor, index);
      if (required === null) return;
      const key = required.beginnings.join('|');
      const known = requirements.get(key);
      const id = known ?? requirements.size;
      this.needs[index] = id;
      if (required.sameSentence) this.local[index] = 1;
      if (known !== undefined) return;
      requirements.set(key, id);
      for (const beginning of required.beginnings) automaton.add(beginning, requirement(id));
    });
    this.next = new Int32Array(requirements.size);
  }

  /** Adds the hits of all views to `hits`; returns the work done, which grows linearly with the text. */
  scan(views: readonly View[], hits: Hit[]): number {
    let work = 0;
    for (const view of views) {
      const { met, places } = this;
      met.length = places.length = 0;
      work += (view.form === 'words' ? this.words : this.raw).scan(view.text, (values, at) => {
        met.push(values);
        places.push(at);
      });
      const due = this.promising(view.text);
      const seen = new Map<number, { count: number; end: number }>();
      for (let i = due.length - 2; i >= 0; i -= 2)
        this.tryAt(due[i] as number, due[i + 1] as number, view, { seen, hits });
      work += due.length / 2;
    }
    return work;
  }

  /** The places at which a pattern may match: where its requirement is met further on. Last place first. */
  private promising(text: string): readonly number[] {
    const { met, places, due, next, needs, local, starts } = this;
    next.fill(NOWHERE);
    due.length = 0;
    let sentence = text.length;
    let stop = sentence;
    for (let i = met.length - 1; i >= 0; i--) {
      const at = places[i] as number;
      while (sentence > at) {
        stop = sentence;
        sentence = stop === 0 ? 0 : text.lastIndexOf(';', stop - 1);
      }
      const first = at === 0 || startsSentence(text, at);
      for (const value of met[i] as readonly number[]) {
        if (value < 0) {
          next[requirement(value)] = at;
          continue;
        }
        if (!first && starts[value] === 1) continue;
        const need = needs[value] as number;
        if (need >= 0 && (next[need] as number) > (local[value] === 1 ? stop : text.length)) continue;
        due.push(value, at);
      }
    }
    return due;
  }

  private tryAt(
    index: number,
    at: number,
    view: View,
    { seen, hits }: { readonly seen: Map<number, { count: number; end: number }>; readonly hits: Hit[] }
  ): void {
    const active = this.patterns[index] as ActivePattern;
    const { regexp } = active.pattern;
    regexp.lastIndex = at;
    if (!regexp.test(view.text)) return;
    const end = regexp.lastIndex;
    const before = seen.get(index);
    if (before !== undefined && (before.count >= MOST_HITS_PER_PATTERN || at < before.end)) return;
    if (end - at < SHORTEST_CIPHER && CIPHERS.has(view.name)) return;
    if (!counts(active, view, at, end)) return;
    seen.set(index, { count: (before?.count ?? 0) + 1, end });
    const [start, stop] = placeIn(view, at, end);
    const { rule, group, source, weight, place, nth } = active;
    const name = view.form === 'raw' && view.name === 'plain' ? 'raw' : view.name;
    hits.push({ rule, group, pattern: source, weight, place, nth, start, end: stop, view: name });
  }
}

/** After a sentence mark or a colon of the `words` view. */
function startsSentence(text: string, at: number): boolean {
  const mark = text.charCodeAt(at - 2);
  return mark === 59 || mark === 58;
}

function counts(active: ActivePattern, view: View, start: number, end: number): boolean {
  if (active.views !== null && !active.views.has(view.name)) return false;
  if (active.keywords.length > 0 && !active.keywords.some(keyword => view.text.includes(keyword))) return false;
  if (active.unless.length === 0) return true;
  const near = neighbourhood(view, start, end);
  return !active.unless.some(({ regexp }) => regexp.test(near));
}

/** Words of another sentence excuse nothing; otherwise one harmless word beside an attack would hide it. */
function neighbourhood({ form, text }: View, start: number, end: number): string {
  let from = Math.max(0, start - NEAR);
  let to = Math.min(text.length, end + NEAR);
  if (form === 'words') {
    const before = text.lastIndexOf(STOP, start);
    const after = text.indexOf(STOP, end - 1);
    if (before >= from) from = before + STOP.length;
    if (after >= 0 && after < to) to = after + STOP.length;
  }
  return text.slice(from, to);
}

/** Stretches that have a signal of their own, or none. */
const UNSIGNALLED = new Set(['tags', 'selectors', 'zero_width', 'markup', 'entities']);

const ENCODED: ReadonlySet<SignalName> = new Set(['decoded_prose', 'decoded_wholly', 'escaped_letters']);

const WHOLE: ReadonlySet<SignalName> = new Set(['split_letters', 'repeated_filler']);

/** The stretch of the original that a signal speaks of. */
export function spanOf(signal: SignalName, { decoded, hidden }: Readings, length: number): readonly [number, number] {
  if (ENCODED.has(signal)) {
    const spans = decoded.filter(({ encoding }) => !UNSIGNALLED.has(encoding)).map(({ span }) => span);
    return [Math.min(...spans.map(span => span[0])), Math.max(...spans.map(span => span[1]))];
  }
  return WHOLE.has(signal) ? [0, length] : hidden.span;
}

/** What the structure of the text gives for every signal. */
export function countSignals(text: string, { hidden, decoded, split }: Readings): Record<SignalName, number> {
  let prose = 0;
  let escaped = 0;
  let covered = 0;
  for (const { encoding, text: inner, span } of decoded) {
    if (encoding === 'escaped') escaped++;
    else if (!UNSIGNALLED.has(encoding) && inner.includes(' ')) {
      prose++;
      covered = Math.max(covered, (span[1] - span[0]) / text.length);
    }
  }
  return {
    tag_characters: hidden.tag_characters,
    selector_run: hidden.selector_run,
    zero_width_run: hidden.zero_width_run,
    invisible_in_word: hidden.invisible_in_word,
    bidi_override: hidden.bidi_override,
    mixed_word: hidden.mixed_word,
    stacked_marks: hidden.stacked_marks,
    decoded_prose: prose,
    decoded_wholly: covered,
    escaped_letters: escaped,
    split_letters: split ? 1 : 0,
    repeated_filler: repeatedFiller(text)
  };
}

/** How often the text's first word is repeated in a row: filler that pushes instructions out of sight. */
function repeatedFiller(text: string): number {
  const words = text.split(/\s/, 400);
  let longest = 0;
  let run = 0;
  for (let i = 1; i < words.length; i++) {
    run = words[i] === words[i - 1] && words[i] !== '' ? run + 1 : 0;
    longest = Math.max(longest, run);
  }
  return longest;
}
