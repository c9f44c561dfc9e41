import { StartupError, isLoopback, type CommandContext, type ExitStatus } from '../../../core/index.js';
import { WORKSPACE_SETTINGS } from '../settings.js';
import { deadlineIn } from '../rpc/time.js';
import { startWorkspace, type StartedWorkspace } from './service.js';

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
  readonly [fact: string]: unknown;
}

async function examine(context: CommandContext): Promise<Report> {
  try {
    const started = await startWorkspace({
      ...context,
      env: { MCP_OBSERVABILITY__LOG_LEVEL: 'error', ...context.env }
    });
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
  return {
    ...(await endpoint.readiness()),
    tool_names: (await endpoint.server.tools.list()).map(({ name }) => name),
    workspace: endpoint.sandbox.root,
    ...(await count(endpoint)),
    limits,
    http: {
      address: `http://${http.host}:${http.port}/mcp`,
      bearer_token: http.bearer_token === undefined ? 'none' : 'set',
      allowed_origins: http.allowed_origins
    },
    policy_revision: documents.current.revision,
    problems: open ? [`over HTTP it would not start: ${http.host} is open to other machines and there is no token`] : []
  };
}

/** Files the tools see, counted within the time one call has. */
async function count({ sandbox, budgetMs }: StartedWorkspace['endpoint']) {
  const { signal } = new AbortController();
  const deadline = deadlineIn(budgetMs);
  const kinds = { file: 0, directory: 0, symlink: 0, other: 0 };
  for await (const { kind } of sandbox.walk({ respectGitignore: true, deadline, signal })) kinds[kind]++;
  return {
    total_files: kinds.file,
    directories: kinds.directory,
    symlinks: kinds.symlink,
    timed_out: deadline.expired
  };
}

function print(report: Report, out: (line: string) => void): void {
  for (const [name, value] of Object.entries(report)) {
    if (name === 'problems') continue;
    const text = Array.isArray(value) ? value.join(', ') : typeof value === 'string' ? value : JSON.stringify(value);
    out(`${name.padEnd(18)} ${text}`);
  }
  for (const problem of report.problems) out(`problem            ${problem}`);
}
