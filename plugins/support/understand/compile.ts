import type { Loaded, SetReport } from '../../../core/index.js';
import { Engine, type CompiledPhrase } from './engine.js';
import { Cues, type CueContent } from './cues.js';
import type { DecisionSettings } from './decision.js';
import { grammar, merged } from './grammar.js';
import { Lexicon } from './lexicon.js';
import { literalWords, parseAlternatives, parsePattern } from './pattern.js';
import type { IntentEntry, UnderstandContent, Understander } from './types.js';
import type { SlotPatterns, Vocabulary } from './vocabulary.js';

/**
 * Compiles the `understand` values of the intent files with the shared vocabulary, and runs every example and near
 * miss. Problems go to `report` with file and line; the result works as well as it can in spite of them.
 */
export function compileUnderstanding(
  intents: readonly IntentEntry[],
  vocabulary: readonly Loaded<Vocabulary>[],
  report: SetReport
): Understander {
  const lexicon = new Lexicon(vocabulary, phraseWords(intents, vocabulary), report);
  const phrases = intents.flatMap(intent => intentPhrases(intent, lexicon, report));
  for (const { value, source } of vocabulary) {
    const add = (
      list: readonly string[] | undefined,
      pointer: string,
      slot: string,
      value: string,
      topic = false
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
          owner: topic ? { topic: value } : { slot, value, rank: phrases.length }
        });
      });
    value.topics?.forEach((topic, index) => add(topic.phrases, `/topics/${index}/phrases`, '', topic.id, true));
    for (const slot of [
      'delivery_charge_only',
      'goods',
      'other_order',
      'yes',
      'no',
      'acknowledgement',
      'slot_filler'
    ] as const) {
      add(value.slots?.[slot], `/slots/${slot}`, slot, slot);
    }
    for (const slot of ['reported_issue', 'refund_destination', 'quantity', 'part', 'pick'] as const) {
      for (const [kind, list] of Object.entries(value.slots?.[slot] ?? {}))
        add(list, `/slots/${slot}/${kind}`, slot, kind);
    }
  }
  const engine = new Engine({
    lexicon,
    phrases,
    settings: decision(intents, vocabulary, report),
    grammar: grammar(lexicon, vocabulary),
    orderIds: slotLists(vocabulary, ({ order_ids }) => order_ids).map(({ pattern, write }) => ({
      regex: new RegExp(pattern, 'giu'),
      write
    })),
    numbers: Object.assign({}, ...vocabulary.map(({ value }) => value.slots?.numbers ?? {})) as Record<string, number>,
    yields: names(intents, ({ yields }) => yields),
    accompanies: names(intents, ({ accompanies }) => accompanies),
    cues: cues(lexicon, intents, vocabulary, report)
  });
  for (const intent of intents) runExamples(intent, engine, new Set(intents.map(({ name }) => name)), report);
  return engine;
}

const names = (
  intents: readonly IntentEntry[],
  test: (content: UnderstandContent) => boolean | undefined
): ReadonlySet<string> =>
  new Set(intents.filter(({ understand }) => test(understand) === true).map(({ name }) => name));

function cues(
  lexicon: Lexicon,
  intents: readonly IntentEntry[],
  vocabulary: readonly Loaded<Vocabulary>[],
  report: SetReport
): Cues {
  const table: Record<string, CueContent> = {};
  for (const { value, source } of vocabulary) {
    for (const [intent, content] of Object.entries(value.cues ?? {})) {
      const at = `/cues/${intent}`;
      if (intents.some(({ name }) => name === intent)) table[intent] = content;
      else report(source, at, 'unknown_intent', `"${intent}" is no intent; remove its cues, or fit them again`);
      for (const name of Object.keys(content.concepts))
        if (lexicon.concept(name) === undefined)
          report(source, `${at}/concepts/${name}`, 'unknown_concept', `no concept named ${name}`);
    }
  }
  return new Cues(table, lexicon);
}

/** Stands in for missing settings, which were reported: it never acts. */
const NEVER_ACT: DecisionSettings = {
  act_at: 1,
  margin: 1,
  second_wish_at: 0,
  second_deed_at: 0,
  second_clause_at: 0,
  name_at: 1,
  most_candidates: 1,
  support: 0,
  background: 0,
  foreign: 0,
  strange_object: 0,
  own_object: 0,
  pleasantry_words: 1,
  pleasantry_share: 1,
  contested: 0,
  unfamiliar_from: 0,
  unfamiliar_discount: 1,
  unfamiliar_words: 1,
  cues_alone_at: 1,
  cues_agree_at: 1,
  cues_sure_at: 1,
  cues_settle_at: 1,
  cues_inside_at: 1,
  cues_overrule_at: 1,
  overruled_below: 0,
  cues_clause_at: 1,
  cues_doubt_odds: 0,
  cues_refuse_odds: 0,
  cues_name_at: 1,
  first_words: 1,
  last_words: 1
};

function decision(
  intents: readonly IntentEntry[],
  vocabulary: readonly Loaded<Vocabulary>[],
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
  vocabulary: readonly Loaded<Vocabulary>[],
  pick: (slots: SlotPatterns) => readonly T[] | undefined
): T[] {
  return vocabulary.flatMap(({ value }) => (value.slots === undefined ? [] : (pick(value.slots) ?? [])));
}

function phraseWords(intents: readonly IntentEntry[], vocabulary: readonly Loaded<Vocabulary>[]): string[] {
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
      background: phrase.background ?? false,
      negatable: phrase.negatable ?? true
    };
  });
}

function runExamples(
  { name, understand, source }: IntentEntry,
  engine: Understander,
  names: ReadonlySet<string>,
  report: SetReport
): void {
  const check = (text: string, expected: string, pointer: string): void => {
    const { intent, why } = engine.understand(text);
    if (intent === expected) return;
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
