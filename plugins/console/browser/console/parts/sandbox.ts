import { h, show } from '../../shared/dom.js';
import type { Api } from '../frame/api.js';
import { words } from '../frame/format.js';
import { notice } from '../frame/page.js';
import type { Fact, PolicyTable, Trial } from '../frame/policy-types.js';
import type { Decision, Facts, Json } from '../frame/types.js';
import { decisionView, factsSeen, seenView } from './decision-view.js';

const PAUSE_MS = 120;

/** Facts that can be moved, and what the table decides on them, at once. Nothing is recorded. */
export function sandbox(api: Api, table: PolicyTable, from: Facts): HTMLElement {
  const given: Record<string, Json> = { ...table.baseline, ...from };
  const outcome = h('div', { class: 'outcome', role: 'status', 'aria-label': 'Decision' });
  const fields = h('div', { class: 'fields' });
  let timer: ReturnType<typeof setTimeout> | undefined;
  let turn = 0;
  const trial = () => api.post<Trial>(`v1/policies/${table.name}/decide`, { facts: given });
  const original = trial().then(({ record }) => outcomeOf(record));
  original.catch(() => undefined);

  const decide = async () => {
    const mine = ++turn;
    try {
      const [{ record, rules }, first] = await Promise.all([trial(), original]);
      if (mine !== turn) return;
      const now = outcomeOf(record);
      const winner = rules.find(({ outcome: came }) => came === 'wins');
      const when = winner?.when;
      show(
        outcome,
        h('p', { class: 'changed' }, now === first ? 'As it was decided' : 'Decided otherwise now'),
        decisionView(record),
        when === undefined ? null : h('ul', { class: 'seen' }, seenView(when))
      );
      const looked = factsSeen(when);
      for (const field of fields.children)
        field.classList.toggle('looked', looked.has(field.getAttribute('data-fact') ?? ''));
    } catch (error) {
      if (mine === turn) show(outcome, notice('Not decided', (error as Error).message));
    }
  };
  const moved = (name: string, value: Json) => {
    given[name] = value;
    clearTimeout(timer);
    timer = setTimeout(() => void decide(), PAUSE_MS);
  };
  const draw = () =>
    show(
      fields,
      ...table.facts.map(fact => factField(fact, given[fact.name] ?? null, value => moved(fact.name, value)))
    );
  const reset = h(
    'button',
    { class: 'quiet', onclick: () => (Object.assign(given, table.baseline, from), draw(), void decide()) },
    'As it was'
  );
  draw();
  void decide();
  return h(
    'section',
    { class: 'sandbox', 'aria-label': 'What if' },
    h('div', { class: 'bar' }, h('h3', {}, 'What if'), reset),
    outcome,
    fields
  );
}

const outcomeOf = ({ decision, rule, params }: Decision) => `${decision} ${rule} ${JSON.stringify(params)}`;

function factField(fact: Fact, value: Json, onMove: (value: Json) => void): HTMLElement {
  const { name, unit, meaning } = fact;
  const id = `fact-${name}`;
  const moved = control(fact, id, value, onMove);
  return h(
    'div',
    { class: 'field', 'data-fact': name },
    h(
      'label',
      { for: id, title: meaning },
      words(name),
      unit === null || name.includes(unit) ? null : h('small', {}, ` ${unit}`)
    ),
    moved,
    unit === 'days' && moved instanceof HTMLInputElement ? slider(moved, words(name), onMove) : null
  );
}

const NOT_KNOWN = '';

function control(fact: Fact, id: string, value: Json, onMove: (value: Json) => void): HTMLElement {
  const choices = fact.type === 'boolean' ? ['true', 'false'] : fact.values;
  if (choices !== null) {
    const move = (event: Event) => onMove(read(fact, (event.target as HTMLSelectElement).value));
    const options = [...choices, NOT_KNOWN].map(each =>
      h(
        'option',
        { value: each, selected: each === (value === null ? NOT_KNOWN : String(value as string)) },
        optionText(each)
      )
    );
    return h('select', { id, onchange: move }, ...options);
  }
  const type = fact.type === 'integer' || fact.type === 'number' ? 'number' : fact.type === 'date' ? 'date' : 'text';
  const move = (event: Event) => onMove(read(fact, (event.target as HTMLInputElement).value));
  return h('input', {
    id,
    type,
    value: value === null ? '' : String(value as string),
    placeholder: 'not known',
    autocomplete: 'off',
    oninput: move
  });
}

const MOST_DAYS = 90;

/** Days are moved by hand; the field above says the same. */
function slider(field: HTMLInputElement, name: string, onMove: (value: Json) => void): HTMLElement {
  const range = h('input', { type: 'range', min: 0, max: MOST_DAYS, value: field.value, 'aria-label': `Move ${name}` });
  range.addEventListener('input', () => {
    field.value = range.value;
    onMove(Number(range.value));
  });
  field.addEventListener('input', () => (range.value = field.value));
  return range;
}

const optionText = (value: string) =>
  value === NOT_KNOWN ? 'not known' : value === 'true' ? 'yes' : value === 'false' ? 'no' : words(value);

function read({ type }: Fact, text: string): Json {
  if (text === NOT_KNOWN) return null;
  if (type === 'boolean') return text === 'true';
  return type === 'integer' || type === 'number' ? Number(text) : text;
}
