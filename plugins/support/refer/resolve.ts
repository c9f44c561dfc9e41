import type { Assembly, DocumentSet } from '../../../core/index.js';
import { VocabularyKind } from '../understand/vocabulary-kind.js';
import { Items } from './items.js';
import { countAlone, findMentions, type Expression } from './mentions.js';
import { Meant } from './meaning.js';
import { Goods } from './strange-goods.js';
import { isAlone, keepsRest, type MessageScope } from './narrowing.js';
import { purposes } from './purposes.js';
import { type ReferenceFile, ReferencesKind } from './references-kind.js';
import type { Mention, Resolution, Resolver } from './types.js';
import { Phrases, type Reading, splitWords } from './words.js';

/** So many of a customer's orders are looked at, the newest first. */
export const MOST_ORDERS = 50;

/**
 * Makes the resolver of references from its file.
 * @param isWord tells everyday words, which are no slips of an item's name; the file's own are added
 * @param sold words for what shops sell
 */
export function compileResolver(
  file: ReferenceFile,
  isWord: (word: string) => boolean = () => false,
  sold: readonly string[] = []
): Resolver {
  const real = new Set(file.real_words);
  const phrases = new Phrases(purposes(file), word => real.has(word) || isWord(word));
  const joins = new Set(file.clauses);
  const goods = new Goods(sold);
  const items = new Items(file, word => real.has(word) || phrases.knows(word) || isWord(word));
  return {
    resolve(text, context) {
      const orders = [...context.orders]
        .sort((a, b) => (a.ordered_at < b.ordered_at ? 1 : a.ordered_at > b.ordered_at ? -1 : 0))
        .slice(0, MOST_ORDERS);
      const reading = phrases.read(splitWords(text, joins));
      const mentions = findMentions({ reading, text }, orders, context, { file, items });
      const named = mentions.some(({ how }) => how === 'number' || how === 'item');
      const strange =
        named || orders.length === 0 || orders.length === MOST_ORDERS ? undefined : goods.find(reading, mentions);
      const scope: MessageScope = { reading, orders, context, whole: isWhole(reading), mentions, strange };
      const meaning = new Meant(scope);
      return resolution(meaning, scope, countAlone(reading, mentions, context, file));
    }
  };
}

/** "The whole order", "everything", unless it is denied; "everything else" is what is left, "it is complete" says how it is, and "it clashes with everything here" what else there is. */
function isWhole(reading: Reading): boolean {
  return reading.words.some((_, at) => {
    const entire = reading.at(at, 'entire');
    const size = entire?.size ?? reading.at(at, 'whole')?.size ?? 0;
    const thing = reading.at(at + size, 'thing') !== undefined || reading.at(at + size, 'from') !== undefined;
    const article = reading.before(at, 'article') !== undefined;
    if (entire !== undefined && !thing && !(article && reading.endsClause(at))) return false;
    return (
      size > (reading.at(at, 'rest')?.size ?? 0) &&
      reading.at(at + size, 'stands') === undefined &&
      reading.before(at, 'not') === undefined &&
      reading.before(at, 'beside_whole') === undefined &&
      !(article && reading.before(at - 1, 'not') !== undefined)
    );
  });
}

function resolution(meaning: Meant, scope: MessageScope, alone: number | null): Resolution {
  const { doubtful, unknown } = meaning;
  const orders = [...meaning.orders].map(([order_id, how]) => ({ order_id, how }));
  const counts = new Set(scope.mentions.flatMap(({ quantity }) => (quantity === null ? [] : [quantity])));
  const [only] = counts;
  const inDoubt = doubtful.orders.length > 0 || doubtful.lines.length > 0;
  return {
    orders,
    lines: meaning.lines,
    excluded: meaning.excluded,
    whole: scope.whole || meaning.whole,
    alone: scope.mentions.some(
      one => one.how === 'item' && !one.excluded && (isAlone(one, scope) || keepsRest(scope.reading))
    ),
    quantity: counts.size > 1 ? null : (only ?? alone),
    unknown,
    candidates: doubtful,
    strangeGoods: scope.strange,
    certain: orders.length > 0 && !inDoubt && !meaning.failed && unknown.length === 0,
    corrects: corrects(scope, orders.length + meaning.lines.length + unknown.length > 0),
    mentions: scope.mentions.map(one => mention(one, scope.reading, meaning)),
    reasons: meaning.reasons
  };
}

function mention(one: Expression, { words }: Reading, meaning: Meant): Mention {
  const { how, all, excluded, quantity, group } = one;
  const [start, end] = [words[one.from]!.start, words[one.to - 1]!.end];
  return { how, start, end, all, excluded, quantity, group, ...meaning.fits(one) };
}

/** "No, 1008", "I meant the jacket", "1008, not 1002". */
function corrects({ reading, mentions }: MessageScope, names: boolean): boolean {
  if (!names) return false;
  const contrast =
    mentions.some(({ excluded, orders }) => excluded && orders.length > 0) &&
    mentions.some(({ excluded, how }) => !excluded && how !== 'pronoun');
  return (
    contrast ||
    reading.at(0, 'correction_opening') !== undefined ||
    reading.words.some((_, at) => reading.at(at, 'correction') !== undefined)
  );
}

/** Finds out which orders and items messages mean, by `policies/dialogue/references.yaml`. */
export const ResolverAssembly: Assembly<Resolver> = {
  id: 'resolver',
  lasting: 'anywhere',
  kinds: [ReferencesKind, VocabularyKind],
  build(set) {
    const [file] = set.of(ReferencesKind);
    return file === undefined ? (undefined as never) : compileReferences(set, file.value);
  }
};

/** A resolver by words that may be more than those of the file. */
export function compileReferences(set: DocumentSet, words: ReferenceFile): Resolver {
  const files = set.of(VocabularyKind).map(({ value }) => value);
  const real = new Set(files.flatMap(({ real_words = [] }) => real_words));
  const goods = files.flatMap(({ concepts = [] }) => concepts.filter(({ name }) => name === words.goods.concept));
  return compileResolver(
    words,
    word => real.has(word),
    goods.flatMap(({ words: names }) => names)
  );
}

/** Words with which another clause begins. */
export const clauseWords = (set: DocumentSet): readonly string[] =>
  set.of(ReferencesKind).flatMap(({ value }) => value.clauses);
