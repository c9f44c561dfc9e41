import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type CommandContext, type ExitStatus, loadService, UsageError } from '../../../core/index.js';
import { expand } from '../../../core/learn/index.js';
import { readLines } from '../../../core/workbench/index.js';
import { UnderstanderAssembly } from '../policy/run-policy.js';
import { fitCues } from '../understand/fit.js';
import { VocabularyKind } from '../understand/vocabulary-kind.js';
import { trainingSchema, type TrainingRow } from '../understand/training.js';
import { writeFitted } from './write-fitted.js';

const FOLDER = 'intents/training';

/** Fits how much words and concepts speak for each intent to labelled messages; writes the vocabulary file. */
export async function fit(context: CommandContext): Promise<ExitStatus> {
  const { root, args, err } = context;
  const rows = (args.length > 0 ? args : trainingFiles(root, FOLDER)).flatMap(readRows);
  const understander = (await loadService(context, 'support', 'collect')).get(UnderstanderAssembly);
  const messages = rows.flatMap(({ label, text }) => expand(text).map(each => ({ label, each })));
  const cues = fitCues(messages.map(({ label, each }) => ({ label, cues: understander.cuesIn(each) })));
  writeFitted(context, {
    file: 'intents/vocabulary/cues.yaml',
    kind: VocabularyKind,
    comment: 'Written by `bylaw support fit`. The larger a number, the more the word or concept speaks for the intent.',
    content: { name: 'cues', cues }
  });
  err(`fitted to ${messages.length} messages of ${Object.keys(cues).length} intents`);
  return 0;
}

const readRows = (file: string): TrainingRow[] =>
  readLines(file, 'training', trainingSchema, 'learned from') as TrainingRow[];

/** The files with labelled texts that a folder of the root holds, in order of name. */
function trainingFiles(root: string, folder: string): string[] {
  try {
    const names = readdirSync(join(root, folder)).filter(name => name.endsWith('.jsonl'));
    return names.sort().map(name => join(root, folder, name));
  } catch {
    throw new UsageError(`there is no folder ${folder}; name the files with labelled texts`);
  }
}
