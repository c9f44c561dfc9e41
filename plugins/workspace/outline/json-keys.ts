import { nameOf, type Definition, type Outline } from './definition.js';

/** Strings, comments, signs and bare words; what is left is read over one character at a time. */
const TOKEN = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|\/\/[^\n]*|\/\*[^]*?\*\/|[{}[\],:\n]|[^\s{}[\],:"'/]+|[^]/g;

interface Frame {
  readonly object: boolean;
  /** The key whose value is being read. */
  key: number | undefined;
}

function unquoted(token: string): string {
  if (!token.startsWith('"')) return nameOf(token);
  try {
    return nameOf(JSON.parse(token) as string);
  } catch {
    return nameOf(token);
  }
}

/** Keys of objects, also of those in lists, in JSON and what extends it: comments, single quotes, bare keys. */
export function jsonKeys(text: string): Outline {
  const definitions: (Definition & { end: number })[] = [];
  const frames: Frame[] = [];
  let level = 0;
  let line = 1;
  let last = 1;
  let candidate: string | undefined;
  const endValue = (frame: Frame | undefined): void => {
    if (frame?.key === undefined) return;
    definitions[frame.key]!.end = last;
    frame.key = undefined;
    level--;
  };

  for (const [token] of text.matchAll(TOKEN)) {
    const frame = frames.at(-1);
    if (token === '\n') line++;
    else if (token === '{' || token === '[') frames.push({ object: token === '{', key: undefined });
    else if (token === '}' || token === ']') {
      endValue(frame);
      frames.pop();
    } else if (token === ',') endValue(frame);
    else if (token === ':') {
      if (frame?.object === true && candidate !== undefined) {
        endValue(frame);
        frame.key = definitions.length;
        definitions.push({ kind: 'key', name: unquoted(candidate), start: last, end: last, level: level++ });
      }
    } else if (token.startsWith('/*')) line += token.split('\n').length - 1;
    else if (!/^(?:\s|\/\/)/.test(token)) candidate = token;
    if (!/^(?:\s|\/[/*])/.test(token)) last = line;
    if ('{}[],:'.includes(token)) candidate = undefined;
  }
  while (frames.length > 0) endValue(frames.pop());
  return { definitions, errors: false };
}
