import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { loadDocuments } from '../../../core/documents/index.js';
import { type CommandContext, type ExitStatus, loadOptions, StartupError, staticItems } from '../../../core/index.js';
import { modelFolder } from '../../../core/learn/index.js';
import { Learner, percent, table, type LearnedFigures } from '../../../core/workbench/index.js';

/** Fits every model of the root, prints what each label would come to, and keeps the models unless a label gets worse. */
export async function learn(context: CommandContext): Promise<ExitStatus> {
  const { root, services, options, out, err } = context;
  const all: Record<string, { examples: number; figures: LearnedFigures; worse: string[]; kept: boolean }> = {};
  for (const learner of staticItems(services, Learner)) {
    const { kinds } = learner;
    const { set, problems } = await loadDocuments({ root, kinds, assemblies: [], items: () => [] });
    if (set === undefined) throw new StartupError(problems);
    const fitted = await (await learner.load())(set, progressOf(learner.name, err));
    const file = join(modelFolder(root), `${learner.name}-figures.json`);
    const worse = worseThan(readFigures(file), fitted.figures, fitted.worseAtMost);
    const kept = worse.length === 0 || options['anyway'] === true;
    if (kept) {
      fitted.keep();
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, `${JSON.stringify(fitted.figures, undefined, 2)}\n`);
    }
    all[learner.name] = { examples: fitted.examples, figures: fitted.figures, worse, kept };
    if (options['json'] !== true) report(learner.name, all[learner.name]!, out);
  }
  // What else is learned is learned by being loaded.
  for (const service of services) await loadDocuments(loadOptions(root, service, services));
  if (options['json'] === true) out(JSON.stringify(all, undefined, 2));
  return Object.values(all).every(({ kept }) => kept) ? 0 : 1;
}

/** A line at each fifth, so that a log of it is short. */
function progressOf(name: string, err: (line: string) => void): (done: number) => void {
  let fifths = 0;
  return done => {
    if (Math.floor(done * 5) <= fifths) return;
    fifths = Math.floor(done * 5);
    err(`learning ${name}: ${fifths * 20} %`);
  };
}

function readFigures(file: string): LearnedFigures {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as LearnedFigures;
  } catch {
    return {};
  }
}

/** Labels of which fewer held-back examples come out right, or more wrong, than the last time that a fit was kept. */
function worseThan(before: LearnedFigures, now: LearnedFigures, margin: number): string[] {
  return Object.entries(before).flatMap(([label, old]) => {
    const figure = now[label];
    if (figure === undefined || old.rows === 0 || figure.rows === 0) return [];
    const lost = old.right / old.rows - figure.right / figure.rows;
    const gone = figure.wrong / figure.rows - old.wrong / old.rows;
    if (lost <= margin && gone <= margin) return [];
    const was = `${percent(old.right, old.rows)} right and ${percent(old.wrong, old.rows)} wrong`;
    return [`${label}: ${was} before`];
  });
}

function report(
  name: string,
  { examples, figures, worse, kept }: { examples: number; figures: LearnedFigures; worse: string[]; kept: boolean },
  out: (line: string) => void
): void {
  const rows = Object.entries(figures).map(([label, { rows: count, right, wrong }]) => [
    label,
    count,
    percent(right, count),
    percent(wrong, count)
  ]);
  out([...table([`${name}, of examples held back`, 'rows', 'right', 'wrong'], rows), ''].join('\n'));
  for (const line of worse) out(`worse: ${line}`);
  out(
    kept
      ? `learned from ${examples} examples`
      : 'not kept: mend the examples that disturb the others, or run it again with --anyway'
  );
}
