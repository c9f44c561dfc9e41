import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const CODE = /^'([a-z]+(?:[_.][a-z]+)*)'$/;

/** The codes of all problems that the sources report; `*` stands for a part that is only known when running. */
export function problemCodes(): Set<string> {
  const codes = new Set<string>();
  for (const text of ['core', 'plugins'].flatMap(sources)) {
    for (const [, code] of text.matchAll(/\bcode: '([a-z_.]+)'/g)) codes.add(code!);
    for (const call of text.matchAll(/(?:\b(?:report|at|warn)|(?<![.\w])once)\((?!server|child)/g)) {
      const given = argumentsAt(text, call.index + call[0].length);
      // What reports at a place takes the place, the code and the sentence.
      if (call[0] === 'at(' && given.length < 3) continue;
      const code = given.map(codeIn).find(Boolean);
      if (code !== undefined) codes.add(code);
    }
  }
  return codes;
}

/** The codes that the error envelope of an HTTP answer may carry. */
export function envelopeCodes(): Set<string> {
  const union = /export type ApiErrorCode =([^;]*);/.exec(readFileSync('core/http/errors.ts', 'utf8'))?.[1] ?? '';
  return new Set([...union.matchAll(/'([a-z_]+)'/g)].map(m => m[1]!));
}

function codeIn(argument: string): string | undefined {
  const dynamic = /^`([a-z_]+)\$\{[^`]*\}`$/.exec(argument);
  return dynamic === null ? CODE.exec(argument)?.[1] : `${dynamic[1]}*`;
}

function sources(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && entry.name.endsWith('.ts'))
    .map(entry => readFileSync(join(entry.parentPath, entry.name), 'utf8'));
}

/** The arguments of a call whose opening parenthesis ends at `from`, as they are written. */
function argumentsAt(text: string, from: number): string[] {
  const found: string[] = [];
  let depth = 0;
  let quote: string | undefined;
  let start = from;
  for (let i = from; i < text.length; i++) {
    const char = text[i]!;
    if (quote !== undefined) {
      if (char === '\\') i++;
      else if (char === quote) quote = undefined;
    } else if (`'"\``.includes(char)) quote = char;
    else if ('([{'.includes(char)) depth++;
    else if (depth > 0 && ')]}'.includes(char)) depth--;
    else if (depth === 0 && (char === ',' || char === ')')) {
      found.push(text.slice(start, i).trim());
      start = i + 1;
      if (char === ')') break;
    }
  }
  return found;
}
