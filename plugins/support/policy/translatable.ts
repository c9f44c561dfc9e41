import type { Source } from '../../../core/index.js';
import type { Template } from '../../../core/templates/index.js';
import { tablesOf } from '../decide/policies.js';
import { ArticleKind } from '../kinds/article.js';
import { Escalation, type Notice } from '../kinds/escalation.js';
import { Identity } from '../kinds/identity.js';
import { FollowUps } from '../kinds/follow-ups/kind.js';
import { PlacesKind } from '../kinds/places.js';
import { WordingKind } from '../kinds/wording.js';
import { type Locale, onOneLine } from '../locales/locale.js';
import type { RunPolicy } from './run-policy.js';

/** A text that customers are told, and where it stands. */
export interface Translatable {
  readonly source: Source;
  readonly pointer: string;
  readonly text: string;
  /** The variables it reads. */
  readonly reads: readonly string[];
}

/** Answers that are offered with a click. */
const ANSWERS = ['Yes', 'No'];

/** Every text that customers are told, in the order of the files. */
export function translatable(policy: RunPolicy): readonly Translatable[] {
  const { set, intents, issues, tables } = policy;
  const found: Translatable[] = [];
  const add = (source: Source, pointer: string, text: Template | string) =>
    found.push({ source, pointer, ...(typeof text === 'string' ? { text, reads: [] } : text) });
  for (const { value, source } of set.of(WordingKind)) {
    for (const group of ['questions', 'again', 'refusals'] as const)
      for (const [name, text] of value[group]) add(source, `/${group}/${name}`, text);
    for (const [name, text] of Object.entries(value.statements)) add(source, `/statements/${name}`, text);
    for (const [name, text] of Object.entries(value.verification)) add(source, `/verification/${name}`, text);
    for (const answer of ANSWERS) add(source, '/questions', answer);
  }
  for (const { value, source } of set.of(Escalation)) {
    const notice = (pointer: string, { ticket, noTicket }: Notice) => {
      add(source, `${pointer}/ticket`, ticket);
      add(source, `${pointer}/no_ticket`, noTicket);
    };
    for (const [reason, each] of value.notices) notice(`/notices/${reason}`, each);
    notice('/failed', value.failed);
    add(source, '/already', value.already);
    add(source, '/replaces', value.replaces);
  }
  for (const { offer, begin, replies, source } of intents.values()) {
    if (offer !== undefined) add(source, '/offer', offer);
    if (begin !== undefined) add(source, '/begin', begin);
    for (const [key, text] of replies) add(source, `/replies/${key}`, text);
  }
  for (const { versions } of Object.values(tablesOf(tables)))
    for (const { rules, source, derived } of versions)
      for (const { says, pointer } of derived === true ? [] : rules) add(source, `${pointer}/says`, says);
  for (const { value } of set.of(FollowUps))
    value.answers.forEach(({ says, source }, i) => add(source, `/answers/${i}/says`, says));
  for (const { says, source } of issues) add(source, '/says', says);
  for (const { value, source } of set.of(PlacesKind)) add(source, '/says', value.says);
  for (const { value, source } of set.of(Identity)) {
    add(source, '/code/text', value.code.text);
    add(source, '/code/subject', value.code.subject);
  }
  for (const { value, source } of set.of(ArticleKind))
    value.sentences.forEach((sentence, i) => add(source, value.places[i]!, sentence));
  // Only said again: the same text as it is.
  return found.filter(({ text }) => !/^\{\{[^}]*\}\}$/.test(text.trim()));
}

/** Each text once. */
export function missingIn({ entries }: Locale, texts: readonly Translatable[]): readonly Translatable[] {
  const missing = new Map<string, Translatable>();
  for (const each of texts)
    if (!entries.has(onOneLine(each.text)) && !missing.has(onOneLine(each.text)))
      missing.set(onOneLine(each.text), each);
  return [...missing.values()];
}

/** The beginning of a text, as a report quotes it. */
export const shortened = (text: string) =>
  onOneLine(text).length > 60 ? `${onOneLine(text).slice(0, 60)}…` : onOneLine(text);
