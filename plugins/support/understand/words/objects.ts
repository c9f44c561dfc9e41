import type { Token } from './tokenise.js';

/** For each token that is a deed or a verb of trade, where its object stands if that belongs to no concept; -1 elsewhere. */
export interface Objects {
  /** "exchange vows": probably not about goods. */
  readonly strangeObject: readonly number[];
  /** "exchange my shift": called a thing of the customer's own; it may be goods. */
  readonly ownObject: readonly number[];
}

const OBJECT_REACH = 3;

/** What each token is, in the order of the tokens. */
export interface TokenClasses {
  readonly deeds: readonly boolean[];
  readonly trade: readonly boolean[];
  readonly meant: readonly boolean[];
  readonly light: readonly boolean[];
  readonly definite: readonly boolean[];
  readonly destination: readonly boolean[];
}

/**
 * For each deed or verb of trade the word that follows it, looking past light words, if that word is in no vocabulary and none of the
 * next is ("wireless earbuds" is about goods, "vows" is not); -1 elsewhere. Apart, if it is called a thing of the
 * customer's own ("the trivet").
 */
export function objects(
  tokens: readonly Token[],
  { deeds, trade, meant, light, definite, destination }: TokenClasses
): Objects {
  const strangeObject = tokens.map(() => -1);
  const ownObject = tokens.map(() => -1);
  tokens.forEach((_, verb) => {
    if (deeds[verb] !== true && trade[verb] !== true) return;
    let first = -1;
    let own = false;
    for (let at = verb + 1, seen = 0; at < tokens.length && seen < OBJECT_REACH; at++) {
      if (tokens[at]?.afterComma === true) break;
      if (trade[verb] === true && destination[at] === true) return;
      if (definite[at] === true && first < 0) own = true;
      if (light[at] === true) continue;
      if (meant[at] === true && definite[at] !== true) return;
      if (tokens[at]?.kind !== 'word') return;
      if (definite[at] === true) continue;
      if (first < 0) first = at;
      seen++;
    }
    (own ? ownObject : strangeObject)[verb] = first;
  });
  return { strangeObject, ownObject };
}
