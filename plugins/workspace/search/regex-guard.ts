import {
  endAlternative,
  endRun,
  keepBest,
  newGroup,
  requiredBy,
  isDistinct,
  UNCLEAR,
  type Group,
  type Required
} from './regex-group.js';
import { compileRegex } from './compile-regex.js';
import {
  checkCopies,
  checkCount,
  checkDepth,
  checkLength,
  checkNesting,
  checkOptional,
  type Count
} from './regex-limits.js';

const QUANTIFIER = /([*+?]|\{(\d+)(?:,(\d*))?\})\??/y;
const GROUP_OPEN = /\((?:\?(?:[:=!]|<[=!]|<[\p{L}_$][\p{L}\p{N}_$]*>))?/uy;
const CONTROL_ESCAPES: Readonly<Record<string, string>> = { t: '\t', f: '\f', v: '\v' };

export interface GuardedRegex {
  /** Texts of which every match contains one, in the pattern's own case; empty where none are known. */
  readonly required: Required;
  /** The pattern is nothing but the one text that is required. */
  readonly plain: boolean;
  /** It asks for a line break, which no single line has. */
  readonly crossesLines: boolean;
}

/** Reads the expression once, from left to right. Throws `Denied` unsafe_pattern for what may take for ever. */
class RegexReader {
  #at = 0;
  #plain = true;
  #crossesLines = false;
  readonly #open: Group[] = [newGroup(false)];

  constructor(private readonly source: string) {}

  read(): GuardedRegex {
    while (this.#at < this.source.length) this.#item();
    const required = requiredBy(this.#open[0]!);
    const plain = this.#plain && required[0] === this.source.replace(/\\(.)/gs, '$1');
    const needsBreak = required.length > 0 && required.every(text => /[\r\n]/.test(text));
    return { required, plain, crossesLines: this.#crossesLines || needsBreak };
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
    const count = { least: low, most: high };
    checkCount(count);
    return count;
  }

  #item(): void {
    const group = this.#open.at(-1)!;
    const character = String.fromCodePoint(this.source.codePointAt(this.#at)!);
    if (character === '(') this.#enter();
    else if (character === ')' && this.#open.length > 1) this.#leave();
    else if (character === '|') {
      this.#at++;
      this.#plain = false;
      endAlternative(group);
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
    checkDepth(this.#open.length);
  }

  #leave(): void {
    this.#at++;
    const inner = this.#open.pop()!;
    const outer = this.#open.at(-1)!;
    const count = this.#quantifier() ?? { least: 1, most: 1 };
    if (count.most > 1) {
      checkNesting(inner.repeats, inner.needed.size > 0, count);
      if (inner.optional.size > 0 && !isDistinct(inner)) checkOptional(count);
    }
    if (!inner.zeroWidth) {
      for (const one of count.least > 0 ? inner.needed : [UNCLEAR])
        (count.least > 0 ? outer.needed : outer.optional).add(one);
      for (const one of inner.optional) outer.optional.add(one);
    }
    const isVariable = count.most > 1 && count.most !== count.least;
    outer.repeats = Math.max(outer.repeats, inner.repeats * Math.max(1, count.most), isVariable ? count.most : 0);
    this.#copies(outer, inner.copies * (Number.isFinite(count.most) ? Math.max(1, count.most) : 1));
    if (!inner.zeroWidth && count.least > 0) keepBest(outer, requiredBy(inner));
  }

  #copies(group: Group, copies: number): void {
    group.copies = Math.max(group.copies, copies);
    checkCopies(group.copies);
  }

  #atom(group: Group, character: string): void {
    const literal = this.#literal(character);
    const count = this.#quantifier();
    if (count !== undefined && count.most > 1) {
      if (count.most !== count.least) group.repeats = Math.max(group.repeats, count.most);
      if (Number.isFinite(count.most)) this.#copies(group, count.most);
    }
    if (literal === '') return;
    if (count === undefined || (count.most === count.least && count.least > 0)) group.needed.add(literal ?? UNCLEAR);
    else if (count.most === 1) group.optional.add(literal ?? UNCLEAR);
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

/** Throws `Denied`: invalid_pattern for bad syntax, unsafe_pattern for expressions that may take exponential time. */
export function guardRegex(source: string): GuardedRegex {
  checkLength(source);
  compileRegex(source, '');
  return new RegexReader(source).read();
}
