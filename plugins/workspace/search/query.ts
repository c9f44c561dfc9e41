import { Denied } from '../sandbox/denied.js';
import { escapeRegex } from '../../../core/text/index.js';
import { compileRegex } from './compile-regex.js';
import { guardRegex } from './regex-guard.js';

export type SearchOutput = 'lines' | 'files' | 'count';

export interface SearchArguments {
  readonly pattern: string;
  readonly path?: string;
  readonly regex?: boolean;
  readonly case?: 'smart' | 'sensitive' | 'insensitive';
  readonly word?: boolean;
  readonly glob?: string | readonly string[];
  readonly exclude?: string | readonly string[];
  readonly before?: number;
  readonly after?: number;
  readonly output?: SearchOutput;
  readonly include_hidden?: boolean;
  readonly respect_gitignore?: boolean;
  readonly max_results?: number;
  readonly cursor?: string;
}

/** Where the next page goes on: behind this line of the file, or behind the whole file where there is none. */
export interface SearchPosition {
  readonly path: string;
  readonly line?: number;
}

/** What is looked for, as data, so that it can be handed to a thread. */
export interface SearchQuery {
  /** Texts of which every matching line contains one; empty where none are known. */
  readonly needles: readonly string[];
  /** The needles are ASCII, so that they are the same bytes in every encoding. */
  readonly asciiNeedles: boolean;
  /** Finds one of the needles in Latin-1; undefined where there is one that is looked for as it is. */
  readonly finder: { readonly source: string; readonly flags: string } | undefined;
  readonly insensitive: boolean;
  /** Decides over a line that has a needle; undefined where the needle is all. */
  readonly regex: { readonly source: string; readonly flags: string } | undefined;
  /** The expression is the caller's: it runs where it can be stopped, and sees the beginning of long lines only. */
  readonly untrusted: boolean;
  readonly output: SearchOutput;
  readonly before: number;
  readonly after: number;
  /** Most lines that are worth finding in one file. */
  readonly limit: number;
}

const WORD = String.raw`[\p{L}\p{N}\p{M}_]`;
const MAX_LITERAL_CHARACTERS = 1000;

// oxlint-disable-next-line no-control-regex -- the whole of ASCII is meant
const isAscii = (text: string): boolean => /^[\x00-\x7f]*$/.test(text);

/** Upper case that is written out; `\S` and `\p{Lu}` are not. */
const hasCapital = (pattern: string): boolean =>
  /\p{Lu}/u.test(pattern.replace(/\\[pPk][{<][^}>]{1,60}[}>]|\\u\{?[0-9a-fA-F]{1,6}\}?|\\x[0-9a-fA-F]{2}|\\./g, ''));

const wholeWord = (source: string): string => `(?<!${WORD})(?:${source})(?!${WORD})`;

function verifier(source: string, insensitive: boolean): { source: string; flags: string } {
  const { flags } = compileRegex(source, insensitive ? 'i' : '');
  return { source, flags };
}

/** Throws `Denied` unsafe_pattern or invalid_pattern. Whole words need the unicode mode, which some escapes do not take. */
export function searchQuery(args: SearchArguments): SearchQuery {
  const { pattern } = args;
  if (pattern === '') throw new Denied('invalid_pattern', 'the pattern is empty');
  const isLiteral = args.regex === false;
  if (isLiteral && pattern.length > MAX_LITERAL_CHARACTERS)
    throw new Denied('invalid_pattern', `a literal has at most ${MAX_LITERAL_CHARACTERS} characters`);
  const literal = { required: [pattern], plain: true, crossesLines: /[\r\n]/.test(pattern) };
  const guarded = isLiteral ? literal : guardRegex(pattern);
  if (guarded.crossesLines)
    throw new Denied('invalid_pattern', 'the search goes line by line; the pattern cannot ask for a line break');
  const wanted = args.case ?? 'smart';
  const insensitive =
    wanted === 'insensitive' || (wanted === 'smart' && !hasCapital(isLiteral ? escapeRegex(pattern) : pattern));
  const [text = ''] = guarded.required;

  let regex: SearchQuery['regex'];
  if (guarded.plain) {
    const source = escapeRegex(text);
    if (args.word) regex = verifier(wholeWord(source), insensitive);
    else if (insensitive) regex = verifier(source, true);
  } else {
    regex = verifier(pattern, insensitive);
    if (args.word) {
      if (!regex.flags.includes('u'))
        throw new Denied('invalid_pattern', 'with word, escape only characters that need it (such as \\. and \\()');
      regex = verifier(wholeWord(pattern), insensitive);
    }
  }
  // Only one text as it is can be looked for in bytes; others are looked for in Latin-1, which is right for ASCII alone.
  const isFindable = (guarded.required.length === 1 && !insensitive) || guarded.required.every(isAscii);
  const needles = isFindable ? guarded.required : [];
  const source = needles.map(escapeRegex).join('|');
  return {
    needles,
    asciiNeedles: needles.every(isAscii),
    finder:
      needles.length > 1 || (insensitive && needles.length > 0)
        ? { source, flags: insensitive ? 'gi' : 'g' }
        : undefined,
    insensitive,
    regex,
    untrusted: !guarded.plain,
    output: args.output ?? 'lines',
    before: args.before ?? 0,
    after: args.after ?? 0,
    limit:
      args.output === 'files' ? 1 : args.output === 'count' ? Number.MAX_SAFE_INTEGER : (args.max_results ?? 100) + 1
  };
}
