import { readFileSync } from 'node:fs';
import { type CommandContext, type ExitStatus, isObject, loadService, UsageError } from '../../../core/index.js';
import type { Status } from '../health/health.js';
import { explain, type RoutingExplanation } from '../routing/explain.js';
import { RoutingTableAssembly } from '../policy/table.js';
import type { Target } from '../routing/target.js';
import { wantedOf } from '../policy/wanted.js';

/** A dry run: the rule files as they are on disk, and servers from a file. Status 1 when nobody could be asked. */
export async function explainRoute(context: CommandContext): Promise<ExitStatus> {
  const { options, out } = context;
  const { method, server, capability } = options;
  if (typeof method !== 'string')
    throw new UsageError("name the method: --method tools/call; see 'bylaw orchestrator explain --help'");
  const wanted = wantedOf({
    method,
    ...(typeof server === 'string' ? { server } : {}),
    ...(typeof capability === 'string' ? { capability } : {}),
    ...(typeof options['params'] === 'string' ? { params: object(options['params'], '--params') } : {})
  });
  const targets = typeof options['servers'] === 'string' ? targetsIn(options['servers']) : [];
  const table = (await loadService(context, 'orchestrator')).get(RoutingTableAssembly);
  const explanation = explain(wanted, table, targets, undefined);
  if (options['json'] === true) out(JSON.stringify(explanation, undefined, 2));
  else for (const line of lines(explanation, targets.length)) out(line);
  return explanation.candidates.length > 0 || targets.length === 0 ? 0 : 1;
}

function* lines(
  { step, rule, choose, candidates, passed_over, rules }: RoutingExplanation,
  servers: number
): Generator<string> {
  for (const { id, file, line, came_to } of rules) yield `rule     ${id} (${file}:${line}) ${came_to}`;
  yield `step     ${step}${rule === null ? '' : ` ${rule.id} (${rule.file}:${rule.line})`}`;
  if (servers === 0) return yield 'servers  none given; --servers FILE names them';
  if (candidates.length === 0) yield 'servers  none can be used: 503 no_server_available';
  else yield `servers  ${candidates.join(', ')}${candidates.length > 1 ? ` (${choose})` : ''}`;
  for (const { server, why } of passed_over) yield `not      ${server}: ${why}`;
}

interface DetailedRecord {
  readonly name: string;
  readonly status: Status;
  readonly state?: string;
  readonly last_error?: string | null;
  readonly capabilities?: readonly string[];
  readonly weight?: number;
  readonly discovered_capabilities?: readonly string[] | null;
  readonly tools?:
    readonly { readonly name: string; readonly differs?: boolean; readonly blocked?: string | null }[] | null;
}

function targetsIn(file: string): readonly Target[] {
  const { servers } = object(readFileSync(file === '-' ? 0 : file, 'utf8'), file);
  if (!Array.isArray(servers))
    throw new UsageError(`${file} holds no list 'servers'; it is what GET /servers?detail=true answers`);
  return (servers as readonly DetailedRecord[]).map(record => ({
    name: record.name,
    weight: record.weight ?? 1,
    status: record.status,
    lastError: record.last_error ?? null,
    allowed: true,
    draining: record.state === 'draining',
    pending: 0,
    offers: capability =>
      record.capabilities?.includes(capability) === true ||
      record.discovered_capabilities?.includes(capability) === true,
    lists: tool => (record.tools ? (record.tools.some(({ name }) => name === tool) ? 'yes' : 'no') : 'unknown'),
    blocks: tool => record.tools?.find(({ name }) => name === tool)?.blocked ?? undefined,
    differs: tool => record.tools?.some(({ name, differs }) => name === tool && differs === true) === true
  }));
}

function object(text: string, what: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (isObject(value)) return value;
  } catch {
    // Said below, for both kinds of mistake.
  }
  throw new UsageError(`${what} is not a JSON object`);
}
