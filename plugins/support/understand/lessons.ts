import { createHash } from 'node:crypto';
import type { DocumentSet, Loaded, SetReport } from '../../../core/index.js';
import {
  expand,
  fit,
  fittingTask,
  keepModel,
  learnAhead,
  learnedModel,
  LEARN_SETTINGS,
  signCharacters,
  signNames,
  type Example,
  type LearnSettings,
  type Model
} from '../../../core/learn/index.js';
import type { DecisionSettings } from './decision.js';
import { OUTSIDE, TWO } from './decide.js';
import type { ExampleFile } from './examples-kind.js';
import { joinedPairs, type PairSettings } from './two-wishes.js';
import type { IntentEntry } from './types.js';
import type { IntentVocabulary } from './vocabulary.js';

/** Name under which the model of the intents is stored. */
const NAME = 'intents';
/** Says "ask"; its examples stand for what is not to be learned as one wish. */
const ASK = 'unknown';
/** How much a message that says nothing clear counts: what is typed badly is not what is meant by nobody. */
const UNCLEAR = 0.5;
/** How much a message of two wishes counts for each of them: enough to be named, too little to be acted on. */
const EACH_OF_TWO = 0.2;

/** The files that say together what the intents are. */
export interface IntentFiles {
  readonly intents: readonly IntentEntry[];
  readonly vocabulary: readonly Loaded<IntentVocabulary>[];
  readonly examples: readonly Loaded<ExampleFile>[];
  /** In which messages are; absent for the shop's own. */
  readonly language?: string;
}

/** The files for messages in one language; words that name none are for all, and what a language says itself goes before. */
export const filesIn = ({ intents, vocabulary, examples, language }: IntentFiles): IntentFiles => ({
  intents,
  vocabulary: [language, ...(language === undefined ? [] : [undefined])].flatMap(code =>
    vocabulary.filter(({ value }) => value.language === code)
  ),
  examples: examples.filter(({ value }) => value.language === language),
  ...(language === undefined ? {} : { language })
});

/** All that the intents are learned from. */
export interface Lessons {
  /** As they are written: with alternatives and signs. */
  readonly templates: readonly Example[];
  readonly settings: LearnSettings;
  readonly variants: number;
  readonly pairs: PairSettings;
  /** Intents of a concrete wish, messages of which are joined. */
  readonly wishes: ReadonlySet<string>;
  /** Name under which the model is stored. */
  readonly name: string;
  /** Changes with any of it. */
  readonly key: string;
}

/** Gathers the examples of intents and files of examples; one of an intent that is not there is a problem. */
export function lessonsOf(
  { intents, examples: files, vocabulary, language }: IntentFiles,
  settings: Pick<DecisionSettings, 'own_weight' | 'label_weight' | 'variants' | 'two_wishes'>,
  report: SetReport
): Lessons {
  const { own_weight, label_weight, variants, two_wishes: pairs } = settings;
  const names = new Set(intents.map(({ name }) => name));
  const signs: Record<string, readonly string[]> = {};
  for (const { value } of vocabulary)
    for (const [name, words] of Object.entries(value.signs ?? {})) signs[name] = [...(signs[name] ?? []), ...words];
  const templates: Example[] = [];
  const add = (label: string, text: string, weight: number): void => {
    templates.push({ label, text, weight, group: text });
  };
  for (const { name, understand, source } of language === undefined ? intents : []) {
    understand.examples.forEach((text, index) => {
      add(name, text, own_weight);
      for (const sign of signNames(text).filter(each => signs[each] === undefined))
        report(source, `/understand/examples/${index}`, 'unknown_sign', noSign(sign, signs));
    });
    for (const { text, instead } of understand.near_misses ?? [])
      if (names.has(instead) && instead !== name) add(instead, text, own_weight);
  }
  for (const { value, source } of files) {
    for (const [label, texts] of Object.entries(value.examples)) {
      if (!names.has(label)) report(source, `/examples/${label}`, 'unknown_intent', `"${label}" is no intent`);
      texts.forEach((text, index) => {
        add(label, text, (value.weight ?? 1) * (label === ASK ? UNCLEAR : 1));
        for (const sign of signNames(text).filter(each => signs[each] === undefined))
          report(source, `/examples/${label}/${index}`, 'unknown_sign', noSign(sign, signs));
      });
    }
  }
  for (const { value } of files)
    for (const { text, of } of value.two_wishes ?? []) {
      add(TWO, text, value.weight ?? 1);
      for (const label of of) if (names.has(label)) add(label, text, (value.weight ?? 1) * EACH_OF_TWO);
    }
  const wishes = new Set(
    intents
      .filter(({ name, understand }) => isWish(name) && !understand.yields && !understand.accompanies)
      .map(({ name }) => name)
  );
  const learning: LearnSettings = { ...LEARN_SETTINGS, signs };
  const raised = heardAtAll(templates, label_weight);
  const hash = createHash('sha256').update(JSON.stringify([learning, variants, pairs]));
  for (const { label, text, weight } of raised) hash.update(JSON.stringify([label, text, weight]));
  const name = language === undefined ? NAME : `${NAME}-${language}`;
  return { templates: raised, settings: learning, variants, pairs, wishes, name, key: hash.digest('hex') };
}

/** An example counts at most so many times itself because there are few. */
const MOST_RAISED = 4;

/** The examples of a label with few of them count more, so that a new intent is heard beside those with hundreds. */
function heardAtAll(templates: readonly Example[], least: number): Example[] {
  const sums = new Map<string, number>();
  for (const { label, weight = 1 } of templates) sums.set(label, (sums.get(label) ?? 0) + weight);
  const factor = (label: string): number => Math.min(MOST_RAISED, Math.max(1, least / sums.get(label)!));
  return templates.map(each => ({ ...each, weight: (each.weight ?? 1) * factor(each.label) }));
}

const isWish = (intent: string): boolean => intent !== ASK && intent !== OUTSIDE;

const noSign = (sign: string, signs: Readonly<Record<string, unknown>>): string =>
  `no vocabulary has signs named ${sign}; there are ${Object.keys(signs).join(', ')}`;

/** The messages that the templates stand for, those of one template a group, and messages of two wishes made of them. */
export function expanded({ templates, settings, variants, pairs, wishes }: Lessons): Example[] {
  const signs = signCharacters(settings.signs);
  const all = templates.map(template => expand(template.text, variants, signs).map(text => ({ ...template, text })));
  // What customers wrote is joined, and not what only stands for it.
  const single = templates.filter(({ label, text }) => wishes.has(label) && !text.includes('{'));
  return [...all.flat(), ...joinedPairs(single, TWO, pairs)];
}

/** The model of these lessons where it was learned before; else learned now where that is allowed. */
export const modelOf = (lessons: Lessons, origin: DocumentSet['origin']): Model | undefined =>
  learnedModel(origin, lessons.name, lessons.key, () => fit(expanded(lessons), lessons.settings));

/** Learns them before their model is asked for. */
export const learnLessons = (lessons: Lessons, origin: DocumentSet['origin']): Promise<void> =>
  learnAhead(origin, lessons.name, lessons.key, () => fittingTask(lessons.name, expanded(lessons), lessons.settings));

/** Writes a model for the lessons it was learned from. */
export const keep = (root: string, { name, key }: Lessons, model: Model): void => keepModel(root, name, key, model);
