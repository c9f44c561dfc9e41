import type { DocumentKind } from '../../../core/index.js';
import { closed } from '../json-schema.js';
import { compileGlob } from './routing-rules.js';

/** What one caller may do. */
export interface CallerPolicy {
  /** Name of a key, or `*` for those that have no entry of their own. */
  readonly name: string;
  /** Whether it may call `server__tool`; undefined where it may call all. */
  readonly mayCall: ((name: string) => boolean) | undefined;
  /** Methods it may route besides, as `/route` names them; undefined for all. */
  readonly mayRoute: ((method: string) => boolean) | undefined;
  /** Requests a minute; undefined for no limit. */
  readonly perMinute: number | undefined;
  /** Requests at once; undefined for no limit. */
  readonly inFlight: number | undefined;
}

interface Content {
  readonly callers: readonly {
    readonly name: string;
    readonly tools?: readonly string[];
    readonly methods?: readonly string[];
    readonly per_minute?: number;
    readonly in_flight?: number;
  }[];
}

const count = (description: string) => ({ type: 'integer', minimum: 1, maximum: 1_000_000, description });
const globs = (description: string) => ({
  type: 'array',
  items: { type: 'string', minLength: 1, maxLength: 256 },
  description
});

/** `policies/routing/callers.yaml`: what each key may call, and how often. */
export const CallersKind: DocumentKind<readonly CallerPolicy[]> = {
  id: 'routing-callers',
  version: 1,
  folder: 'policies/routing',
  nameOf: () => 'routing-callers',
  schema: closed({
    kind: { const: 'routing-callers' },
    version: { const: 1 },
    callers: {
      type: 'array',
      items: closed(
        {
          name: {
            type: 'string',
            pattern: '^(?:[A-Za-z0-9_-]{1,64}|\\*)$',
            description: "Name of a key, or '*' for all that have no entry of their own."
          },
          tools: globs("Tools it may call, as server__tool: 'files__*', '*__{search,read}'. Left out, all."),
          methods: globs("Other methods it may route. Left out, all, and with 'tools' none."),
          per_minute: count('Requests a minute.'),
          in_flight: count('Requests at once.')
        },
        ['tools', 'methods', 'per_minute', 'in_flight']
      )
    }
  }),
  compile({ callers }: Content, report) {
    const names = new Set<string>();
    const any = (patterns: readonly string[] | undefined, pointer: string) => {
      if (patterns === undefined) return undefined;
      const fits = patterns.map((pattern, i) => {
        const glob = compileGlob(pattern);
        if (glob === undefined) report(`${pointer}/${i}`, 'routing_pattern', `the braces of '${pattern}' do not match`);
        return glob;
      });
      return (text: string) => fits.some(glob => glob?.(text) === true);
    };
    return callers.map(({ name, tools, methods, per_minute, in_flight }, i) => {
      if (names.has(name)) report(`/callers/${i}/name`, 'duplicate_name', `'${name}' has an entry already; join them`);
      names.add(name);
      return {
        name,
        mayCall: any(tools, `/callers/${i}/tools`),
        mayRoute: any(methods ?? (tools === undefined ? undefined : []), `/callers/${i}/methods`),
        perMinute: per_minute,
        inFlight: in_flight
      };
    });
  }
};
