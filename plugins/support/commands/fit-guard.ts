import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dump } from 'js-yaml';
import {
  CHANNELS,
  fitGuardCues,
  formatted,
  InjectionRules,
  readLines,
  type CommandContext,
  type ExitStatus,
  type LabelledText
} from '../../../core/index.js';
import { expand } from '../understand/training.js';
import { trainingFiles } from './training-files.js';

const FOLDER = 'policies/injection/training';
const CUES = 'policies/injection/cues.yaml';
const HEAD = `# yaml-language-server: $schema=../../docs/schemas/injection-rules.json
# Written by \`bylaw support fit-guard\`. The larger a weight, the more its words speak for an attack.
`;

const rowSchema = {
  type: 'object',
  required: ['label', 'text'],
  properties: {
    label: { type: 'string', minLength: 1 },
    text: { type: 'string', minLength: 1 },
    channel: { enum: CHANNELS }
  }
} as const;

/** Texts taken of one with alternatives: the guard learns pairs of words, so that it needs more of them. */
const VARIANTS = 24;

/** `{a|b}`, which stands for either; braces of any other use are part of the text. */
const ALTERNATIVES = /\{[^{}"]*\|[^{}"]*\}/;

/**
 * Fits how much words speak for an attack to labelled texts. Every other label than `attack` is harmless, so that customers'
 * messages labelled with intents serve as well.
 */
export async function fitGuard({ root, args, options, out, err }: CommandContext): Promise<ExitStatus> {
  const files = args.length > 0 ? args : trainingFiles(root, FOLDER);
  const texts = files.flatMap(file =>
    (readLines(file, 'training', rowSchema, 'learned from') as LabelledText[]).flatMap(row =>
      ALTERNATIVES.test(row.text) ? expand(row.text, VARIANTS).map(text => ({ ...row, text })) : [row]
    )
  );
  const content = { kind: 'injection-rules', version: 1, cues: fitGuardCues(texts) };
  const { schema, oneLine = [] } = InjectionRules;
  const text = formatted(HEAD + dump(content, { flowLevel: 3, lineWidth: -1 }), { schema, oneLine });
  if (options['write'] === true) writeFileSync(join(root, CUES), text);
  else out(text);
  err(`fitted to ${texts.length} texts`);
  return 0;
}
