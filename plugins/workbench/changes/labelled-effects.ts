import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readLabelled } from './labelled-file.js';
import { type CommandContext, PACKAGE_ROOT, staticItems } from '../../../core/index.js';
import { type Evaluation, Evaluator, type Verdict } from '../../../core/workbench/index.js';
import type { Side } from './side.js';

/** What a change does to one labelled set. */
export interface LabelledEffect {
  readonly subject: string;
  /** The labelled file, relative to the root; null where there is none to run on. */
  readonly file: string | null;
  readonly items: number;
  /** Items by verdict, before and after. */
  readonly verdicts: Readonly<Record<string, { readonly before: number; readonly after: number }>>;
  /** Items with another verdict than before, those that were right first. */
  readonly flips: readonly { readonly id: string; readonly before: Verdict; readonly after: Verdict }[];
}

/** Runs the evaluators whose kinds of file changed on both sides. */
export async function labelledEffects(
  before: Side,
  after: Side,
  changedKinds: ReadonlySet<string>,
  { root, services }: Pick<CommandContext, 'root' | 'services'>
): Promise<readonly LabelledEffect[]> {
  const effects: LabelledEffect[] = [];
  for (const evaluator of staticItems(services, Evaluator)) {
    const { kinds = [], data, name: subject, service } = evaluator;
    if (data === undefined || !kinds.some(kind => changedKinds.has(kind))) continue;
    const path = [root, PACKAGE_ROOT].map(folder => join(folder, data)).find(existsSync);
    if (path === undefined) {
      effects.push({ subject, file: null, items: 0, verdicts: {}, flips: [] });
      continue;
    }
    const run = await evaluator.load();
    const verdictsOn = async (side: Side) => byId(await run(side.sets.get(service)!, readLabelled(path, evaluator)));
    const [was, is] = [await verdictsOn(before), await verdictsOn(after)];
    const flips = [...was].flatMap(([id, old]) => {
      const now = is.get(id);
      return now === undefined || now.verdict === old.verdict ? [] : [{ id, before: old, after: now }];
    });
    flips.sort((a, b) => Number(b.before.verdict === 'right') - Number(a.before.verdict === 'right'));
    effects.push({ subject, file: data, items: was.size, verdicts: counts(was, is), flips });
  }
  return effects;
}

const byId = ({ verdicts = [] }: Evaluation) => new Map(verdicts.map(verdict => [verdict.id, verdict]));

function counts(was: ReadonlyMap<string, Verdict>, is: ReadonlyMap<string, Verdict>): LabelledEffect['verdicts'] {
  const names = [...new Set([...was.values(), ...is.values()].map(({ verdict }) => verdict))].sort();
  const count = (side: ReadonlyMap<string, Verdict>, name: string) =>
    [...side.values()].filter(({ verdict }) => verdict === name).length;
  return Object.fromEntries(names.map(name => [name, { before: count(was, name), after: count(is, name) }]));
}
