import { type DocumentKind, type Report, type Source, valueAt } from '../../../core/index.js';
import { closed } from '../json-schema.js';
import type { Choice, RoutingRule } from './rule.js';
import { wantedOf, type Wanted, type WantedFields } from './wanted.js';

const text = { type: 'string', minLength: 1, maxLength: 256 } as const;
const request = closed({ method: text, capability: text, params: { type: 'object' } }, ['capability', 'params']);
const requests = { type: 'array', minItems: 1, items: request } as const;
const PATH = '^[A-Za-z_][\\w-]*(\\.[A-Za-z_][\\w-]*)*$';

interface RuleContent {
  readonly id: string;
  readonly priority: number;
  readonly when: {
    readonly method?: string;
    readonly tool?: string;
    readonly capability?: string;
    readonly params?: Readonly<Record<string, string | number | boolean>>;
  };
  readonly to?: { readonly servers?: readonly string[]; readonly capability?: string };
  readonly choose?: 'round_robin' | 'least_pending' | { readonly hash: string };
  readonly retry?: 'never' | 'always';
  readonly timeout_ms?: number;
  readonly otherwise?: 'next' | 'fail';
  readonly examples: readonly WantedFields[];
  readonly near_misses: readonly WantedFields[];
}

const WHEN = {
  ...closed(
    {
      method: text,
      tool: { ...text, description: 'The tool of a tools/call.' },
      capability: { ...text, description: 'The capability the request asks for.' },
      params: {
        type: 'object',
        minProperties: 1,
        propertyNames: { pattern: PATH },
        additionalProperties: { type: ['string', 'number', 'boolean'] },
        description: 'Path into the parameters, as arguments.path, to a pattern or a value.'
      }
    },
    ['method', 'tool', 'capability', 'params']
  ),
  minProperties: 1,
  description: "All of it has to hold. '*' stands for any characters, '{a,b}' for one of several."
};

const TO = {
  ...closed({ servers: { type: 'array', minItems: 1, uniqueItems: true, items: text }, capability: text }, [
    'servers',
    'capability'
  ]),
  minProperties: 1,
  description: 'Left out, all servers that fit.'
};

const RULE = closed(
  {
    id: { type: 'string', pattern: '^[a-z][a-z0-9-]{0,63}$' },
    priority: { type: 'integer', minimum: 1, maximum: 1000, description: 'Higher ones are asked first.' },
    when: WHEN,
    to: TO,
    choose: {
      description: 'Among servers that fit equally well; round_robin where it is left out.',
      oneOf: [{ enum: ['round_robin', 'least_pending'] }, closed({ hash: { type: 'string', pattern: PATH } })]
    },
    retry: {
      enum: ['never', 'always'],
      description:
        'Whether a request that may have reached a server is sent again. Left out, what its tool says of itself counts.'
    },
    timeout_ms: { type: 'integer', minimum: 10, maximum: 600_000 },
    otherwise: { enum: ['next', 'fail'], description: 'When none of its servers can be used; next by default.' },
    examples: { ...requests, description: 'Requests that this rule decides.' },
    near_misses: { ...requests, description: 'Requests that this rule just misses.' }
  },
  ['to', 'choose', 'retry', 'timeout_ms', 'otherwise']
);

/** `policies/routing/*.yaml`: rules that are asked, by priority, where a request names no server. */
export const RoutingRulesKind: DocumentKind<readonly RoutingRule[]> = {
  id: 'routing-rules',
  version: 1,
  folder: 'policies/routing',
  schema: closed({
    kind: { const: 'routing-rules' },
    version: { const: 1 },
    rules: { type: 'array', items: RULE }
  }),
  compile: ({ rules }: { readonly rules: readonly RuleContent[] }, report, source) =>
    rules.map((rule, i) => compileRule(rule, `/rules/${i}`, report, source))
};

function compileRule(rule: RuleContent, pointer: string, report: Report, source: Source): RoutingRule {
  const pattern = (glob: string | undefined, at: string): ((text: string) => boolean) | undefined => {
    if (glob === undefined) return undefined;
    const compiled = compileGlob(glob);
    if (compiled === undefined)
      report(`${pointer}/when/${at}`, 'routing_pattern', `the braces of '${glob}' do not match`);
    return compiled;
  };
  const method = pattern(rule.when.method, 'method');
  const tool = pattern(rule.when.tool, 'tool');
  const capability = pattern(rule.when.capability, 'capability');
  const params = Object.entries(rule.when.params ?? {}).map(([path, value]) => ({
    path: path.split('.'),
    fits: typeof value === 'string' ? pattern(value, `params/${path}`) : (found: unknown) => found === value
  }));
  return {
    id: rule.id,
    priority: rule.priority,
    file: source.file,
    line: source.place(pointer).line,
    matches: wanted =>
      (method === undefined || method(wanted.method)) &&
      (tool === undefined || (wanted.tool !== undefined && tool(wanted.tool))) &&
      (capability === undefined || (wanted.capability !== undefined && capability(wanted.capability))),
    matchesParams: params.length === 0 ? undefined : given => params.every(condition => holds(condition, given)),
    servers: rule.to?.servers === undefined ? undefined : new Set(rule.to.servers),
    capability: rule.to?.capability,
    choice: choiceOf(rule.choose),
    retry: rule.retry,
    timeoutMs: rule.timeout_ms,
    otherwise: rule.otherwise ?? 'next',
    examples: rule.examples.map(wantedOf),
    nearMisses: rule.near_misses.map(wantedOf)
  };
}

interface Condition {
  readonly path: readonly string[];
  readonly fits: ((found: never) => boolean) | undefined;
}

function holds({ path, fits }: Condition, params: Wanted['params']): boolean {
  const found = valueAt(params, path);
  if (found === undefined) return false;
  return fits?.((typeof found === 'string' ? found : typeof found === 'object' ? '' : found) as never) === true;
}

function choiceOf(choose: RuleContent['choose'] = 'round_robin'): Choice {
  return typeof choose === 'string' ? { by: choose } : { by: 'hash', path: choose.hash.split('.') };
}

const SPECIAL = /[.+^$()|[\]\\?]/g;

/**
 * Compiles a pattern over the whole text: `*` stands for any characters, `{a,b}` for one of several. Everything else
 * is itself. Undefined when the braces do not match up.
 */
export function compileGlob(pattern: string): ((text: string) => boolean) | undefined {
  if (pattern === '*') return () => true;
  if (!/[*{}]/.test(pattern)) return text => text === pattern;
  if (!/^(?:[^{}]|\{[^{}]*\})*$/.test(pattern)) return undefined;
  const source = pattern
    .replace(SPECIAL, '\\$&')
    .replace(/\*+/g, '.*')
    .replace(/\{([^}]*)\}/g, (_all, choices: string) => `(?:${choices.split(',').join('|')})`);
  const expression = new RegExp(`^${source}$`, 's');
  return text => expression.test(text);
}
