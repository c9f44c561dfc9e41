import type { DocumentSet, Loaded, SetReport } from '../../../core/index.js';
import { signNames } from '../../../core/learn/index.js';
import { Engine, type CompiledPhrase } from './engine.js';
import type { DecisionSettings } from './decision.js';
import { grammar, merged } from './grammar.js';
import { filesIn, type IntentFiles, learnLessons, lessonsOf, modelOf } from './lessons.js';
import { Lexicon } from './lexicon.js';
import { literalWords, parseAlternatives, parsePattern } from './pattern.js';
import type { IntentEntry, UnderstandContent, Understander } from './types.js';
import type { SlotPatterns, IntentVocabulary } from './vocabulary.js';

/** Learns what `compileUnderstanding` asks for. What is wrong with the files is told there. */
export async function learnUnderstanding(all: IntentFiles, origin: DocumentSet['origin']): Promise<void> {
  const files = filesIn(all);
  const report = () => {};
  await learnLessons(lessonsOf(files, decision(files.intents, files.vocabulary, report), report), origin);
}

/**
 * Compiles the `understand` values of the intent files with the shared vocabulary and the model of the examples. Problems go to
 * `report` with file and line; the result works as well as it can in spite of them.
 */
export function compileUnderstanding(
  all: IntentFiles,
  origin: DocumentSet['origin'],
  report: SetReport
): Understander | undefined {
  const files = filesIn(all);
  const { intents, vocabulary } = files;
  const lexicon = new Lexicon(vocabulary, phraseWords(intents, vocabulary), report);
  const phrases = intents.flatMap(intent => intentPhrases(intent, lexicon, report));
  for (const { name, understand, source } of intents)
    understand.deeds?.forEach((say, index) => {
      const at = `/understand/deeds/${index}`;
      const pattern = parsePattern(say, lexicon, message => report(source, at, 'bad_phrase', message));
      phrases.push({ pattern, say, file: source.file, line: source.place(at).line, weight: 1, owner: { deed: name } });
    });
  for (const { value, source } of vocabulary) {
    const add = (
      list: readonly string[] | undefined,
      pointer: string,
      owner: { topic: string } | { slot: string; value: string }
    ): void =>
      list?.forEach((say, index) => {
        const at = `${pointer}/${index}`;
        const pattern = parsePattern(say, lexicon, message => report(source, at, 'bad_phrase', message));
        phrases.push({
          pattern,
          say,
          file: source.file,
          line: source.place(at).line,
          weight: 1,
          owner: 'topic' in owner ? owner : { ...owner, rank: phrases.length }
        });
      });
    value.topics?.forEach((topic, index) => add(topic.phrases, `/topics/${index}/phrases`, { topic: topic.id }));
    for (const slot of [
      'delivery_charge_only',
      'goods',
      'other_order',
      'yes',
      'no',
      'acknowledgement',
      'slot_filler'
    ] as const) {
      add(value.slots?.[slot], `/slots/${slot}`, { slot, value: slot });
    }
    for (const slot of ['reported_issue', 'refund_destination', 'quantity', 'part', 'pick'] as const) {
      for (const [kind, list] of Object.entries(value.slots?.[slot] ?? {}))
        add(list, `/slots/${slot}/${kind}`, { slot, value: kind });
    }
  }
  const settings = decision(intents, vocabulary, report);
  const lessons = lessonsOf(files, settings, report);
  const model = modelOf(lessons, origin);
  if (model === undefined) {
    const source = intents[0]?.source ?? vocabulary[0]?.source;
    if (source !== undefined)
      report(source, '', 'not_learned', 'the examples changed since the intents were learned; run `bylaw learn`');
    return undefined;
  }
  return new Engine({
    model,
    lessons,
    lexicon,
    phrases,
    settings,
    grammar: grammar(lexicon, vocabulary),
    orderIds: slotLists(vocabulary, ({ order_ids }) => order_ids).map(({ pattern, write }) => ({
      regex: new RegExp(pattern, 'giu'),
      write
    })),
    numbers: Object.assign({}, ...vocabulary.map(({ value }) => value.slots?.numbers ?? {})) as Record<string, number>,
    foreign: files.language !== undefined,
    yields: names(intents, ({ yields }) => yields),
    accompanies: names(intents, ({ accompanies }) => accompanies)
  });
}

/** Runs every example and near miss of the intents, which are in the shop's own language. */
export function checkExamples(intents: readonly IntentEntry[], understander: Understander, report: SetReport): void {
  const known = new Set(intents.map(({ name }) => name));
  for (const intent of intents) runExamples(intent, understander, known, report);
}

const names = (
  intents: readonly IntentEntry[],
  test: (content: UnderstandContent) => boolean | undefined
): ReadonlySet<string> =>
  new Set(intents.filter(({ understand }) => test(understand) === true).map(({ name }) => name));

/** Stands in for missing settings, which were reported: it never acts. */
const NEVER_ACT: DecisionSettings = {
  act_at: 1,
  refuse_at: 1,
  strange_at: 1,
  outside_at_most: 0,
  two_at_most: 0,
  second_wish_at: 1,
  akin: [],
  name_at: 1,
  clause_name_at: 1,
  hint_at: 1,
  most_candidates: 1,
  clause_words: [],
  clause_length: 1,
  own_weight: 1,
  label_weight: 0,
  variants: 1,
  two_wishes: { pairs: 0, pair_weight: 0, pair_length: 1, pair_joins: [] },
  worse_at_most: 0,
  first_words: 1,
  last_words: 1
};

function decision(
  intents: readonly IntentEntry[],
  vocabulary: readonly Loaded<IntentVocabulary>[],
  report: SetReport
): DecisionSettings {
  const settings = merged(vocabulary, value => value.decision);
  const source = vocabulary[0]?.source ?? intents[0]?.source;
  if (settings === undefined && source !== undefined) {
    report(
      source,
      '',
      'decision_missing',
      'no file of kind vocabulary says under `decision` when to act and when to ask'
    );
  }
  return settings ?? NEVER_ACT;
}

function slotLists<T>(
  vocabulary: readonly Loaded<IntentVocabulary>[],
  pick: (slots: SlotPatterns) => readonly T[] | undefined
): T[] {
  return vocabulary.flatMap(({ value }) => (value.slots === undefined ? [] : (pick(value.slots) ?? [])));
}

function phraseWords(intents: readonly IntentEntry[], vocabulary: readonly Loaded<IntentVocabulary>[]): string[] {
  const says = intents.flatMap(({ understand }) => understand.phrases?.map(({ say }) => say) ?? []);
  const topics = vocabulary.flatMap(({ value }) => value.topics?.flatMap(topic => topic.phrases) ?? []);
  return [...says, ...topics].flatMap(literalWords);
}

function intentPhrases(
  { name, understand, source }: IntentEntry,
  lexicon: Lexicon,
  report: SetReport
): CompiledPhrase[] {
  return (understand.phrases ?? []).map((phrase, index) => {
    const at = `/understand/phrases/${index}`;
    const fail = (message: string): void => report(source, at, 'bad_phrase', message);
    return {
      owner: { intent: name },
      pattern: parsePattern(phrase.say, lexicon, fail),
      say: phrase.say,
      file: source.file,
      line: source.place(at).line,
      weight: phrase.weight,
      ...(phrase.with !== undefined && {
        with: phrase.with.split(/\s+/).flatMap(part => parseAlternatives(part, lexicon, fail))
      }),
      ...(phrase.unless !== undefined && {
        unless: phrase.unless.split(/\s+/).flatMap(part => parseAlternatives(part, lexicon, fail))
      }),
      negatable: phrase.negatable ?? true
    };
  });
}

function runExamples(
  { name, understand, source }: IntentEntry,
  understander: Understander,
  names: ReadonlySet<string>,
  report: SetReport
): void {
  const check = (text: string, expected: string, pointer: string): void => {
    // Signs stand for words of customers; what is checked is what they write.
    const { intent, why } = understander.understand(text);
    if (signNames(text).length > 0 || text.includes('|') || intent === expected) return;
    const message = `"${text}" must be understood as ${expected}, not ${intent}: ${why}`;
    report(source, pointer, 'example_failed', message);
  };
  understand.examples.forEach((text, index) => check(text, name, `/understand/examples/${index}`));
  understand.near_misses?.forEach(({ text, instead }, index) => {
    const pointer = `/understand/near_misses/${index}`;
    if (instead === name || !names.has(instead)) {
      report(source, `${pointer}/instead`, 'unknown_intent', `"${instead}" is not another intent`);
    } else check(text, instead, pointer);
  });
}
