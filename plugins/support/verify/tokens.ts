import { classify } from './classify.js';
import { comparatorOf } from './comparators.js';
import { cueMask, negatesVerb, orTarget, targetOf, toggle } from './negation.js';
import { partsOf, softly, tokenOf, type Sentence } from './token.js';
import type { Found } from './values.js';
import type { Vocabulary } from './vocabulary.js';
import type { Clause, Reading, Token, Word } from './words.js';

const WORD = /\p{L}[\p{L}\p{N}]*(?:['&][\p{L}\p{N}]+)*/gu;

/**
 * Reads the clause of `text` from `start` to `end`: content words with their polarity, form and subject. Only clauses of
 * a reply are held against records, so only they are read `plain` too.
 */
export function readClause(
  text: string,
  start: number,
  end: number,
  values: readonly Found[],
  v: Vocabulary,
  ofReply = false
): Clause {
  const part = text.slice(start, end);
  const words = wordsOf(part, start, values, v);
  const inside = values.filter(value => value.start >= start && value.end <= end);
  const cues = cueMask(part, start, words, v);
  const full = readTokens(words, cues, inside, true, v);
  return {
    ...full,
    text: part,
    words,
    start,
    plain: ofReply ? (plainly(full, words, cues, v) ?? readTokens(words, cues, inside, false, v)) : full,
    values: inside.map(found => ({ ...found, comparator: comparatorOf(text, start, found, words, full.tokens, v) })),
    about: ofReply && words.some(({ lower }) => v.grammar.about.has(lower)),
    specific:
      (!v.grammar.conditions.has(words[0]?.lower ?? '') && words.some(({ lower }) => v.grammar.specific.has(lower))) ||
      inside.some(({ value }) => value.type === 'identifier'),
    everyOrder: words.some(
      (word, i) =>
        v.universals.has(word.lower) && words.slice(i + 1, i + 4).some(next => v.grammar.order_nouns.has(next.lower))
    )
  };
}

function readTokens(
  words: readonly Word[],
  cueWords: readonly boolean[],
  values: readonly Found[],
  soft: boolean,
  v: Vocabulary
) {
  const { kind, phrased } = classify(words, soft, v);
  const cues = cueWords.map((cue, i) => cue && !phrased[i]);
  const flips = new Set<number>();
  let strayNegations = 0;
  let elliptic = false;
  const verbal: boolean[] = [];
  words.forEach((word, i) => {
    if (!cues[i]) return;
    const target = targetOf(i, words, kind, cues, v);
    const before = target === undefined ? Infinity : (words[target]?.at ?? 0);
    // "you have nothing, ask the neighbours" says when to ask
    if (v.grammar.objects.has(word.lower) && words[i + 1]?.opens) return;
    if (target === undefined && i === words.length - 1 && i > 1) elliptic = true;
    else if (target === undefined || values.some(({ start }) => start > word.end && start < before)) strayNegations++;
    else {
      const verbs = negatesVerb(i, words, v);
      // "is not charged until it ships" is charged then
      const until = verbs && words.slice(target + 1).some(({ lower }) => lower === 'until' || lower === 'till');
      if (!until) toggle(flips, target);
      if (!until) verbal.push(verbs);
      for (let next = orTarget(target, words, kind); next !== undefined; next = orTarget(next, words, kind))
        toggle(flips, next);
    }
  });
  const sentence: Sentence = {
    words,
    soft,
    spans: values.some(({ value }) => value.type === 'duration'),
    eventful: words.some(({ stem }) => v.events.has(stem)),
    until: words.some(({ lower }) => v.grammar.untils.has(lower))
  };
  const tokens: Token[] = [];
  words.forEach((_, i) => {
    const entry = kind[i];
    if (!entry || entry === 'silent' || cues[i]) return;
    const flip = flips.has(i);
    const denied = flip && verbal.length === 1 && verbal[0] === true;
    tokens.push(tokenOf(i, entry, flip, sentence, v, denied, partsOf(i, entry, flip, sentence, v)));
  });
  // "not any" excludes, and claims nothing of all
  const universal = words.some(
    // "any duties are paid by you" is "duties are paid by you"
    ({ lower }, i) =>
      v.universals.has(lower) &&
      !(lower === 'any' && i === 0) &&
      !(
        lower === 'never' && [v.grammar.passive, v.grammar.perfect].some(list => list.has(words[i - 1]?.lower ?? ''))
      ) &&
      !phrased[i] &&
      !(lower.startsWith('any') && cues.some(cue => cue))
  );
  const joined = joinModals(tokens, words, soft, v);
  const denial = verbal.length === 1 && verbal[0] === true && strayNegations === 0;
  return {
    tokens: elliptic ? joined.map(eitherWay) : joined,
    strayNegations,
    elliptic,
    denial,
    universal,
    kind,
    sentence
  };
}

/** What is read for records, where no negation has to find its word anew; undefined where one has. */
function plainly(
  { kind, sentence, ...full }: ReturnType<typeof readTokens>,
  words: readonly Word[],
  cues: readonly boolean[],
  v: Vocabulary
): Clause['plain'] | undefined {
  if (cues.some(cue => cue) || full.tokens.some(token => isModal(token, v))) return undefined;
  const plain: Sentence = { ...sentence, soft: false };
  const tokens: Token[] = [];
  let i = 0;
  for (const token of full.tokens) {
    while (words[i]!.at < token.at) i++;
    const entry = kind[i];
    if (!entry || entry === 'silent') continue;
    const soft = softly(i, entry, words, false, v);
    if (soft && !entry.listed) continue;
    const parts = token.parts.length > 0 ? partsOf(i, entry, false, plain, v) : token.parts;
    const same = soft === token.soft && parts === token.parts;
    tokens.push(same ? token : { ...token, soft: soft && token.readings[0]?.form !== 'done_by_us', parts });
  }
  return { ...full, tokens };
}

function eitherWay(token: Token): Token {
  return { ...token, readings: token.readings.flatMap(each => [each, { ...each, negative: !each.negative }]) };
}

function wordsOf(part: string, start: number, values: readonly Found[], v: Vocabulary): Word[] {
  const words: Word[] = [];
  for (const match of part.matchAll(WORD)) {
    const at = start + match.index;
    if (values.some(value => at >= value.start && at < value.end)) continue;
    const lower = match[0].toLowerCase();
    const spent = values.some(({ end, value }) => value.type === 'duration' && end + 1 === at);
    if (spent && v.grammar.remainders.has(lower)) continue;
    const before = (words.at(-1)?.end ?? start) - start;
    const opens = match.index > before + 1 && /[,;:]/.test(part.slice(before, match.index));
    words.push({ text: match[0], lower, stem: v.stem(lower), at, end: at + match[0].length, opens });
  }
  return words;
}

function isModal({ readings }: Token, v: Vocabulary): boolean {
  return readings.some(({ concept }) => v.meanings.get(concept)?.modal);
}

/** "eligible for a refund" and "your refund qualifies": the refund is possible, or is not. */
function joinModals(tokens: readonly Token[], words: readonly Word[], prose: boolean, v: Vocabulary): Token[] {
  const acts = (token: Token) => token.readings.some(r => v.meanings.get(r.concept)?.proofs?.possible);
  const modal = tokens.find(token => isModal(token, v));
  if (!modal) return [...tokens];
  const at = tokens.indexOf(modal);
  const action =
    tokens.slice(at + 1).find(token => acts(token) && !apart(modal, token, words)) ??
    tokens.slice(0, at).reverse().find(acts);
  const sign = modal.readings.find(r => v.meanings.get(r.concept)?.modal)?.negative ?? false;
  const byUs = modal.readings.some(({ form }) => form === 'possible_by_agent');
  if (!action) return prose && !modal.verb ? modalOf(modal, tokens, sign) : [...tokens];
  return tokens.flatMap(token => {
    if (token === modal) return [];
    if (token !== action) return [token];
    const readings = action.readings.flatMap((r): Reading[] =>
      v.meanings.get(r.concept)?.proofs?.possible
        ? [{ concept: r.concept, negative: r.negative !== sign, form: byUs ? 'possible_by_agent' : 'possible' }]
        : [r]
    );
    return [{ ...token, text: `${modal.text} ${token.text}`, readings, denied: token.denied || modal.denied }];
  });
}

/** "Refuse the parcel or return it" names two things to do. */
function apart(modal: Token, action: Token, words: readonly Word[]): boolean {
  return words.some(({ at, lower }) => at > modal.at && at < action.at && lower === 'or');
}

/** "Buying one with another is not possible": one cannot be bought with another. */
function modalOf(modal: Token, tokens: readonly Token[], sign: boolean): Token[] {
  const action =
    tokens.find(token => token !== modal && (/ing$/i.test(token.text) || (token.verb && token.at > modal.at))) ??
    tokens.find(
      token =>
        token !== modal &&
        /possible$/i.test(modal.text) &&
        !token.soft &&
        modal === tokens.at(-1) &&
        tokens.at(-2) === token
    );
  return tokens.flatMap(token => {
    if (!action || (token !== action && token !== modal)) return [token];
    if (token === modal) return [];
    const readings = token.readings.map(r => ({ ...r, negative: r.negative !== sign, form: 'possible' as const }));
    return [{ ...token, readings, denied: modal.denied }];
  });
}
