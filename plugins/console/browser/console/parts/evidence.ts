import { h } from '../../shared/dom.js';
import { words } from '../frame/format.js';
import type { Answer } from '../frame/types.js';

/** The evidence that is shown beside, so that sentences can light it up. */
export interface Lit {
  of: HTMLElement | undefined;
}

/** A reply, each sentence of which lights up what it rests on, when it is pointed at or reached by keyboard. */
export function replyView({ reply, proof }: Answer, lit: Lit | undefined): HTMLElement {
  if (proof === null || proof.sentences.length === 0) return h('p', { class: 'said agent' }, reply);
  const sentences = proof.sentences.map(({ text, factual, evidence }) => {
    const references = new Set(evidence.map(({ reference }) => reference));
    const light = (on: boolean) => {
      for (const card of lit?.of?.children ?? [])
        card.classList.toggle('lit', on && references.has(card.getAttribute('data-reference') ?? ''));
      if (on) lit?.of?.querySelector('.lit')?.scrollIntoView({ block: 'nearest' });
    };
    const on = () => light(true);
    const off = () => light(false);
    const label = factual ? `${text} Rests on ${[...references].join(', ')}` : `${text} States nothing.`;
    const able = lit === undefined ? {} : { tabindex: 0, role: 'button', 'aria-label': label };
    return [
      h(
        'span',
        {
          class: factual ? 'sentence' : 'sentence plain',
          ...able,
          onmouseenter: on,
          onmouseleave: off,
          onfocus: on,
          onblur: off,
          onclick: on
        },
        text
      ),
      ' '
    ];
  });
  return h('p', { class: 'said agent' }, sentences);
}

/** What the reply could rest on: tool results, decisions, articles, facts of the system, the customer's own words. */
export function evidenceView({ proof }: Answer, lit: Lit): HTMLElement {
  const used = new Map<string, Set<string>>();
  for (const { reference, field } of proof?.sentences.flatMap(({ evidence }) => evidence) ?? []) {
    const fields = used.get(reference) ?? new Set();
    if (field !== null) fields.add(field);
    used.set(reference, fields);
  }
  lit.of = h(
    'ul',
    { class: 'evidence' },
    (proof?.evidence ?? []).map(({ reference, kind, text }) => {
      const fields = used.get(reference);
      return h(
        'li',
        { class: fields === undefined ? 'unused' : '', 'data-reference': reference },
        h('p', { class: 'note' }, words(kind), ' ', h('code', {}, reference)),
        evidenceText(text, fields ?? NONE)
      );
    })
  );
  return lit.of;
}

const NONE: ReadonlySet<string> = new Set();
const FIELDS = /^[a-z_]+=/;

/** `key=value; …` as terms, with those that carry a sentence marked; prose as it is. */
function evidenceText(text: string, used: ReadonlySet<string>): HTMLElement {
  if (!FIELDS.test(text)) return h('p', { class: 'text' }, text);
  const fields = text
    .split(/; (?=[a-z_]+=)/)
    .map(each => [each.slice(0, each.indexOf('=')), each.slice(each.indexOf('=') + 1)]);
  return h(
    'dl',
    { class: 'facts dense text' },
    fields.map(([name = '', value = '']) => {
      const carries = [...used].some(field => field === name || field.startsWith(`${name}.`));
      return h(
        'div',
        { class: `${carries ? 'looked' : ''} ${value.startsWith('[') ? 'whole' : ''}` },
        h('dt', {}, words(name)),
        h('dd', {}, value)
      );
    })
  );
}
