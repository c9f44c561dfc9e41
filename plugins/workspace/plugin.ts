import { stat } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import { GuardAssembly, InjectionRules } from '../../core/guard/index.js';
import {
  add,
  Command,
  definePlugin,
  type DocumentSet,
  type LiveDocuments,
  later,
  once,
  type Problem,
  settingName,
  type Settings,
  StartupError,
  VERSION
} from '../../core/index.js';
import { HttpSite } from '../../core/http/index.js';
import { isLoopback, SUPPORTED_VERSIONS } from '../../core/mcp/index.js';
import { Evaluator, Explainer, TestSection } from '../../core/workbench/index.js';
import {
  redactionEvaluator,
  redactionExplainer,
  RedactionRules,
  redactionSection,
  RedactorAssembly
} from './redaction/index.js';
import { workspaceCommands } from './commands/commands.js';
import type { WorkspaceTool } from './contract/tool.js';
import type { TextRedactor } from './redaction/redactor.js';
import type { Sandbox } from './sandbox/contract.js';
import { WorkspaceEndpoint } from './endpoint.js';
import { OutlineLanguageKind, OutlineLanguagesAssembly } from './outline/language.js';
import { WorkspaceToolKind } from './catalog/workspace-tool.js';
import { assessmentEvaluator } from './rpc/eval-assessment.js';
import { catalogAssembly } from './catalog/catalog.js';
import type { Call } from './rpc/dispatch.js';
import { workspaceServer } from './rpc/server.js';
import { WORKSPACE_SETTINGS } from './settings.js';

// Nothing of a call is needed to answer `tools/list`.
const createDispatch = later<typeof import('./rpc/dispatch.js')>(
  import.meta.url,
  './rpc/dispatch.js'
)('createDispatch');
const contentAssessor = later<typeof import('./rpc/assess.js')>(import.meta.url, './rpc/assess.js')('contentAssessor');
const remoteTool = later<typeof import('./rpc/remote-tool.js')>(import.meta.url, './rpc/remote-tool.js')('remoteTool');
const remembering = later<typeof import('./rpc/remember.js')>(import.meta.url, './rpc/remember.js')('remembering');

/** What the protocol side of the server is put together with. */
export interface WorkspaceParts {
  readonly tools: readonly WorkspaceTool[];
  openSandbox(root: string): Promise<Sandbox>;
  /** Instead of the rules in `policies/redaction`. */
  readonly redactor?: TextRedactor;
}

/** The workspace tool server: `docs/workspace.md` says how it is run. */
export function workspacePlugin({ tools, openSandbox, redactor }: WorkspaceParts) {
  const catalog = catalogAssembly(tools);
  return definePlugin()({
    name: 'workspace',
    version: VERSION,
    contract: 1,
    settings: WORKSPACE_SETTINGS,
    kinds: [WorkspaceToolKind, OutlineLanguageKind, InjectionRules, RedactionRules],
    assemblies: [catalog, OutlineLanguagesAssembly, GuardAssembly, RedactorAssembly],
    adds: [
      ...workspaceCommands.map(command => add(Command, command)),
      add(Evaluator, redactionEvaluator),
      add(Explainer, redactionExplainer),
      add(TestSection, redactionSection),
      add(Evaluator, assessmentEvaluator)
    ],
    needs: {},
    provides: [WorkspaceEndpoint, HttpSite],
    check: checkSettings,
    async start(_needs, { settings, log, documents, secret, provide }) {
      const limits = settings.section('sandbox', WORKSPACE_SETTINGS.sandbox);
      const sandbox = await openSandbox(await existing(limits.workspace!));
      const budgetMs = limits.tool_timeout_seconds * 1000;
      const guard = () => documents.current.get(GuardAssembly);
      const dispatch = once(() =>
        createDispatch({
          sandbox,
          limits: {
            maxFileBytes: limits.max_file_bytes,
            maxResultBytes: limits.max_result_bytes / (limits.result_text === 'full' ? 2 : 1)
          },
          text: limits.result_text,
          budgetMs,
          redactor: () => redactor ?? documents.current.get(RedactorAssembly),
          languages: () => documents.current.get(OutlineLanguagesAssembly),
          assess: remembering(contentAssessor(guard, meaningIn(documents)), guard),
          log,
          logArguments: settings.section('observability', WORKSPACE_SETTINGS.observability).log_tool_arguments
        })
      );
      let prepared: DocumentSet | undefined;
      /** Makes what is otherwise made when it is first used. */
      const prepareRules = () => {
        if (prepared === documents.current) return;
        prepared = documents.current;
        prepared.get(GuardAssembly).assess(prepared.get(RedactorAssembly).redact('text').text, 'file_content');
      };
      const call: Call = (...request) => {
        // Before the time of the call begins to run.
        prepareRules();
        return dispatch()(...request);
      };
      const server = workspaceServer(documents, catalog, {
        call,
        remote: (name, handler) => remoteTool(name, handler, { settings, documents, secret })
      });
      const endpoint: WorkspaceEndpoint = {
        server,
        sandbox,
        budgetMs,
        prepare() {
          for (const { definition } of documents.current.get(catalog).entries.values()) definition.accepts({});
          prepareRules();
        },
        async readiness() {
          const present = await sandbox.present();
          return {
            status: present ? 'ready' : 'not_ready',
            workspace_present: present,
            tools: (await server.tools.list()).length,
            protocol_versions: SUPPORTED_VERSIONS
          };
        }
      };
      provide(WorkspaceEndpoint, endpoint);
      if (settings.section('', WORKSPACE_SETTINGS['']).transport === 'stdio') return;
      endpoint.prepare();
      // Who speaks over a pipe waits for its start, and has no use for this.
      const { workspaceSite } = await import('./http/site.js');
      provide(HttpSite, workspaceSite(endpoint, settings.section('http', WORKSPACE_SETTINGS.http), log));
    }
  });
}

/** What the rules of the guard say of themselves. */
const meaningIn = (documents: LiveDocuments) => (rule: string) =>
  documents.current
    .of(InjectionRules)
    .flatMap(({ value }) => [...(value.rules ?? []), ...(value.signals ?? [])])
    .find(({ id }) => id === rule)?.description;

const WORKSPACE = settingName('MCP', 'sandbox', 'workspace');

function checkSettings(settings: Settings): readonly Problem[] {
  const { workspace } = settings.section('sandbox', WORKSPACE_SETTINGS.sandbox);
  if (workspace === undefined)
    return [
      {
        code: 'workspace_missing',
        message: `${WORKSPACE} is not set; set it to the absolute path of the folder to serve`
      }
    ];
  if (!isAbsolute(workspace)) return [{ code: 'workspace_invalid', message: `${WORKSPACE} must be an absolute path` }];
  const { host, bearer_token: token } = settings.section('http', WORKSPACE_SETTINGS.http);
  const { transport } = settings.section('', WORKSPACE_SETTINGS['']);
  if (transport === 'stdio' || token !== undefined || isLoopback(host)) return [];
  const advice = 'set a token (openssl rand -hex 32) or listen on 127.0.0.1';
  return [
    {
      code: 'bearer_missing',
      message: `${settingName('MCP', 'http', 'bearer_token')} is not set, and ${host} is open to other machines; ${advice}`
    }
  ];
}

async function existing(workspace: string): Promise<string> {
  const found = await stat(workspace).catch(() => undefined);
  if (found?.isDirectory() === true) return workspace;
  const what = found === undefined ? 'does not exist or cannot be read' : 'is not a directory';
  throw new StartupError([{ code: 'workspace_invalid', message: `${WORKSPACE} names ${workspace}, which ${what}` }]);
}
