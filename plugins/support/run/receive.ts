import { openTickets } from '../conversation/tickets.js';
import { answersTo } from '../knowledge/several-questions.js';
import { placeIn } from '../kinds/places.js';
import { clarify, refuse } from './end.js';
import { situationOf } from '../conversation/situation.js';
import { referenceContext, unfitFor, withReferences } from '../conversation/references.js';
import { wordsOf } from '../conversation/item-words.js';
import type { Conversation } from '../records/types.js';
import type { Run } from './run.js';
import { messageWords } from '../conversation/phrases.js';
import { joinedQuestions } from '../conversation/sentence-form.js';
import { type Received } from '../meaning/turn.js';
import { wishedOf } from '../meaning/wished.js';
import type { RunEnding, Services } from './steps.js';

/** Refuses a message with instruction-like text; what is left is understood by itself. */
export function receive(_nothing: object, run: Run, services: Services): Received | RunEnding {
  if (guardRefuses(run, services)) return refuse('prompt_injection', run.topic);
  const received = hear(run.message, run.conversation, run);
  const { intent, sensitive } = received.said;
  const { says, name, code } = run.spoken ?? {};
  const written = code !== undefined && code === run.locale?.code;
  if (says !== undefined && !written && intent === 'unknown' && sensitive === null) {
    // The agent does not write it, and says so in the language of the message.
    run.evidence.push({ reference: `language:${name}`, kind: 'system_fact', text: says });
    return { ...clarify('unclear', run.topic), text: says };
  }
  const { found, told } = received;
  run.record({
    type: 'references',
    ...traced(found),
    told: told.slice(0, MOST_TRACED).map(({ article, score }) => ({ article, score: Math.round(score * 100) / 100 }))
  });
  return received;
}

/** What a message says in its conversation, or a part of it that is read by itself. */
export function hear(
  written: string,
  conversation: Conversation,
  { policy, now }: Pick<Run, 'policy' | 'now'>
): Received {
  const message = policy.understander.inWords(written);
  const resolved = policy.resolver.resolve(message, referenceContext(conversation, now));
  const meant = [...resolved.orders.map(({ order_id }) => order_id), ...resolved.candidates.orders];
  const unfit = unfitFor(meant, conversation, policy.intents);
  const alone = policy.understander.understand(message, unfit);
  const found = wishedOf(resolved, message, policy);
  const situation = situationOf(conversation, policy.intents);
  const heard = policy.heard.hear(message, situation);
  let byWords = situation.after === 'start' ? heard : undefined;
  const joined = { questions: joinedQuestions({ message, policy }), least: policy.weighing.article_fits };
  const several = joined.questions.length > 1;
  const asked = askedIn({ conversation, policy, message }, situation.about, several ? undefined : alone.intent);
  return {
    message,
    said: withReferences(alone, found, conversation, message),
    found,
    unfit,
    heard,
    alone: () => (byWords ??= policy.heard.hear(message)),
    told: answersTo(message, policy, asked, several ? joined : undefined),
    words: wordsOf(message, alone.slots.words)
  };
}

const MOST_TRACED = 3;

/** The topic of questions that are asked for a place. */
const DELIVERY = 'shipping';

/** What a question leans on: the subjects of the conversation, and what was told last. */
function askedIn(
  { conversation: { memory }, policy, message }: Pick<Run, 'conversation' | 'policy' | 'message'>,
  about: string | undefined,
  alone: string | undefined
) {
  const { subject, decided, settled, pending, tickets, told, reported, place: before } = memory;
  const said = alone === undefined ? [] : messageWords(message);
  const tells = policy.answersWith
    .filter(({ asked, most }) => said.length <= most && asked.some(all => all.every(word => said.includes(word))))
    .flatMap(({ told: tell }) => tell);
  // "How long do I have to return things?" says by itself whose days are asked for.
  const rules = tells.length > 0 && policy.intents.get(alone ?? '')?.applied !== undefined ? alone : undefined;
  const intents = [rules, subject, decided?.intent, settled, pending?.intent, tickets?.at(-1)?.intent];
  const topics = intents.flatMap(name => policy.intents.get(name ?? '')?.topic ?? []);
  const { places } = policy;
  const named = places === undefined ? undefined : placeIn(message, places)?.name;
  const ofPlaces = places?.delivered.some(each => told?.text.includes(each)) === true;
  const place = named ?? (ofPlaces || topics.includes(DELIVERY) ? before : undefined);
  const left = named === undefined && place !== undefined ? [] : (told?.words ?? []);
  const words = [
    ...(place === undefined ? [] : [place]),
    ...left.filter(word => places?.words.has(word.toLowerCase()) !== true),
    ...(reported?.fact ? [reported.fact.replaceAll('_', ' ')] : [])
  ];
  const otherPlaces = (places?.delivered ?? []).filter(each => each !== place);
  const open = openTickets(tickets).map(({ intent }) => intent);
  return { topics, about, last: told?.text, words, place, otherPlaces, only: places?.only ?? [], tells, open };
}

const traced = ({ orders, lines, candidates, unknown, certain, reasons }: Received['found']) => ({
  orders: orders.map(({ order_id, how }) => ({ order_id, how })),
  lines: lines.map(({ order_id, line_id, how }) => ({ order_id, line_id, how })),
  candidates: [...candidates.orders, ...candidates.lines.map(({ order_id, line_id }) => `${order_id}/${line_id}`)],
  unknown: unknown.length,
  certain,
  reasons
});

/** What was found is logged and counted by rule, never quoted. */
function guardRefuses(run: Run, { log, metrics }: Services): boolean {
  const { risk, blocked, detected, findings } = run.policy.guard.assess(run.message, 'message');
  const rules = [...new Set(findings.map(finding => finding.rule))].sort();
  run.record({ type: 'guard', risk, blocked, rules });
  if (detected) {
    log.warning('security.injection_in_message', { risk, blocked, rules });
    metrics.injection(rules, 'message');
  }
  return blocked;
}
