import { type Child, h, show } from '../../shared/dom.js';
import type { Api } from '../frame/api.js';
import { milliseconds, words } from '../frame/format.js';
import { badge, go, loading, notice, type Page } from '../frame/page.js';
import type { Policies } from '../frame/policy-types.js';
import type { Answer } from '../frame/types.js';
import { evidenceView, type Lit, replyView } from '../parts/evidence.js';
import { sandbox } from '../parts/sandbox.js';
import { decisionsIn, traceView } from '../parts/trace-view.js';

interface Exchange {
  readonly said: string;
  readonly answer: Answer | undefined;
  readonly failure?: string;
}

/** A conversation beside what each sentence of it rests on. */
export function talkPage(api: Api): Page {
  const turns = h('ol', { class: 'turns', role: 'log', 'aria-live': 'polite', 'aria-label': 'Conversation' });
  const beside = h('section', { class: 'detail', tabindex: 0, 'aria-label': 'Evidence' });
  const input = h('input', { id: 'message', maxlength: 4000, autocomplete: 'off', required: true });
  const email = h('input', { id: 'email', type: 'email', autocomplete: 'off', placeholder: 'demo@example.com' });
  const code = h('input', {
    hidden: true,
    'aria-label': 'Code',
    placeholder: 'Code',
    inputmode: 'numeric',
    pattern: '[0-9]{6}'
  });
  const verified = h('p', { class: 'note', role: 'status' });
  let conversation: string | undefined;
  let exchanges: readonly Exchange[] = [];
  let chosen = 0;
  let policies: Promise<Policies | undefined> | undefined;

  const opened = async () =>
    (conversation ??= (await api.post<{ conversation_id: string }>('v1/conversations', {})).conversation_id);
  const say = async (said: string) => {
    exchanges = [...exchanges, { said, answer: undefined }];
    draw(exchanges.length - 1);
    const put = (exchange: Exchange) => {
      exchanges = exchanges.map((each, i) => (i === exchanges.length - 1 ? exchange : each));
    };
    try {
      const path = `v1/conversations/${await opened()}/messages`;
      put({ said, answer: await api.post<Answer>(path, { message: said, include_trace: true }) });
    } catch (error) {
      put({ said, answer: undefined, failure: (error as Error).message });
    }
    draw(exchanges.length - 1);
  };
  const verify = async (event: Event) => {
    event.preventDefault();
    try {
      const path = `v1/conversations/${await opened()}/verify`;
      const proof = { email: email.value, ...(code.value !== '' && { code: code.value }) };
      const { verified: yes, code_sent } = await api.post<{ verified: boolean; code_sent?: true }>(path, proof);
      verified.textContent = yes ? 'Verified: account questions are answered.' : 'Not verified.';
      if (code_sent === true) verified.textContent = 'A code is on its way, if this is the address of an account.';
      code.hidden = yes || (code.hidden && code_sent !== true);
    } catch (error) {
      verified.textContent = (error as Error).message;
    }
  };
  const submit = (event: Event) => {
    event.preventDefault();
    const said = input.value.trim();
    input.value = '';
    if (said !== '') void say(said);
  };
  const startOver = () => {
    conversation = undefined;
    exchanges = [];
    verified.textContent = '';
    code.value = '';
    code.hidden = true;
    draw(0);
    input.focus();
  };
  const draw = (index: number) => {
    chosen = index;
    const lit: Lit = { of: undefined };
    show(
      turns,
      ...exchanges.map((exchange, i) =>
        exchangeView(exchange, { chosen: i === chosen, lit, choose: () => draw(i), say })
      )
    );
    const answer = exchanges[chosen]?.answer;
    if (answer === undefined)
      return show(
        beside,
        notice(
          'Evidence',
          'What each sentence of a reply rests on stands here. Say something, then point at a sentence of the reply.'
        )
      );
    show(beside, besideView(answer, lit, whatIf(answer)));
    turns.lastElementChild?.scrollIntoView({ block: 'nearest' });
  };
  const whatIf = (answer: Answer) => {
    const decision = answer.trace === null ? undefined : decisionsIn(answer.trace)[0];
    if (decision === undefined) return null;
    const into = h('div', {}, loading());
    policies ??= api.get<Policies>('v1/policies').catch(() => undefined);
    void policies.then(found => {
      const table = found?.tables.find(({ name }) => name === decision.table);
      show(into, table === undefined ? null : sandbox(api, table, decision.facts));
    });
    return into;
  };
  const lookUp = h('input', { id: 'known', autocomplete: 'off', placeholder: 'conv_…', pattern: 'conv_.+' });
  const toRuns = (event: Event) => (
    event.preventDefault(),
    go(`runs?conversation_id=${encodeURIComponent(lookUp.value.trim())}`)
  );
  const element = h(
    'div',
    { class: 'split even' },
    h(
      'section',
      { class: 'master talk', 'aria-label': 'Conversation' },
      h('h1', {}, 'Talk'),
      h(
        'div',
        { class: 'bar' },
        h(
          'form',
          { class: 'bar', onsubmit: verify },
          h('label', { for: 'email' }, 'Verify as'),
          email,
          code,
          h('button', {}, 'Verify')
        ),
        h('button', { class: 'quiet', onclick: startOver }, 'Start over')
      ),
      verified,
      h('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'Turns' }, turns),
      h(
        'form',
        { class: 'bar write', onsubmit: submit },
        h('label', { for: 'message' }, 'Say'),
        input,
        h('button', { class: 'primary' }, 'Send')
      ),
      h(
        'form',
        { class: 'bar faint', onsubmit: toRuns },
        h('label', { for: 'known' }, 'One that was held'),
        lookUp,
        h('button', {}, 'Its runs')
      )
    ),
    beside
  );
  draw(0);
  return { element, visit: () => undefined, leave: () => undefined };
}

interface ExchangePlace {
  readonly chosen: boolean;
  readonly lit: Lit;
  readonly choose: () => void;
  readonly say: (message: string) => Promise<void>;
}

function exchangeView({ said, answer, failure }: Exchange, { chosen, lit, choose, say }: ExchangePlace): HTMLElement {
  const replied: Child =
    failure !== undefined
      ? h('p', { class: 'wrong', role: 'alert' }, failure)
      : answer === undefined
        ? loading()
        : [
            replyView(answer, chosen ? lit : undefined),
            h(
              'p',
              { class: 'note' },
              badge(answer.state),
              ` ${words(answer.intent)}, ${milliseconds(answer.duration_ms)} `,
              chosen ? null : h('button', { class: 'quiet', onclick: choose }, 'Show evidence')
            ),
            !chosen || answer.question === null
              ? null
              : h(
                  'p',
                  { class: 'bar' },
                  answer.question.choices.map(({ label, message }) =>
                    h('button', { onclick: () => void say(message) }, label)
                  )
                )
          ];
  return h('li', { class: chosen ? 'exchange chosen' : 'exchange' }, h('p', { class: 'said customer' }, said), replied);
}

const besideView = (answer: Answer, lit: Lit, whatIf: Child): Child => [
  answer.unverified_claims.length === 0
    ? null
    : h(
        'section',
        { class: 'withheld', 'aria-label': 'Withheld' },
        h('h2', {}, 'Withheld'),
        h(
          'ul',
          {},
          answer.unverified_claims.map(({ claim, reason, values }) =>
            h('li', {}, h('q', {}, claim), h('p', { class: 'note' }, `${words(reason)}: ${values.join(', ')}`))
          )
        )
      ),
  h('h2', {}, 'Evidence'),
  evidenceView(answer, lit),
  whatIf,
  answer.trace === null ? null : [h('h2', {}, 'Steps'), traceView(answer.trace)]
];
