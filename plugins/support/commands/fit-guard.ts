import { CHANNELS, fitGuardCues, InjectionRules, type LabelledText } from '../../../core/guard/index.js';
import type { CommandContext, ExitStatus } from '../../../core/index.js';
import { readLines } from '../../../core/workbench/index.js';
import { expand } from '../../../core/learn/index.js';
import { trainingFiles } from './training-files.js';
import { writeFitted } from './write-fitted.js';

const FOLDER = 'policies/injection/training';

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
export async function fitGuard(context: CommandContext): Promise<ExitStatus> {
  const { root, args, err } = context;
  const files = args.length > 0 ? args : trainingFiles(root, FOLDER);
  const texts = files.flatMap(file =>
    (readLines(file, 'training', rowSchema, 'learned from') as LabelledText[]).flatMap(row =>
      ALTERNATIVES.test(row.text) ? expand(row.text, VARIANTS).map(text => ({ ...row, text })) : [row]
    )
  );
  writeFitted(context, {
    file: 'policies/injection/cues.yaml',
    kind: InjectionRules,
    comment: 'Written by `bylaw support fit-guard`. The larger a weight, the more its words speak for an attack.',
    content: { cues: fitGuardCues(texts) }
  });
  err(`fitted to ${texts.length} texts`);
  return 0;
}
