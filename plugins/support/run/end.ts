import type { EscalationReason } from '../enumerations.js';
import { escalationEvidence, statedEvidence } from '../policy/system-facts.js';
import type { Verification } from '../verify/contract.js';
import { listed, listEvidence } from '../conversation/known-orders.js';
import { offerNext } from './questions.js';
import type { Run } from './run.js';
import { digestsOf } from '../conversation/item-words.js';
import { openTickets } from '../conversation/tickets.js';
import { isCourtesy, personIntent } from '../meaning/turn.js';
import { fileTicket } from './tickets.js';
import type { Memory } from '../records/types.js';
import type { RunEnding, Fields, RunOutcome, Provenance, Services, RunTopic } from './steps.js';

type Ends<K extends RunEnding['ends']> = Extract<RunEnding, { readonly ends: K }>;

/** Asks for exactly one thing, by its name in the wording. */
export const clarify = (
  question: string,
  { intent, memory }: RunTopic,
  data: Fields = {},
  again = false
): Ends<'clarifying'> => ({ ends: 'clarifying', question, data, again, intent, memory });

/** Hands the conversation to a person; `about` says what is on the ticket. */
export const escalate = (
  reason: EscalationReason,
  { intent, memory }: RunTopic,
  about: Partial<
    Pick<Ends<'escalated'>, 'reply' | 'data' | 'lineIds' | 'corrects' | 'beside' | 'instead' | 'ticket'>
  > = {}
): Ends<'escalated'> => ({
  reply: undefined,
  data: {},
  lineIds: [],
  corrects: false,
  beside: false,
  ...about,
  ends: 'escalated',
  reason,
  intent,
  memory
});

export const refuse = (reason: Ends<'refused'>['reason'], { intent, memory }: RunTopic): Ends<'refused'> => ({
  ends: 'refused',
  reason,
  intent,
  memory
});

const NONE = { escalationReason: null, refusalReason: null, ticketId: null } as const;

/** Carries an ending out: words are proved, a ticket is opened where one is due, the last state is entered. */
export async function end(ending: RunEnding, run: Run, services: Services): Promise<RunOutcome> {
  const ended = await carryOut(ending, run, services);
  const [last, first] = [run.beside.filter(({ before }) => !before), run.beside.filter(({ before }) => before)];
  const whole = [...last, ...first.reverse()].reduce((all, beside) => withBeside(beside, all), ended);
  const now = repliedTo(whole.reply, run);
  const again = isRepeated(now, run);
  const outcome = again ? onceMore(whole, run) : whole;
  const replied = again ? repliedTo(outcome.reply, run) : now;
  return inLanguage({ ...outcome, memory: Object.assign(withOffer(outcome), { replied }) }, run);
}

/** What was offered waits where the reply asks nothing: "perfect, thank you" is said to the reply then. */
function withOffer({ memory, reply }: RunOutcome): Memory {
  const { offer_waits: _waited, ...rest } = memory;
  return rest.offered !== undefined && !reply.includes('?') ? { ...rest, offer_waits: true } : rest;
}

/** What the reply says already is not said twice; a question that is asked back stays the last thing said. */
function withBeside({ text, provenance, before }: Run['beside'][number], outcome: RunOutcome): RunOutcome {
  const { reply, ...ended } = outcome;
  const more = text
    .split(BETWEEN_SENTENCES)
    .filter(sentence => !reply.includes(sentence))
    .join(' ');
  if (more === '') return outcome;
  const first = before || ended.state === 'clarifying';
  const places = [...provenance, ...ended.provenance];
  const once = places.filter((one, i) => i === places.findIndex(each => each.reference === one.reference));
  return { ...ended, reply: first ? `${more} ${reply}` : `${reply} ${more}`, provenance: once };
}

const BETWEEN_SENTENCES = /(?<=[.!?])\s+(?=\p{Lu})/u;

/** The outcome in the language of the conversation; where the message is in one that the shop does not write, that is said first. */
export function inLanguage(outcome: RunOutcome, { telling, spoken, locale, begins }: Run): RunOutcome {
  const { says, code } = spoken ?? {};
  const told = telling?.tell(outcome.reply);
  const reply = told?.map(({ text }) => text).join(' ') ?? outcome.reply;
  const written = code !== undefined && code === locale?.code;
  const foreign = says === undefined || written || reply.includes(says) ? '' : `${says} `;
  const after = begins === undefined ? '' : ` ${begins}`;
  return { ...outcome, reply: `${foreign}${reply}${after}`, ...(told === undefined ? {} : { told }) };
}

const repliedTo = (reply: string, { message, conversation }: Run) => {
  const [said, heard] = digestsOf([reply, message], conversation.conversation_id);
  return { reply: said!, message: heard! };
};

/** The reply is the one before, and not to the same message. */
export const repeats = (reply: string, run: Run): boolean => isRepeated(repliedTo(reply, run), run);

function isRepeated(now: ReturnType<typeof repliedTo>, { conversation }: Run): boolean {
  const { replied } = conversation.memory;
  return replied?.reply === now.reply && replied.message !== now.message;
}

async function carryOut(ending: RunEnding, run: Run, services: Services): Promise<RunOutcome> {
  const { intent, memory } = ending;
  switch (ending.ends) {
    case 'answered': {
      run.move('answered');
      const { reply, provenance } = ending;
      return { intent, memory, state: 'answered', reply, provenance, ...NONE };
    }
    case 'escalated':
      return await handOver(ending, run, services);
    case 'clarifying': {
      const { questions, again } = run.policy.wording;
      const first = ending.text ?? run.say(questions.get(ending.question)!, ending.data);
      const second = again.get(ending.question);
      const other = second === undefined ? undefined : run.say(second, ending.data);
      const reply = (ending.again || repeats(first, run) ? other : undefined) ?? first;
      // Asked in both ways already: somebody else has to ask.
      if (repeats(reply, run)) return await handOver(escalate('repeated_failure', ending), run, services);
      return await fixed(reply, ending, run, services);
    }
    case 'refused':
      run.evidence.push(...statedEvidence('wording', run.policy.wording));
      return await fixed(run.say(run.policy.wording.refusals.get(ending.reason)!, {}), ending, run, services);
  }
}

/**
 * The same again, said to be that, with a person offered where none has a part in it yet: whoever asks twice was not
 * answered; whoever says goodbye twice was. As it is where the words around it cannot be proved. The reply itself was.
 */
function onceMore(outcome: RunOutcome, run: Run): RunOutcome {
  const { once_more, hand_over } = run.policy.wording.statements;
  const { reply, memory, state } = outcome;
  if (!run.policy.verifier.verify(once_more.render({ reply: '' }).trim(), run.evidence, run.now).supported)
    return outcome;
  const again = run.say(once_more, { reply });
  const offered = personIntent(run.policy);
  const waits = [memory.pending, memory.offered, memory.waiting, memory.to_withdraw].some(each => each !== undefined);
  const helped = waits || isCourtesy(outcome.intent) || openTickets(memory.tickets).length > 0;
  if (state !== 'answered' || offered === undefined || helped) return { ...outcome, reply: again };
  return { ...outcome, reply: `${again} ${run.say(hand_over, {})}`, memory: { ...memory, offered } };
}

/** Sends a text the shop wrote; if even that cannot be proved, a person takes over. */
async function fixed(
  reply: string,
  ending: Ends<'clarifying' | 'refused'>,
  run: Run,
  services: Services
): Promise<RunOutcome> {
  const { verification, disclosed } = verifyText(run, reply);
  if (disclosed || !verification.supported) {
    run.unverified.push(...verification.claims);
    return await handOver(escalate('unverifiable_answer', ending), run, services);
  }
  const { intent, memory, ends: state } = ending;
  const refusalReason = ending.ends === 'refused' ? ending.reason : null;
  run.move(state, refusalReason ?? undefined);
  return { intent, memory, state, reply, provenance: provenanceOf(verification), ...NONE, refusalReason };
}

/** A ticket where the caller and the conversation allow one, then the intent's own reply if it can be proved, else the notice for the reason. */
async function handOver(ending: Ends<'escalated'>, run: Run, services: Services): Promise<RunOutcome> {
  const { reason, intent, data: known, reply } = ending;
  const filed = await fileTicket(ending, run, services);
  const { ticketId = null, memory = ending.memory, replaced = [], again = false, order_id = null } = filed ?? {};
  run.evidence.push(escalationEvidence(run.trace.length, reason, ticketId));
  const about = order_id === null ? {} : { order_id };
  if (order_id !== null) run.evidence.push(...listEvidence(listed([order_id], memory.known), run.trace.length));
  const data = ticketId === null ? known : Object.assign(about, known, { replaced, ticket: { ticket_id: ticketId } });
  const { notices, already, replaces } = run.policy.escalation;
  const { ticket, noTicket } = notices.get(reason)!;
  const next = offerNext(memory, run);
  const own = reply === undefined ? [] : [reply];
  const plain = ticketId === null ? noTicket : ticket;
  const templates = ticketId === null ? [] : again ? [already, ticket] : [...own, ticket];
  const withMore = [...templates, plain].map(template => {
    const text = `${run.say(template, { ...data })}${replaced.length > 0 ? ` ${run.say(replaces, { ...data })}` : ''}${next}`;
    return { text, last: false };
  });
  // The last one states nothing but the hand-over: whatever cannot be proved, nobody loses their ticket over it.
  for (const { text, last } of [...withMore, { text: run.say(plain, { ...data }), last: true }]) {
    if (repeats(text, run) && !last) continue;
    const { verification, disclosed } = verifyText(run, text);
    if (disclosed || !verification.supported) {
      run.unverified.push(...verification.claims);
      continue;
    }
    run.move('escalated', reason);
    const provenance = provenanceOf(verification);
    const refusalReason = null;
    return {
      intent,
      memory,
      state: 'escalated',
      reply: text,
      escalationReason: reason,
      refusalReason,
      ticketId,
      provenance
    };
  }
  // The notices were proved when the files were loaded, so this is a defect and not a case.
  throw new Error(`the notice for ${reason} cannot be proved`);
}

/** The sentences that are not proved, by their number from 1. */
function withheldIn({ sentences }: Verification) {
  const withheld: { readonly sentence: number; readonly reason: string }[] = [];
  for (const [i, { claims }] of sentences.entries())
    for (const { reason } of claims) withheld.push({ sentence: i + 1, reason });
  return withheld;
}

/**
 * Checks a text against the run's evidence and records the result. Nothing is sent that has not come through here.
 * @param phrased by a language model, and not the shop's own words
 */
export function verifyText(
  run: Run,
  text: string,
  phrased = false
): { readonly verification: Verification; readonly disclosed: boolean } {
  const disclosed = run.policy.discloses(text);
  const verification = run.policy.verifier.verify(text, run.evidence, run.now, phrased);
  run.record({
    type: 'verification',
    passed: verification.supported && !disclosed,
    sentences: verification.sentences.length,
    factual: verification.sentences.filter(s => s.factual).length,
    unsupported: verification.claims.map(claim => claim.reason),
    withheld: withheldIn(verification),
    disclosure: disclosed,
    neutralised: run.neutralised
  });
  return { verification, disclosed };
}

/** Where each stated fact comes from, each place once. */
export function provenanceOf({ sentences }: Verification): readonly Provenance[] {
  const places = new Map<string, Provenance>();
  for (const { kind, reference, field } of sentences.flatMap(sentence => sentence.support)) {
    const place = field === undefined ? reference : `${reference}:${field}`;
    places.set(place, { kind: provenanceKind(kind), reference: place });
  }
  return [...places.values()];
}

const KINDS: Readonly<Record<string, string>> = { kb: 'tool_result', fact: 'system_fact' };
export const provenanceKind = (kind: string): string => KINDS[kind] ?? kind;
