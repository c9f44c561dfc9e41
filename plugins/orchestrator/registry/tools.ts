import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { canonicalJson, isObject } from '../../../core/index.js';
import type { AssessText, Suspicion } from '../policy/description-guard.js';
import { paramHeadersOf, type ParamHeader } from '../upstream/headers.js';

/** What routing needs to know of one tool of one server. */
export interface KnownTool {
  readonly name: string;
  /** The same for tools with the same schemas. */
  readonly schemaHash: string;
  /** Whether it says of itself that a second call does no more than the first. */
  readonly repeatable: 'yes' | 'no' | 'unknown';
  readonly headers: readonly ParamHeader[];
  /** Of all that the server says of it: another one means that it says something else. */
  readonly digest: string;
  /** What its description says to models. */
  readonly suspicion: Suspicion;
  /** As the server lists it. */
  readonly description: Readonly<Record<string, unknown>>;
}

export type KnownTools = ReadonlyMap<string, KnownTool>;

/** What a server was found to offer. */
export interface Discovered {
  /** Names of the protocol's capabilities that it declares, and of its tools. */
  readonly capabilities: ReadonlySet<string>;
  /** Undefined where its tools could not be listed. */
  readonly tools: KnownTools | undefined;
  /** Of `performance.now()`: until then its list of tools need not be asked for again. */
  readonly freshUntil: number;
  /** Whether the list may be shown to anybody. */
  readonly shared: boolean;
}

/**
 * Reads one entry of `tools/list`; undefined for what is none. A tool that is listed as it was in `before` is the very one
 * that it was: most lists never change, and to compare one costs a fraction of reading it.
 */
export function knownTool(entry: unknown, before: KnownTools | undefined, assess: AssessText): KnownTool | undefined {
  if (!isObject(entry)) return undefined;
  const { name, inputSchema, outputSchema } = entry;
  if (typeof name !== 'string' || name === '') return undefined;
  const known = before?.get(name);
  if (known !== undefined && isDeepStrictEqual(known.description, entry)) return known;
  const { idempotentHint, readOnlyHint } = (entry['annotations'] ?? {}) as Readonly<Record<string, unknown>>;
  return {
    name,
    // Two servers that order the keys of a schema differently agree.
    schemaHash: digestOf([inputSchema ?? null, outputSchema ?? null]),
    repeatable: readOnlyHint === true || idempotentHint === true ? 'yes' : idempotentHint === false ? 'no' : 'unknown',
    headers: paramHeadersOf(inputSchema),
    digest: digestOf(entry),
    suspicion: assess(textsIn(entry).join('\n')),
    description: entry
  };
}

const digestOf = (value: unknown): string =>
  createHash('sha256').update(canonicalJson(value)).digest('hex').slice(0, 16);

/** All texts that a model may be shown, wherever a schema hides them. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inside]) =>
    Array.isArray(value) ? textsIn(inside) : [key, ...textsIn(inside)]
  );
}

/** Whether a server was found to offer what it was known to, in the same words. */
export function offersTheSame(known: Discovered, found: Discovered): boolean {
  return (
    isDeepStrictEqual(known.capabilities, found.capabilities) &&
    known.tools?.size === found.tools?.size &&
    [...(found.tools ?? [])].every(([name, tool]) => known.tools?.get(name) === tool)
  );
}
