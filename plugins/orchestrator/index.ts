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
import { InjectionRules } from '../../core/guard/index.js';
import { HttpSite } from '../../core/http/index.js';
import { StoreOpener } from '../../core/store/index.js';
import { orchestratorCommands } from './commands/commands.js';
import { OrchestratorEndpoint } from './endpoint.js';
import { parseKeys } from './access/access.js';
import { CallersKind } from './policy/callers.js';
import { DescriptionGuardAssembly } from './policy/description-guard.js';
import { RoutingPolicyKind } from './policy/routing-policy.js';
import { Explainer, TestSection } from '../../core/workbench/index.js';
import { routeSection, routingExplainer } from './policy/explain-route.js';
import { RoutingRulesKind } from './policy/routing-rules.js';
import { RoutingTableAssembly } from './policy/table.js';
import { ToolServerKind } from './policy/tool-servers.js';
import { ORCHESTRATOR_SETTINGS } from './settings.js';
import { ORCHESTRATOR_VERSION } from './version.js';

/**
 * The tool-server orchestrator: `docs/orchestrator.md` says how it is run. Each folder imports only those before it:
 * policy, upstream, metrics, health, routing, access, registry, probing, forward, telemetry, mcp, http, commands.
 */
export default definePlugin()({
  name: 'orchestrator',
  version: ORCHESTRATOR_VERSION,
  contract: 1,
  settings: ORCHESTRATOR_SETTINGS,
  kinds: [RoutingPolicyKind, RoutingRulesKind, ToolServerKind, CallersKind, InjectionRules],
  assemblies: [RoutingTableAssembly, DescriptionGuardAssembly],
  adds: [
    ...orchestratorCommands.map(command => add(Command, command)),
    add(Explainer, routingExplainer),
    add(TestSection, routeSection)
  ],
  needs: { spanExporters: all(SpanExporter), storeOpeners: all(StoreOpener) },
  provides: [HttpSite, OrchestratorEndpoint],
  check: checkSettings,
  async start({ spanExporters, storeOpeners }, { settings, log, documents, metrics, logObservers, provide }) {
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
      storeOpeners,
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
  if (url !== undefined && !/^(?:postgres(?:ql)?:\/\/\S+|sqlite:.+)$/.test(url))
    problems.push({
      code: 'setting_invalid',
      message: `${settingName('MCP', '', 'registry_url')} must be a postgres:// address, sqlite:<file>, or unset for a registry in memory`
    });
  return problems;
}
