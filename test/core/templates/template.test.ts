import { expect } from 'chai';
import { parseTemplate } from '../../../core/templates/template.js';

const KNOWN = ['order.id', 'order.total', 'order.note', 'items', 'count', 'data.*'];
const DATA = {
  order: { id: 'ORD-1', total: '25.00', note: 'a\n  b' },
  items: ['rose', 'lily', 'fern'],
  count: 3,
  data: { currency: 'USD', key: 'total', none: null }
};

function parse(text: string) {
  const problems: string[] = [];
  return { template: parseTemplate(text, KNOWN, message => problems.push(message)), problems };
}
function render(text: string, data: Readonly<Record<string, unknown>> = DATA): string {
  const { template, problems } = parse(text);
  expect(problems).to.deep.equal([]);
  return template!.render(data);
}
const filtered = (filter: string, value: unknown) => render(`{{ data.value | ${filter} }}`, { data: { value } });

describe('a template', () => {
  it('renders its data on one line', () => {
    expect(render(' {{ order.id }}:\n\n {{ order.note }} {% if count > 2 %}many{% endif %} ')).to.equal(
      'ORD-1: a b many'
    );
    expect(render('{% for item in items %}{{ forloop.index }} {{ item }}; {% endfor %}')).to.equal(
      '1 rose; 2 lily; 3 fern;'
    );
    expect(render('{% assign id = order.id %}{{ id }}{{ data["currency"] }}{{ items[1] }}')).to.equal('ORD-1USDlily');
  });

  it('renders nothing of what stands in its data', () => {
    expect(render('{{ order.note }}', { order: { note: '{{ order.id }}{% if %}<b>' } })).to.equal(
      '{{ order.id }}{% if %}<b>'
    );
  });

  const amounts: readonly [amount: unknown, currency: string, shown: string][] = [
    ['25.00', '"USD"', '$25.00'],
    ['25', '"EUR"', '€25.00'],
    ['25.5', '"GBP"', '£25.50'],
    ['0', '"USD"', '$0.00'],
    ['0.05', '"USD"', '$0.05'],
    ['999.99', '"USD"', '$999.99'],
    ['1000', '"USD"', '$1,000.00'],
    ['1234567.89', '"EUR"', '€1,234,567.89'],
    ['-5', '"USD"', '-$5.00'],
    ['-1234.5', '"CHF"', '-1,234.50 CHF'],
    ['123456789012345678901234567890.12', '"USD"', '$123,456,789,012,345,678,901,234,567,890.12'],
    ['500', '"JPY"', '500.00 JPY'],
    ['1.005', '"USD"', '$1.01'],
    [12.5, '"USD"', '$12.50'],
    ['7', 'data.missing_currency', '7.00']
  ];
  for (const [amount, currency, shown] of amounts)
    it(`shows ${String(amount)} in ${currency} as ${shown}`, () => {
      const data = { data: { value: amount, missing_currency: null } };
      expect(render(`{{ data.value | money: ${currency} }}`, data)).to.equal(shown);
    });

  it('takes no currency for a property of an object', () =>
    expect(filtered('money: "constructor"', '1')).to.equal('1.00 constructor'));

  for (const value of ['abc', '', '1,000', '1e3', null, 1e21, NaN, {}])
    it(`refuses to show ${JSON.stringify(value)} as money`, () =>
      expect(() => filtered('money: "USD"', value)).to.throw('money needs a decimal amount'));

  it('shows days in words', () => {
    expect(filtered('day', '2026-03-09')).to.equal('9 March 2026');
    expect(filtered('day', '2026-12-31T23:59:59Z')).to.equal('31 December 2026');
    for (const value of ['soon', '2026-13-01', '2026-00-01', null, 3])
      expect(() => filtered('day', value), String(value)).to.throw('day needs a date');
  });

  it('counts with the word that fits', () => {
    const counted = [0, 1, 2, '1', 1.5].map(n => filtered('plural: "day", "days"', n));
    expect(counted).to.deep.equal(['0 days', '1 day', '2 days', '1 day', '1.5 days']);
  });

  it('lists with commas and an and', () => {
    expect([[], ['a'], ['a', 'b'], ['a', 'b', 'c'], 'a'].map(list => filtered('listing', list))).to.deep.equal([
      '',
      'a',
      'a and b',
      'a, b and c',
      'a'
    ]);
  });
});

describe('a template is refused when it', () => {
  const refused: readonly [what: string, text: string, problem: string][] = [
    ['reads an unknown variable', '{{ oder.id }}', "reads 'oder.id', which is never there"],
    ['reads an unknown part', '{{ order.name }}', "reads 'order.name', which is never there"],
    ['reads an unknown part in brackets', '{{ order["name"] }}', "reads 'order.name', which is never there"],
    ['tests an unknown variable', '{% if paid %}x{% endif %}', "reads 'paid'"],
    ['loops over an unknown variable', '{% for x in orders %}x{% endfor %}', "reads 'orders'"],
    ['gives a filter an unknown variable', '{{ order.total | money: currency }}', "reads 'currency'"],
    ['reads a loop variable after its loop', '{% for i in items %}{{ i }}{% endfor %}{{ i }}', "reads 'i'"],
    ['reads from a prototype', '{{ constructor.name }}', "reads 'constructor.name'"],
    ['includes another', '{% include "x" %}', 'tag "include" not found'],
    ['includes another by a variable', '{% include order.id %}', 'tag "include" not found'],
    ['renders another', '{% render "/etc/passwd" %}', 'tag "render" not found'],
    ['has a layout', '{% layout "x" %}', 'tag "layout" not found'],
    ['hides it in a liquid tag', '{% liquid\n render "x" %}', 'tag "render" not found'],
    ['keeps a count from one rendering to the next', '{% increment n %}', 'tag "increment" not found'],
    ['reads the clock', '{{ "now" | date: "%Y" }}', 'undefined filter: date'],
    ['takes a chance', '{{ items | sample }}', 'undefined filter: sample'],
    ['misspells a filter', '{{ order.total | mony }}', 'undefined filter: mony'],
    ['is not closed', '{{ order.id', 'output "{{ order.id" not closed'],
    ['leaves a tag open', '{% if count %}x', 'tag {% if count %} not closed'],
    ['is endless', 'x'.repeat(200_000), 'parse length limit exceeded']
  ];
  for (const [what, text, problem] of refused)
    it(what, () => {
      const { template, problems } = parse(text);
      expect(template).to.equal(undefined);
      expect(problems).to.have.length(1);
      expect(problems[0]).to.include(problem);
    });

  it('says all that is wrong with its variables', () => expect(parse('{{ a }}{{ b }}').problems).to.have.length(2));
});

describe('rendering', () => {
  it('ends a loop that grows without bound, and says so', () => {
    for (const text of [
      '{% for i in (1..1000000000) %}x{% endfor %}',
      '{% for i in (1..50000) %}{% for j in (1..50000) %}{% endfor %}{% endfor %}'
    ])
      expect(() => render(text)).to.throw(/limit exceeded/);
  });

  it('is finished also where the machine lets the process wait in the middle of it', () => {
    const order = {
      get id() {
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 250);
        return 'ORD-1';
      }
    };
    expect(render('{{ order.id }} {% if count %}x{% endif %}', { order, count: 1 })).to.equal('ORD-1 x');
  });

  it('reaches nothing behind its data', () => {
    const secret = Object.create({ inherited: 'secret' }) as object;
    for (const path of [
      'data.constructor',
      'data.__proto__',
      'data.toString',
      'data.currency.constructor',
      'data.secret.inherited',
      'data["constructor"]["constructor"]'
    ])
      expect(() => render(`{{ ${path} }}`, { data: { ...DATA.data, secret } }), path).to.throw('undefined variable');
    expect(render('{{ items | map: "constructor" | join: "" }}')).to.equal('');
  });

  it('refuses what is known and yet missing', () =>
    expect(() => render('{{ order.total }}', { order: {} })).to.throw('undefined variable'));

  it('leaves no trace in the next rendering', () => {
    const text = '{% if count == 1 %}{% assign mark = "x" %}{% endif %}{{ mark | default: "none" }}';
    const { template } = parse(text);
    expect([1, 2].map(count => template!.render({ count }))).to.deep.equal(['x', 'none']);
  });
});
