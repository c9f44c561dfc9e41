import type { HttpRoute } from '../../../core/http/index.js';
import type { Row } from '../../../core/store/index.js';
import {
  type DecisionRecord,
  explainRules,
  type Facts,
  misfit,
  type Rule,
  type RuleTable,
  RuleTables
} from '../../../core/rules/index.js';
import type { Caller } from '../keys.js';
import { ruleChanges, setChanges } from '../records/set-changes.js';
import { broken, notFound } from './failures.js';
import { listRoute, requireScope } from './listing.js';
import { reference } from './schemas/parts.js';
import type { SupportService } from './service.js';

const tag = 'policies';
const DAY_MS = 86_400_000;
const DAYS = 30;

/** The rule tables in force, how often each rule decided, and what they come to on given facts. */
export function policyRoutes({ documents, records, now, review }: SupportService): readonly HttpRoute<Caller>[] {
  const tables = () => documents.current.get(RuleTables);
  let last_reload: object | null = null;
  documents.onReload(({ outcome, from, to }, { before, after }) => {
    const changes = () => ({ files: setChanges(before, after), rules: ruleChanges(before, after) });
    if (outcome === 'reloaded' && from !== to) last_reload = { at: now().toISOString(), from, to, ...changes() };
  });
  return [
    {
      method: 'GET',
      path: '/v1/policies',
      operationId: 'listPolicies',
      summary: 'The rule tables in force, with their facts, settings and rules',
      tag,
      replies: { 200: { description: 'The revision and its tables.', schema: reference('Policies') } },
      async handle({ caller }) {
        requireScope(caller, 'policies:read');
        const refused = documents.refused.map(({ code, message, file = null, line = null }) => ({
          code,
          message,
          file,
          line
        }));
        return {
          status: 200,
          body: {
            revision: documents.current.revision,
            last_reload,
            refused,
            tables: [...tables().values()].map(shown)
          }
        };
      }
    },
    {
      method: 'GET',
      path: '/v1/policies/review',
      operationId: 'reviewReload',
      summary: 'What the last reload means: the page of `bylaw policy review` on the files of before and after',
      tag,
      replies: { 200: { description: 'Its pieces, in order.', schema: reference('PolicyReview') } },
      async handle({ caller }) {
        requireScope(caller, 'policies:read');
        const blocks = await review.page();
        if (blocks === undefined) throw notFound();
        return { status: 200, body: { blocks } };
      }
    },
    {
      method: 'POST',
      path: '/v1/policies/{id}/decide',
      operationId: 'tryPolicy',
      summary: 'What a table decides on these facts, rule by rule; nothing is recorded',
      tag,
      body: { schema: reference('TrialRequest'), required: true },
      replies: { 200: { description: 'The decision, and what each condition saw.', schema: reference('Trial') } },
      async handle({ caller, params, body }) {
        requireScope(caller, 'policies:read');
        const table = tables().get(params['id']!);
        if (table === undefined) throw notFound();
        return {
          status: 200,
          body: await explainRules(table, factsOf(table, (body as { readonly facts: Facts }).facts))
        };
      }
    },
    {
      method: 'GET',
      path: '/v1/decisions/summary',
      operationId: 'getDecisionSummary',
      summary: `How often each rule decided in the last ${DAYS} days`,
      tag,
      replies: { 200: { description: 'Rules that decided, with their counts.', schema: reference('DecisionSummary') } },
      async handle({ caller }) {
        requireScope(caller, 'policies:read');
        const since = new Date(now().getTime() - DAYS * DAY_MS).toISOString();
        const ranges = [{ field: 'created_at', is: '>=', value: since } as const];
        const rows = await records.count('decisions', caller.tenant, { ranges }, ['table_name', 'rule', 'diverges']);
        return { status: 200, body: { since, rules: summed(rows) } };
      }
    },
    listRoute(records, {
      equal: {
        table_name: { type: 'string', maxLength: 200 },
        rule: { type: 'string', maxLength: 200 },
        diverges: { type: 'boolean', description: 'Whether the shadow of the table decides otherwise.' }
      },
      from: 'decisions',
      id: 'decision_id',
      hidden: ['tenant'],
      shown: shownDecision,
      path: '/v1/decisions',
      operationId: 'listDecisions',
      summary: 'Recent decisions, newest first, each with what a shadow would have decided',
      tag,
      schema: 'Decisions',
      scope: 'policies:read'
    })
  ];
}

/** The oftenest first. */
function summed(rows: readonly Row[]) {
  const rules = new Map<string, { table: string; rule: string; count: number; diverging: number }>();
  for (const { table_name, rule, diverges, count } of rows) {
    const name = `${String(table_name)} ${String(rule)}`;
    const known = rules.get(name) ?? { table: String(table_name), rule: String(rule), count: 0, diverging: 0 };
    known.count += Number(count);
    if (diverges === true) known.diverging += Number(count);
    rules.set(name, known);
  }
  return [...rules.values()].sort((a, b) => b.count - a.count);
}

function shownDecision({ record, ...row }: Row): Row {
  const { reason, file, line, shadow } = record as DecisionRecord;
  const { decision = null, reason: its = null, rule = null } = shadow ?? {};
  return { ...row, reason, file, line, shadow: shadow === undefined ? null : { decision, reason: its, rule } };
}

/** What is not given is as the table's baseline has it. */
function factsOf({ facts: declared, baseline }: RuleTable, given: Facts): Facts {
  for (const [name, value] of Object.entries(given)) {
    const declaration = declared.get(name);
    if (declaration === undefined) throw broken(`facts.${name}`, 'a fact that the table looks at');
    const wrong = value === null ? undefined : misfit(declaration, value);
    if (wrong !== undefined) throw broken(`facts.${name}`, wrong);
  }
  return { ...Object.fromEntries([...declared.keys()].map(name => [name, null])), ...baseline, ...given };
}

const shown = (table: RuleTable) => ({
  name: table.name,
  title: table.title,
  file: table.source.file,
  version: table.version,
  mode: table.mode,
  effective_from: table.effective.from ?? null,
  effective_until: table.effective.until ?? null,
  decides: table.decides,
  settings: table.settings,
  cases: Object.fromEntries(table.cases),
  baseline: table.baseline,
  facts: [...table.facts].map(([name, { type, values = null, unit = null, meaning }]) => ({
    name,
    type,
    values,
    unit,
    meaning
  })),
  rules: table.rules.map(rule => shownRule(rule, table.baseline))
});

const shownRule = ({ id, ref, priority, line, why, decision, reason, fires, nearMisses }: Rule, baseline: Facts) => {
  const differing = ({ facts, line: at }: Rule['fires'][number]) => ({
    line: at,
    facts: Object.fromEntries(Object.entries(facts).filter(([name, value]) => value !== baseline[name]))
  });
  return {
    id,
    ref,
    priority,
    line,
    why,
    decision,
    reason,
    fires: fires.map(differing),
    near_misses: nearMisses.map(differing)
  };
};
