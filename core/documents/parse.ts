import { createHash } from 'node:crypto';
import type { YAMLException } from 'js-yaml';
import type { Problem } from '../errors.js';
import { isObject } from '../json.js';
import { once, yamlPackage } from '../packages.js';
import type { Source } from './kind.js';
import { lineOfText, placeFor, positions, secondDocument } from './positions.js';
import { contentAsBuilt } from './snapshot.js';
import { decoded, documentAt } from './text-file.js';

const MAX_DEPTH = 20;
const NOT_A_MAPPING = {
  code: 'not_a_mapping',
  message: 'a file holds one mapping that begins with kind: and version:'
};

/** The text of a file; `digest` is the SHA-256 of its bytes. */
export interface Identified {
  readonly source: Source;
  readonly digest: string;
  readonly text: string;
}

/** One file that parsed. */
export interface ReadFile extends Identified {
  readonly content: Readonly<Record<string, unknown>>;
}

/** What a text that stands in `file` goes by. */
export function identify(file: string, text: string): Identified {
  const digest = createHash('sha256').update(text).digest('hex');
  const places = once(() => positions(withoutMark(text)));
  const place = (pointer: string) => lineOfText(places(), pointer, text) ?? placeFor(places(), pointer);
  return { source: { file, revision: digest.slice(0, 12), place }, digest, text };
}

/** Parses one text, or takes what the build has read in it. */
export function parse(identified: Identified, problems: Problem[]): ReadFile | undefined {
  const known = contentAsBuilt(identified.digest);
  return known === undefined ? parseYaml(identified, problems) : { ...identified, content: known };
}

function parseYaml(identified: Identified, problems: Problem[]): ReadFile | undefined {
  const { file } = identified.source;
  const { load, YAMLException } = yamlPackage();
  const yaml = withoutMark(identified.text);
  let content: unknown;
  try {
    content = load(yaml, { filename: file, maxAliases: 0, maxDepth: MAX_DEPTH });
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    problems.push({ file, ...syntaxProblem(error, yaml) });
    return undefined;
  }
  if (isObject(content)) return { ...identified, content };
  problems.push({ ...NOT_A_MAPPING, file });
  return undefined;
}

/** Reads and parses the file at `path`; messages call it `file`. */
export function readFile(path: string, file: string, problems: Problem[]): ReadFile | undefined {
  const found = documentAt(path, { file, problems });
  return found === undefined ? undefined : parse(identify(file, found.text), problems);
}

/** Decodes and parses what a file holds that was read elsewhere; messages call it `file`. */
export function parseBytes(file: string, bytes: Uint8Array, problems: Problem[]): ReadFile | undefined {
  const text = decoded(bytes, file, problems);
  return text === undefined ? undefined : parse(identify(file, text), problems);
}

const withoutMark = (text: string) => text.replace(/^\ufeff/, '');

function syntaxProblem({ reason, mark }: YAMLException, yaml: string): Problem {
  const place = { line: (mark?.line ?? 0) + 1, column: (mark?.column ?? 0) + 1 };
  if (reason.startsWith('expected a document')) return { ...NOT_A_MAPPING, ...place };
  if (reason.startsWith('expected a single document'))
    return {
      code: 'several_documents',
      message: 'a file holds one document; move this one to its own file',
      ...secondDocument(yaml)
    };
  if (reason.startsWith('aliases exceeded'))
    return { code: 'yaml_alias', message: 'aliases are not followed; write the value out', ...place };
  const line = yaml.split('\n')[place.line - 1] ?? '';
  // The second colon of "says: Note: …" begins a mapping where a text was meant.
  const quotes = /:\s+[^'"[{|>].*:(?:\s|$)/.test(line) ? '; put a text that holds a colon in quotes' : '';
  return { code: 'yaml_syntax', message: `${reason}${quotes}`, ...place };
}
