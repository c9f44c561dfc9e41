import { closeSync, openSync, writeSync } from 'node:fs';
import { resolve } from 'node:path';
import { type CommandContext, type ExitStatus, staticItems, UsageError } from '../../../core/index.js';
import { RulePolicies } from '../../../core/rules/index.js';
import { DecisionSource, type OpenDecisions } from '../../../core/workbench/index.js';
import { otherwise, otherwiseBetween, type PolicyChange } from '../changes/policy-change.js';
import { type Side, withSides } from '../changes/side.js';
import { replay, type ReplayReport } from '../replay/replay.js';
import { shadowReport } from '../replay/shadow-report.js';
import { asText } from '../review/page-text.js';
import { replayPage, shadowPage } from '../review/replay-page.js';
import { sinceOf } from './change-options.js';

/** Decides recorded decisions again, or lists where shadows diverged. Status 1 when anything comes out otherwise. */
export async function policyReplay(context: CommandContext): Promise<ExitStatus> {
  const { options, out } = context;
  const since = sinceOf(context);
  const file = options['ids'];
  const decisions = await openDecisions(context);
  const ids = typeof file === 'string' ? openSync(file, 'w', 0o600) : undefined;
  const changed = (line: object) => void (ids !== undefined && writeSync(ids, `${JSON.stringify(line)}\n`));
  try {
    if (options['shadow'] === true) {
      const report = await shadowReport(decisions.read(since), changed);
      out(options['json'] === true ? JSON.stringify(report, undefined, 2) : asText(shadowPage(report)));
      return report.diverged + report.failed > 0 ? 1 : 0;
    }
    const otherwise = await otherwiseIn(context);
    const report = await replay(decisions.read(since), decisions.documents.get(RulePolicies), { changed, otherwise });
    out(options['json'] === true ? JSON.stringify(report, undefined, 2) : asText(replayPage(report)));
    return report.changes.length > 0 ? 1 : 0;
  } finally {
    if (ids !== undefined) closeSync(ids);
    await decisions.close();
  }
}

/** Facts that the candidate computes otherwise than the root, by which the decisions were taken. */
async function otherwiseIn(context: CommandContext): Promise<ReadonlySet<string>> {
  const { candidate } = context.options;
  if (typeof candidate !== 'string' || resolve(candidate) === resolve(context.root)) return new Set();
  return await withSides([context.root, resolve(candidate)], context, async (before, after) =>
    otherwiseBetween(before, after, context)
  );
}

/** Replays what is recorded in `--database` under the second side of a change; undefined where none is named. */
export async function replayUnder(
  { root }: Side,
  { facts }: PolicyChange,
  context: CommandContext
): Promise<ReplayReport | undefined> {
  if (context.options['database'] === undefined) return undefined;
  const since = sinceOf(context);
  const decisions = await openDecisions(context, root);
  try {
    return await replay(decisions.read(since), decisions.documents.get(RulePolicies), { otherwise: otherwise(facts) });
  } finally {
    await decisions.close();
  }
}

/** The recorded decisions, and the candidate that `--candidate` names or else the root. */
async function openDecisions(
  context: CommandContext,
  candidate = context.options['candidate']
): Promise<OpenDecisions> {
  const [source, ...more] = staticItems(context.services, DecisionSource);
  if (source === undefined || more.length > 0)
    throw new UsageError(
      `replay needs one service that records decisions; plugins.yaml lists ${more.length === 0 ? 'none' : 'several'}`
    );
  const database = context.options['database'];
  const open = await source.load();
  const root = typeof candidate === 'string' ? resolve(candidate) : context.root;
  return await open({ ...context, root }, typeof database === 'string' ? database : undefined);
}
