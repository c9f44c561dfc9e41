import { type Child, h } from '../shared/dom.js';
import type { IdentityProof, Turn, Verified } from './types.js';
import { verifyForm } from './verify-form.js';
import type { Words } from './words.js';

/** What a turn can be asked to do. */
export interface TurnActions {
  choose(message: string, label: string): void;
  again(): void;
  rate(helpful: boolean): void;
  verify(proof: IdentityProof): Promise<Verified>;
}

export interface TurnPlace {
  readonly words: Words;
  /** The last turn of the conversation: its question is open. */
  readonly last: boolean;
  readonly actions: TurnActions;
}

/** One turn: what was said, and what can be done about it. */
export function turnView(turn: Turn, place: TurnPlace): HTMLElement {
  const { words } = place;
  const speaker = h('span', { class: 'unseen' }, `${turn.by === 'customer' ? words.you : words.agent}: `);
  const said = h('p', { class: 'said', dir: 'auto' }, speaker, turn.text);
  return h(
    'li',
    { class: `turn ${turn.by}` },
    said,
    turn.by === 'customer' ? delivery(turn, place) : after(turn, place)
  );
}

function delivery({ delivery: state }: Extract<Turn, { by: 'customer' }>, { words, actions }: TurnPlace): Child {
  if (state === 'sent') return null;
  if (state !== 'failed') return h('p', { class: 'note' }, words[state], ' …');
  const again = h('button', { class: 'link', onclick: () => actions.again() }, words.again);
  return h('p', { class: 'note wrong', role: 'alert' }, words.failed, ' ', again);
}

function after(turn: Extract<Turn, { by: 'agent' }>, place: TurnPlace): Child {
  const { last } = place;
  const { question } = turn;
  return [
    turn.ticket === null ? null : handOver(turn.ticket, place.words),
    last && question?.about === 'identity' ? verifyForm(place.words, place.actions.verify) : null,
    last && question !== null && question.choices.length > 0 ? choices(question.choices, place) : null,
    turn.rated !== undefined || (last && ['answered', 'escalated'].includes(turn.state))
      ? rating(turn.rated, place)
      : null
  ];
}

const handOver = (ticket: string, words: Words) =>
  h(
    'section',
    { class: 'case', 'aria-label': words.person },
    h('strong', {}, words.person),
    h('p', {}, words.next),
    h('p', { class: 'note' }, `${words.case} `, h('code', {}, ticket))
  );

type Choices = NonNullable<Extract<Turn, { by: 'agent' }>['question']>['choices'];

const choices = (offered: Choices, { words, actions }: TurnPlace) =>
  h(
    'ul',
    { class: 'choices', 'aria-label': words.choices },
    offered.map(({ label, detail, message }) => {
      const said = message === label || detail === null ? label : `${label}, ${detail}`;
      const choose = () => actions.choose(message, said);
      return h(
        'li',
        {},
        h(
          'button',
          { class: 'choice', onclick: choose },
          h('span', {}, label),
          detail === null ? null : h('small', {}, detail)
        )
      );
    })
  );

function rating(rated: string | undefined, { words, actions }: TurnPlace): HTMLElement {
  if (rated !== undefined) return h('p', { class: 'note rated', role: 'status' }, words.thanks);
  const button = (text: string, helpful: boolean) =>
    h(
      'button',
      { class: 'link', 'aria-label': `${words.helpful} ${text}`, onclick: () => actions.rate(helpful) },
      text
    );
  return h('p', { class: 'note' }, words.helpful, ' ', button(words.yes, true), ' ', button(words.no, false));
}
