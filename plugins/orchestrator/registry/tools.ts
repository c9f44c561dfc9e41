import { createHash } from 'node:crypto';
import { canonicalJson } from '../../../core/index.js';
import { paramHeadersOf, type ParamHeader } from '../upstream/headers.js';

/** What routing needs to know of one tool of one server. */
export interface KnownTool {
  readonly name: string;
  /** The same for tools with the same schemas. */
  readonly schemaHash: string;
  /** It says of itself that a second call does more than the first. */
  readonly notIdempotent: boolean;
  readonly headers: readonly ParamHeader[];
  /** As the server lists it. */
  readonly description: Readonly<Record<string, unknown>>;
}

/** What a server was found to offer. */
export interface Discovered {
  /** Names of the protocol's capabilities that it declares, and of its tools. */
  readonly capabilities: ReadonlySet<string>;
  /** Undefined where its tools could not be listed. */
  readonly tools: ReadonlyMap<string, KnownTool> | undefined;
  /** Of `performance.now()`: until then its list of tools need not be asked for again. */
  readonly freshUntil: number;
  /** Whether the list may be shown to anybody. */
  readonly shared: boolean;
}

/** Reads one entry of `tools/list`; undefined for what is none. */
export function knownTool(entry: unknown): KnownTool | undefined {
  if (typeof entry !== 'object' || entry === null) return undefined;
  const description = entry as Readonly<Record<string, unknown>>;
  const { name, inputSchema, outputSchema } = description;
  if (typeof name !== 'string' || name === '') return undefined;
  const { idempotentHint, readOnlyHint } = (description['annotations'] ?? {}) as Readonly<Record<string, unknown>>;
  return {
    name,
    // Two servers that order the keys of a schema differently agree.
    schemaHash: createHash('sha256')
      .update(canonicalJson([inputSchema ?? null, outputSchema ?? null]))
      .digest('hex')
      .slice(0, 16),
    notIdempotent: idempotentHint === false && readOnlyHint !== true,
    headers: paramHeadersOf(inputSchema),
    description
  };
}
