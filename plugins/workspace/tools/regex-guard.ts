import { Denied } from '../contract.js';

const MAX_CHARACTERS = 1000;
const MAX_DEPTH = 50;
const MAX_COUNT = 1000;
/** Largest product of counts that may nest: the four numbers of an address are harmless, a thousand times a thousand is not. */
const MAX_PRODUCT = 64;
/** A fixed number of times around something unbounded: the cost grows with that power. */
const MAX_FIXED_OUTER = 4;
const QUANTIFIER = /([*+?]|\{(\d+)(?:,(\d*))?\})\??/y;
const GROUP_OPEN = /\((?:\?(?:[:=!]|<[=!]|<[\p{L}_$][\p{L}\p{N}_$]*>))?/uy;
const CONTROL_ESCAPES: Readonly<Record<string, string>> = { t: '\t', f: '\f', v: '\v' };

interface Group {
  /** Largest variable count of a repetition inside, 0 for none. */
  repeats: number;
  /** Product of the fixed counts inside. */
  copies: number;
  alternatives: boolean;
  /** The literal text being read, and the longest that every match has so far. */
  run: string;
  longest: string;
  readonly zeroWidth: boolean;
}

export interface GuardedRegex {
  /** A text that every match contains, in the pattern's own case; empty where none is known. */
  readonly required: string;
  /** The pattern is nothing but `required`. */
  readonly plain: boolean;
  /** It asks for a line break, which no single line has. */
  readonly crossesLines: boolean;
}

const unsafe = (why: string): Denied =>
  new Denied('unsafe_pattern', `the expression is refused: ${why}; simplify it, or search with regex: false`);

const newGroup = (zeroWidth: boolean): Group => ({
  repeats: 0,
  copies: 1,
  alternatives: false,
  run: '',
  longest: '',
  zeroWidth
});

function endRun(group: Group): void {
  if (group.run.length > group.longest.length) group.longest = group.run;
  group.run = '';
}

interface Count {
  readonly least: number;
  readonly most: number;
}

/** Reads the expression once, from left to right. Throws `Denied` unsafe_pattern for what may take for ever. */
class Reader {
  #at = 0;
  #plain = true;
  #crossesLines = false;
  readonly #open: Group[] = [newGroup(false)];

  constructor(private readonly source: string) {}

  read(): GuardedRegex {
    while (this.#at < this.source.length) this.#item();
    const top = this.#open[0]!;
    endRun(top);
    const required = top.alternatives ? '' : top.longest;
    const plain = this.#plain && required === this.source.replace(/\\(.)/gs, '$1');
    return { required, plain, crossesLines: this.#crossesLines || /[\r\n]/.test(required) };
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.source);
    if (found !== null) this.#at += found[0].length;
    return found;
  }

  #quantifier(): Count | undefined {
    const found = this.#match(QUANTIFIER);
    if (found === null) return undefined;
    this.#plain = false;
    const [, sign, least, most] = found;
    if (sign === '*') return { least: 0, most: Number.POSITIVE_INFINITY };
    if (sign === '+') return { least: 1, most: Number.POSITIVE_INFINITY };
    if (sign === '?') return { least: 0, most: 1 };
    const low = Number(least);
    const high = most === undefined ? low : most === '' ? Number.POSITIVE_INFINITY : Number(most);
    if (low > MAX_COUNT || (Number.isFinite(high) && high > MAX_COUNT))
      throw unsafe(`it repeats more than ${MAX_COUNT} times`);
    return { least: low, most: high };
  }

  #item(): void {
    const group = this.#open.at(-1)!;
    const character = String.fromCodePoint(this.source.codePointAt(this.#at)!);
    if (character === '(') this.#enter();
    else if (character === ')' && this.#open.length > 1) this.#leave();
    else if (character === '|') {
      this.#at++;
      this.#plain = false;
      group.alternatives = true;
      endRun(group);
    } else if (character === '^' || character === '$') {
      this.#at++;
      this.#plain = false;
    } else this.#atom(group, character);
  }

  #enter(): void {
    this.#plain = false;
    const found = this.#match(GROUP_OPEN)!;
    endRun(this.#open.at(-1)!);
    this.#open.push(newGroup(/^\(\?<?[=!]/.test(found[0])));
    if (this.#open.length > MAX_DEPTH) throw unsafe(`it nests groups more than ${MAX_DEPTH} deep`);
  }

  #leave(): void {
    this.#at++;
    const inner = this.#open.pop()!;
    const outer = this.#open.at(-1)!;
    endRun(inner);
    const count = this.#quantifier() ?? { least: 1, most: 1 };
    if (count.most > 1) checkNesting(inner.repeats, count);
    const isVariable = count.most > 1 && count.most !== count.least;
    outer.repeats = Math.max(outer.repeats, inner.repeats * Math.max(1, count.most), isVariable ? count.most : 0);
    this.#copies(outer, inner.copies * (Number.isFinite(count.most) ? Math.max(1, count.most) : 1));
    if (!inner.alternatives && !inner.zeroWidth && count.least > 0 && inner.longest.length > outer.longest.length)
      outer.longest = inner.longest;
  }

  #copies(group: Group, copies: number): void {
    group.copies = Math.max(group.copies, copies);
    if (group.copies > MAX_COUNT) throw unsafe(`its counts multiply to more than ${MAX_COUNT}`);
  }

  #atom(group: Group, character: string): void {
    const literal = this.#literal(character);
    const count = this.#quantifier();
    if (count !== undefined && count.most > 1) {
      if (count.most !== count.least) group.repeats = Math.max(group.repeats, count.most);
      if (Number.isFinite(count.most)) this.#copies(group, count.most);
    }
    if (literal === '') return;
    if (literal === undefined) endRun(group);
    else if (count === undefined) group.run += literal;
    else {
      if (count.least > 0) group.run += literal;
      endRun(group);
    }
  }

  /** Consumes one atom: its character, the empty text for an assertion, undefined for a class. */
  #literal(character: string): string | undefined {
    if (character === '[') {
      this.#plain = false;
      this.#class();
      return undefined;
    }
    this.#at += character.length;
    if (character === '.') {
      this.#plain = false;
      return undefined;
    }
    if (character !== '\\') return character;
    const escaped = this.source[this.#at++] ?? '';
    if (/[^\p{L}\p{N}]/u.test(escaped)) return escaped;
    this.#plain = false;
    if (escaped === 'n') this.#crossesLines = true;
    if (escaped === 'b' || escaped === 'B') return '';
    const control = CONTROL_ESCAPES[escaped];
    if (control !== undefined) return control;
    this.#match(
      /(?<=u)\{[0-9a-f]{1,6}\}|(?<=u)[0-9a-f]{4}|(?<=x)[0-9a-f]{2}|(?<=[pP])\{[^}]{1,60}\}|(?<=k)<[^>]{1,60}>|(?<=c)[a-z]|(?<=\d)\d{1,2}/iy
    );
    return undefined;
  }

  #class(): void {
    for (this.#at++; this.#at < this.source.length && this.source[this.#at] !== ']'; this.#at++) {
      if (this.source[this.#at] === '\\') this.#at++;
    }
    this.#at++;
  }
}

/** Nested repetition is refused, except where both counts are small or the outer one is small and fixed. */
function checkNesting(inner: number, outer: Count): void {
  if (inner === 0) return;
  const isSmall = inner * outer.most <= MAX_PRODUCT;
  const isFixed = outer.most === outer.least && outer.most <= MAX_FIXED_OUTER;
  if (!isSmall && !isFixed) throw unsafe('it nests a repetition inside a repeated group');
}

/** Throws `Denied`: invalid_pattern for bad syntax, unsafe_pattern for expressions that may take exponential time. */
export function guardRegex(source: string): GuardedRegex {
  if (source.length > MAX_CHARACTERS) throw unsafe(`it has more than ${MAX_CHARACTERS} characters`);
  compileRegex(source, '');
  return new Reader(source).read();
}

/** Unicode mode where the expression allows it; else the lenient mode, which takes escapes such as `\-`. */
export function compileRegex(source: string, flags: string): RegExp {
  try {
    return new RegExp(source, `${flags}u`);
  } catch {
    try {
      return new RegExp(source, flags);
    } catch (error) {
      const why = error instanceof Error ? error.message.split(': ').at(-1) : 'bad syntax';
      const advice =
        'expressions are JavaScript: no inline flags such as (?i) (use case), no possessive or atomic groups';
      throw new Denied('invalid_pattern', `the expression is not valid: ${why} (${advice})`);
    }
  }
}

export const escapeRegex = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
