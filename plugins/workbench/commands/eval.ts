import { writeFileSync } from 'node:fs';
import { type CommandContext, type ExitStatus, loadService, staticItems, UsageError } from '../../../core/index.js';
import { Evaluator } from '../../../core/workbench/index.js';
import { compareFigures, readFigures } from './figures.js';
import { readLabelled } from '../changes/labelled-file.js';
import { evaluated, noSubject } from './subjects.js';

/** Runs an evaluator over a file and prints its figures. Status 1 when a figure is worse than the baseline's. */
export async function evaluate(context: CommandContext): Promise<ExitStatus> {
  const { args, options, out, err } = context;
  const [name, file] = args;
  const evaluator = staticItems(context.services, Evaluator).find(e => e.name === name);
  if (evaluator === undefined) throw new UsageError(noSubject('evaluate', name, evaluated(context.services)));
  if (file === undefined) throw new UsageError(`usage: bylaw eval ${evaluator.name} FILE`);

  const input = readLabelled(file, evaluator);
  const run = await evaluator.load();
  const { predictions, figures, report, errors } = await run(await loadService(context, evaluator.service), input);

  const text = (option: string) => (typeof options[option] === 'string' ? options[option] : undefined);
  const predictionsFile = text('predictions');
  if (predictionsFile !== undefined)
    writeFileSync(predictionsFile, predictions.map(p => `${JSON.stringify(p)}\n`).join(''));
  const saveFile = text('save');
  if (saveFile !== undefined) writeFileSync(saveFile, `${JSON.stringify(figures, undefined, 2)}\n`);
  const missed = options['errors'] === true ? errors : [];
  if (options['json'] === true) {
    const result = { subject: evaluator.name, items: predictions.length, figures };
    out(JSON.stringify(options['errors'] === true ? { ...result, errors } : result, undefined, 2));
  } else for (const text of [report, ...missed]) out(text);
  const baselineFile = text('baseline');
  const worse = baselineFile === undefined ? [] : compareFigures(figures, readFigures(baselineFile));
  worse.forEach(line => err(line));
  return worse.length > 0 ? 1 : 0;
}
