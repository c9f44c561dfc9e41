import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dump } from 'js-yaml';
import { formatted, loadService, readLines, type CommandContext, type ExitStatus } from '../../../core/index.js';
import { UnderstanderAssembly } from '../run/policy.js';
import { fitCues } from '../understand/fit.js';
import { VocabularyKind } from '../understand/vocabulary-kind.js';
import { trainingFiles } from './training-files.js';
import { expand, trainingSchema, type TrainingRow } from '../understand/training.js';

const FOLDER = 'intents/training';
const CUES = 'intents/vocabulary/cues.yaml';
const HEAD = `# yaml-language-server: $schema=../../docs/schemas/vocabulary.json
# Written by \`bylaw support fit\`. The larger a number, the more the word or concept speaks for the intent.
`;

/** Fits how much words and concepts speak for each intent to labelled messages; writes the vocabulary file. */
export async function fit(context: CommandContext): Promise<ExitStatus> {
  const { root, args, options, out, err } = context;
  const rows = (args.length > 0 ? args : trainingFiles(root, FOLDER)).flatMap(readRows);
  const understander = (await loadService(context, 'support', 'collect')).get(UnderstanderAssembly);
  const messages = rows.flatMap(({ label, text }) => expand(text).map(each => ({ label, each })));
  const cues = fitCues(messages.map(({ label, each }) => ({ label, cues: understander.cuesIn(each) })));
  const content = { kind: 'vocabulary', version: 1, name: 'cues', cues };
  const { schema, oneLine = [] } = VocabularyKind;
  const text = formatted(HEAD + dump(content, { flowLevel: 3, lineWidth: -1 }), { schema, oneLine });
  if (options['write'] === true) writeFileSync(join(root, CUES), text);
  else out(text);
  err(`fitted to ${messages.length} messages of ${Object.keys(cues).length} intents`);
  return 0;
}

const readRows = (file: string): TrainingRow[] =>
  readLines(file, 'training', trainingSchema, 'learned from') as TrainingRow[];
