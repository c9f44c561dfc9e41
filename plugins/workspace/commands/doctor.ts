import { type CommandContext, type ExitStatus, LOG_SECTION, silentLog, StartupError } from '../../../core/index.js';
import { isLoopback } from '../../../core/mcp/index.js';
import { WORKSPACE_SETTINGS } from '../settings.js';
import { startWorkspace, type StartedWorkspace } from './service.js';
import { historyOf, survey, type Survey } from './survey.js';

/** What would be served, without serving it. Status 1 when it would not be ready, or would not start over HTTP. */
export async function doctor(context: CommandContext): Promise<ExitStatus> {
  const report = await examine(context);
  if (context.options['json'] === true) context.out(JSON.stringify(report, undefined, 2));
  else print(report, line => context.out(line));
  return report.problems.length === 0 && report.status === 'ready' ? 0 : 1;
}

interface Report {
  readonly status: 'ready' | 'not_ready';
  readonly problems: readonly string[];
  readonly warnings?: readonly string[];
  readonly [fact: string]: unknown;
}

async function examine(context: CommandContext): Promise<Report> {
  try {
    const started = await startWorkspace(context, { transport: 'stdio', log: silentLog });
    try {
      return await reportOf(started);
    } finally {
      await started.running.stop();
    }
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    return { status: 'not_ready', problems: error.message.split('\n') };
  }
}

async function reportOf({ running, endpoint }: StartedWorkspace): Promise<Report> {
  const { settings, documents } = running;
  const http = settings.section('http', WORKSPACE_SETTINGS.http);
  const limits = settings.section('sandbox', WORKSPACE_SETTINGS.sandbox);
  const open = http.bearer_token === undefined && !isLoopback(http.host);
  const counts = await survey(endpoint.sandbox, endpoint.budgetMs);
  return {
    ...(await endpoint.readiness()),
    tool_names: (await endpoint.server.tools.list()).map(({ name }) => name),
    workspace: endpoint.sandbox.root,
    ...counts,
    history: await historyOf(endpoint.sandbox),
    limits,
    http: {
      address: `http://${http.host}:${http.port}/mcp`,
      ...http,
      bearer_token: http.bearer_token === undefined ? 'none' : 'set'
    },
    log: {
      ...settings.section('observability', LOG_SECTION.observability),
      ...settings.section('observability', WORKSPACE_SETTINGS.observability)
    },
    policy_revision: documents.current.revision,
    warnings: warningsOf(counts, limits.tool_timeout_seconds),
    problems: open ? [`over HTTP it would not start: ${http.host} is open to other machines and there is no token`] : []
  };
}

/** What works and may not be what was wanted. */
function warningsOf({ total_files: files, hard_links: links, timed_out: late }: Survey, seconds: number): string[] {
  return [
    files === 0 ? 'the workspace holds no file that the tools show; is it mounted?' : '',
    links === 0 ? '' : `${links} files have a second name: what they hold is served even if the other name is outside`,
    late ? `counting takes more than the ${seconds} s of one call: expect timed_out, or raise the time` : ''
  ].filter(warning => warning !== '');
}

function print(report: Report, out: (line: string) => void): void {
  for (const [name, value] of Object.entries(report)) {
    if (name === 'problems' || name === 'warnings') continue;
    const text = Array.isArray(value) ? value.join(', ') : typeof value === 'string' ? value : JSON.stringify(value);
    out(`${name.padEnd(18)} ${text}`);
  }
  for (const warning of report.warnings ?? []) out(`warning            ${warning}`);
  for (const problem of report.problems) out(`problem            ${problem}`);
}
