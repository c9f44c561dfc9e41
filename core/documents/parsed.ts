import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';

/** Written beside the compiled code by the build: what the shipped files hold, as JSON by the SHA-256 of their bytes. */
const FOLDER = new URL('../../parsed/', import.meta.url);

type Content = Readonly<Record<string, unknown>>;

let noted: Map<string, Content> | undefined;

/** The content of a text that the build has parsed; reading it takes a tenth of the time that YAML takes. */
export function parsedBefore(digest: string): Content | undefined {
  if (noted !== undefined) return undefined;
  try {
    return JSON.parse(readFileSync(new URL(`${digest}.json`, FOLDER), 'utf8')) as Content;
  } catch {
    return undefined;
  }
}

/** For the build: every text is parsed from now on, and `writeParsed` writes down what it holds. */
export const noteParsed = (): void => void (noted = new Map());

export const note = (digest: string, content: Content): void => void noted?.set(digest, content);

/** Leaves out what JSON cannot say. */
export function writeParsed(): void {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  for (const [digest, content] of noted ?? []) {
    const json = JSON.stringify(content);
    if (isDeepStrictEqual(JSON.parse(json), content)) writeFileSync(new URL(`${digest}.json`, FOLDER), json);
  }
}
