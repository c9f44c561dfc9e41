import { expect } from 'chai';
import fc from 'fast-check';
import { load as yaml } from 'js-yaml';
import { compileFacts, type FactText } from '../../../core/facts/declared-facts.js';
import { Scope } from '../../../core/facts/scope.js';
import type { Shapes } from '../../../core/facts/shapes.js';

const shapes: Shapes = {
  request: { fields: { asked_at: 'moment', note: 'string' } },
  customer: { fields: { attributes: 'anything', since: 'moment' } },
  order: {
    fields: {
      total: 'money',
      paid: 'boolean',
      at: 'moment',
      count: 'integer',
      lines: { list: { fields: { price: 'money', pieces: 'integer', kg: 'number', kind: 'string' } }, each: 'line' }
    }
  },
  line: { fields: { price: 'money', pieces: 'integer', kg: 'number', kind: 'string' } },
  tools: 'anything'
};
const calendars = new Map([
  [
    'office',
    { weekdays: new Set([1, 2, 3, 4, 5]), holidays: new Set([Date.parse('2026-12-25T00:00:00Z') / 86_400_000]) }
  ]
]);

/** Compiles facts as a file would state them and gives their problems. */
function compiled(text: string) {
  const problems: string[] = [];
  const facts = new Map(Object.entries(yaml(text) as Record<string, FactText>));
  const made = compileFacts({
    facts,
    shapes,
    calendars,
    report: name => (pointer, code, message) => void problems.push(`${name}${pointer} ${code} ${message}`)
  });
  return { made, problems };
}

const valueOf = (text: string, records: object) => {
  const { made, problems } = compiled(`f: ${text.trim().replaceAll('\n', '\n  ')}`);
  expect(problems.filter(p => !p.includes('fact_without_example'))).to.deep.equal([]);
  return made.get('f')!.read(new Scope(records as Record<string, unknown>));
};

const lines = [
  { price: '10.10', pieces: 3, kg: 0.1, kind: 'Shoes' },
  { price: '0.20', pieces: 1, kg: 0.2, kind: 'gift card' }
];

describe('facts from records', () => {
  const said: readonly (readonly [what: string, fact: string, records: object, value: unknown])[] = [
    ['a field', '{ type: money, from: order.total }', { order: { total: '5' } }, '5.00'],
    [
      'a word, however it is written',
      '{ type: string, from: request.note }',
      { request: { note: ' Very-Good ' } },
      'very_good'
    ],
    ['what is no money', '{ type: money, from: order.total }', { order: { total: '1e3' } }, null],
    ['a field that is not there', '{ type: boolean, from: order.paid }', {}, null],
    [
      'a field that is not there, with a meaning',
      '{ type: boolean, from: { field: order.paid, absent: false } }',
      {},
      false
    ],
    [
      'a value below what is declared',
      '{ type: integer, minimum: 1, from: order.count }',
      { order: { count: 0 } },
      null
    ],
    [
      'a word outside the declared ones',
      '{ type: string, values: [a], from: request.note }',
      { request: { note: 'b' } },
      null
    ],
    [
      'an attribute, typed by what it is compared with',
      '{ type: boolean, from: { field: customer.attributes.tier, operator: in, value: [vip, gold] } }',
      { customer: { attributes: { tier: 'VIP' } } },
      true
    ],
    [
      'a comparison with what is not known',
      '{ type: boolean, from: { field: customer.attributes.tier, operator: notEqual, value: vip } }',
      {},
      null
    ],
    [
      'money, exactly',
      '{ type: money, from: { sum: { multiply: [line.price, line.pieces] }, over: order.lines } }',
      { order: { lines } },
      '30.50'
    ],
    [
      'broken numbers, exactly',
      '{ type: number, from: { sum: line.kg, over: order.lines } }',
      { order: { lines } },
      0.3
    ],
    [
      'a filter',
      '{ type: integer, from: { count: order.lines, where: { field: line.kind, operator: equal, value: gift_card } } }',
      { order: { lines } },
      1
    ],
    [
      'the largest, and what stands for none',
      '{ type: integer, from: { max: line.pieces, over: order.lines, none: 7 } }',
      { order: { lines: [] } },
      7
    ],
    [
      'a sum with a part that is not known',
      '{ type: integer, from: { sum: line.pieces, over: order.lines } }',
      { order: { lines: [...lines, {}] } },
      null
    ],
    [
      'some',
      '{ type: boolean, from: { some: order.lines, where: { field: line.kind, operator: equal, value: shoes } } }',
      { order: { lines: [...lines, {}] } },
      true
    ],
    [
      'every, with one that is not known',
      '{ type: boolean, from: { every: order.lines, where: { known: line.price } } }',
      { order: { lines: [{}] } },
      false
    ],
    [
      'calendar days in UTC',
      '{ type: integer, from: { days: { from: order.at, to: request.asked_at } } }',
      { order: { at: '2026-01-01T23:30:00Z' }, request: { asked_at: '2026-01-02T00:10:00Z' } },
      1
    ],
    [
      'calendar days in a zone',
      '{ type: integer, from: { days: { from: order.at, to: request.asked_at, zone: Europe/Berlin } } }',
      { order: { at: '2026-01-01T23:30:00Z' }, request: { asked_at: '2026-01-02T00:10:00Z' } },
      0
    ],
    [
      'working days',
      '{ type: integer, from: { days: { from: order.at, to: request.asked_at, calendar: office } } }',
      { order: { at: '2026-12-23' }, request: { asked_at: '2026-12-29' } },
      3
    ],
    [
      'hours',
      '{ type: integer, from: { hours: { from: order.at, to: request.asked_at } } }',
      { order: { at: '2026-01-01T10:00:00Z' }, request: { asked_at: '2026-01-01T12:59:00Z' } },
      2
    ],
    [
      'a table',
      '{ type: integer, from: { lookup: customer.attributes.tier, in: { gold: 60, silver: 45 }, else: { value: 30 } } }',
      { customer: { attributes: { tier: 'silver' } } },
      45
    ],
    [
      'the first that is known',
      '{ type: integer, from: { first: [order.count, { count: order.lines }] } }',
      { order: { lines } },
      2
    ],
    [
      'a choice',
      '{ type: string, from: { if: order.paid, then: { value: yes }, else: { value: no } } }',
      { order: { paid: false } },
      'no'
    ],
    ['what a tool found', '{ type: integer, from: tools.rate.score }', { tools: { rate: { score: 4 } } }, 4]
  ];
  for (const [what, fact, records, value] of said)
    it(`read ${what}`, () => expect(valueOf(fact, records)).to.deep.equal(value));

  const mistakes: readonly (readonly [what: string, text: string, problem: string])[] = [
    [
      'a path that is near another',
      'f: { type: money, from: order.totel }',
      "f/from unknown_field 'order' has no 'totel'; did you mean 'total'?"
    ],
    [
      'a list where one value is needed',
      'f: { type: money, from: order.lines.price }',
      "f/from unknown_field 'order.lines' is a list; say count, sum, min, max, some or every, and 'line.price' inside"
    ],
    [
      'another type',
      'f: { type: integer, from: order.total }',
      'f/from expression_type this is money, and integer is needed here'
    ],
    [
      'an unknown fact',
      'f: { type: boolean, from: { fact: g } }\nh: { type: boolean }',
      "f/from unknown_fact no facts file declares 'g'; did you mean 'f'?"
    ],
    [
      'a circle',
      'f: { type: boolean, from: { not: { fact: g } } }\ng: { type: boolean, from: { fact: f } }',
      'g/from fact_cycle f -> g -> f: a fact cannot be made of itself'
    ],
    [
      'two forms at once',
      'f: { type: boolean, from: { known: order.at, exists: order.at } }',
      "f/from bad_expression 'known' and 'exists' do not go together; nest one in the other"
    ],
    [
      'a stray key',
      'f: { type: integer, from: { count: order.lines, over: order.lines } }',
      "f/from bad_expression 'over' does not go with 'count'"
    ],
    [
      'an unknown zone',
      'f: { type: integer, from: { days: { from: order.at, to: order.at, zone: Europe/Bärlin } } }',
      "f/from/days/zone bad_expression there is no time zone 'Europe/Bärlin'; one is Europe/Berlin"
    ],
    [
      'an unknown calendar',
      'f: { type: integer, from: { days: { from: order.at, to: order.at, calendar: ofice } } }',
      "f/from/days/calendar bad_expression no file of kind calendar is called 'ofice'; did you mean 'office'?"
    ],
    [
      'an operator that does not fit',
      'f: { type: boolean, from: { field: order.paid, operator: lessThan, value: true } }',
      "f/from bad_expression 'lessThan' does not work on boolean here; use equal, notEqual"
    ],
    [
      'a false example',
      'f: { type: money, from: order.total, examples: [{ given: { order: { total: "5" } }, is: "6.00" }] }',
      'f/examples/0 fact_example_fails of these records \'f\' is "5.00", not "6.00"'
    ],
    [
      'an operation without example',
      'f: { type: boolean, from: { known: order.at } }',
      "f/from fact_without_example 'f' has no example; add one under examples: { given: …, is: … }"
    ]
  ];
  for (const [what, text, problem] of mistakes)
    it(`refuse ${what}`, () => expect(compiled(text).problems).to.include(problem));

  it('never throw and never change a record, whatever stands in it', () => {
    const { made } = compiled(said.map(([, fact], i) => `f${i}: ${fact}`).join('\n'));
    fc.assert(
      fc.property(fc.anything(), fc.anything(), fc.anything(), (order, request, customer) => {
        const before = fc.stringify([order, request, customer]);
        const scope = new Scope({ order, request, customer });
        for (const { read } of made.values()) read(scope);
        return fc.stringify([order, request, customer]) === before;
      }),
      { numRuns: 300 }
    );
  });

  it('stop at lists that no decision needs to read', () => {
    const order = { lines: Array.from({ length: 200_000 }, () => ({})) };
    expect(valueOf('{ type: integer, from: { count: order.lines } }', { order })).to.equal(null);
  });
});
