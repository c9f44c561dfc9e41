import {
  add,
  all,
  Command,
  definePlugin,
  type Problem,
  settingName,
  type Settings,
  SpanExporter
} from '../../core/index.js';
import { HttpSite } from '../../core/http/index.js';
import { orchestratorCommands } from './commands/commands.js';
import { OrchestratorEndpoint } from './endpoint.js';
import { parseKeys } from './http/access.js';
import { RoutingPolicyKind } from './kinds/routing-policy.js';
import { RoutingRulesKind } from './kinds/routing-rules.js';
import { RoutingTableAssembly } from './routing/table.js';
import { ORCHESTRATOR_SETTINGS } from './settings.js';
import { VERSION } from './version.js';

/** The tool-server orchestrator: `docs/orchestrator.md` says how it is run. */
export default definePlugin()({
  name: 'orchestrator',
  version: VERSION,
  contract: 1,
  settings: ORCHESTRATOR_SETTINGS,
  kinds: [RoutingPolicyKind, RoutingRulesKind],
  assemblies: [RoutingTableAssembly],
  adds: orchestratorCommands.map(command => add(Command, command)),
  needs: { spanExporters: all(SpanExporter) },
  provides: [HttpSite, OrchestratorEndpoint],
  check: checkSettings,
  async start({ spanExporters }, { settings, log, documents, metrics, logObservers, provide }) {
    const { startOrchestrator } = await import('./start.js');
    const writeAccessLog = (lines: Buffer) => void process.stderr.write(lines);
    // The routing policy names variables for tokens, so they cannot be declared as settings.
    const tokenIn = (variable: string) => process.env[variable] || undefined;
    const { endpoint, site, stop } = await startOrchestrator({
      settings,
      log,
      documents,
      metrics,
      logObservers,
      spanExporters,
      writeAccessLog,
      tokenIn
    });
    provide(OrchestratorEndpoint, endpoint);
    provide(HttpSite, site);
    return stop;
  }
});

function checkSettings(settings: Settings): readonly Problem[] {
  const problems: Problem[] = [];
  const { api_keys: keys, registry_url: url } = settings.section('', ORCHESTRATOR_SETTINGS['']);
  parseKeys(keys, message =>
    problems.push({ code: 'setting_invalid', message: `${settingName('MCP', '', 'api_keys')} ${message}` })
  );
  if (url !== undefined && !/^postgres(?:ql)?:\/\/\S+$/.test(url))
    problems.push({
      code: 'setting_invalid',
      message: `${settingName('MCP', '', 'registry_url')} must be a postgres:// address, or unset for a registry in memory`
    });
  return problems;
}
