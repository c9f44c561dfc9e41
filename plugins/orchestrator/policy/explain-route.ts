import { type DocumentSet, isObject, UsageError } from '../../../core/index.js';
import type { Explainer, TestSection } from '../../../core/workbench/index.js';
import { ruleApplies, RoutingTableAssembly } from './table.js';
import { type WantedFields, wantedOf } from './wanted.js';

/** `bylaw policy explain routing REQUEST`. */
export const routingExplainer: Explainer = {
  name: 'routing',
  usage: 'TOOL|REQUEST.json',
  summary: 'which rule routes a call: a tool by its name, or {"method": …, "capability": …, "params": …}',
  service: 'orchestrator',
  load:
    async () =>
    async (set, [given = '']) => {
      const wanted = wantedOf(requestOf(given));
      const { rules, servers } = set.get(RoutingTableAssembly);
      const judged = rules.map(rule => ({ rule, holds: rule.matches(wanted) && ruleApplies(rule, wanted) }));
      const winner = judged.find(({ holds }) => holds)?.rule;
      const lines = judged.slice(0, winner === undefined ? undefined : judged.findIndex(({ holds }) => holds) + 1);
      const to = winner?.servers === undefined ? servers.map(({ name }) => name) : [...winner.servers];
      const text = [
        winner === undefined
          ? 'no rule decides: any server that has the tool may be asked'
          : `${winner.id} (${winner.file}:${winner.line}), ${winner.choice.by.replaceAll('_', ' ')}; ${winner.otherwise === 'fail' ? 'fails where none of them can' : 'otherwise the next step is asked'}`,
        `servers: ${to.join(', ') || 'those that are registered while it runs'}`,
        ...lines.map(
          ({ rule, holds }) => `${holds ? '✓' : '✗'} ${rule.priority} ${rule.id} (${rule.file}:${rule.line})`
        )
      ];
      return { text: text.join('\n'), json: { rule: winner?.id ?? null, servers: to } };
    }
};

function requestOf(given: string): WantedFields {
  if (!given.trimStart().startsWith('{')) return { method: 'tools/call', params: { name: given } };
  try {
    const request: unknown = JSON.parse(given);
    if (isObject(request)) return { method: 'tools/call', ...request } as unknown as WantedFields;
  } catch {
    // Told below.
  }
  throw new UsageError(`${given} is neither the name of a tool nor JSON such as {"method": "tools/call"}`);
}

interface RouteTest extends WantedFields {
  readonly rule: string | null;
}

/** Requests, and the rules that route them. */
export const routeSection: TestSection<RouteTest> = {
  name: 'routes',
  summary: 'Requests, and the rule that routes each.',
  service: 'orchestrator',
  test: {
    type: 'object',
    additionalProperties: false,
    required: ['method', 'rule'],
    properties: {
      method: { type: 'string', minLength: 1 },
      capability: { type: 'string' },
      server: { type: 'string' },
      params: { type: 'object' },
      rule: { type: ['string', 'null'], description: 'Id of the rule; null where none decides.' }
    }
  },
  titleOf: ({ method, capability, rule }) =>
    `${method}${capability === undefined ? '' : ` ${capability}`} by ${rule ?? 'no rule'}`,
  load:
    async () =>
    ({ set }: { readonly set: DocumentSet }) => {
      const table = set.get(RoutingTableAssembly);
      return {
        run: async ({ rule, ...request }) => {
          const was = table.winner(wantedOf(request))?.id ?? null;
          return was === rule ? [] : [`rule: expected ${rule ?? 'none'}, was ${was ?? 'none'}`];
        }
      };
    }
};
