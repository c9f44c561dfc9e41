import type { DocumentSet } from '../../../core/index.js';
import { crossValidate, fitApart, type Held } from '../../../core/learn/index.js';
import type { Learned, LearnedFigures } from '../../../core/workbench/index.js';
import { Intents } from '../kinds/intent.js';
import { TWO } from '../understand/decide.js';
import type { DecisionSettings } from '../understand/decision.js';
import { ExamplesKind } from '../understand/examples-kind.js';
import { merged } from '../understand/grammar.js';
import { expanded, filesIn, keep, lessonsOf } from '../understand/lessons.js';
import { VocabularyKind } from '../understand/vocabulary-kind.js';

/** Groups of examples that are held back in turn. */
const PARTS = 4;

/** Fits the intents of a root, and measures each intent on examples that were held back. */
export async function learnIntents(set: DocumentSet, progress: (done: number) => void): Promise<Learned> {
  const vocabulary = set.of(VocabularyKind);
  const settings = merged(vocabulary, ({ decision }) => decision);
  if (settings === undefined) throw new Error('no file of kind vocabulary has a `decision`');
  const intents = set.of(Intents).map(({ value }) => value);
  const files = filesIn({ intents, vocabulary, examples: set.of(ExamplesKind) });
  const lessons = lessonsOf(files, settings, () => undefined);
  const examples = expanded(lessons);
  const [held, model] = await Promise.all([
    crossValidate(examples, PARTS, lessons.settings, done => progress(done * (PARTS / (PARTS + 1)))),
    fitApart('all parts', examples, lessons.settings)
  ]);
  progress(1);
  return {
    examples: examples.length,
    figures: figuresOf(held, settings),
    worseAtMost: settings.worse_at_most,
    keep: () => keep(set.origin.root, lessons, model)
  };
}

/** One row for each group, by its first example: the variants of a template are one piece of evidence. */
function figuresOf(held: readonly Held[], { act_at, refuse_at }: DecisionSettings): LearnedFigures {
  const figures: Record<string, { rows: number; right: number; wrong: number }> = {};
  const seen = new Set<string>();
  for (const { example, labels, shares } of held) {
    const group = JSON.stringify([example.group ?? example.text, example.label]);
    if (example.label === TWO || seen.has(group)) continue;
    seen.add(group);
    const best = shares.indexOf(Math.max(...shares));
    const said = labels[best]!;
    const acts = said !== TWO && said !== 'unknown' && shares[best]! >= (said === 'out_of_scope' ? refuse_at : act_at);
    const figure = (figures[example.label] ??= { rows: 0, right: 0, wrong: 0 });
    figure.rows++;
    if (acts ? said === example.label : example.label === 'unknown') figure.right++;
    else if (acts) figure.wrong++;
  }
  return figures;
}
