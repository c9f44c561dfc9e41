import { expect } from 'chai';
import { FACTS, problemsAfter, problemsOf, TABLE } from './table-root.js';

const at = 'policies/parking.yaml:';

describe('mistakes in a rule table', () => {
  it('has none as it stands', async () => expect(await problemsOf(TABLE)).to.deep.equal([]));

  /** What is replaced, by what, and the one problem that comes of it. */
  const mistakes: readonly [what: string, find: string, replacement: string, problem: string][] = [
    [
      'unknown fact',
      'fact: towed, op',
      'fact: towd, op',
      "20:13: unknown_fact there is no fact 'towd' in this table; did you mean 'towed'?"
    ],
    [
      'fact no file declares',
      'permit, towed]',
      'permit, towed, colour]',
      "8:36: undeclared_fact no facts file declares 'colour'; declare it under facts: as colour: { type: …, meaning: …, from: … }"
    ],
    [
      'fact without a baseline value',
      'permit, towed]',
      'permit, towed, valid_until]',
      "14:1: baseline_incomplete the baseline lacks 'valid_until'; say its value, or null for unknown"
    ],
    [
      'unknown operator',
      'operator: in,',
      'operator: within,',
      '28:62: schema rules.1.when.any.1.operator must be one of equal, notEqual, in, notIn, lessThan, lessThanInclusive, greaterThan, greaterThanInclusive, isKnown'
    ],
    [
      'unknown setting',
      '{ setting: free_hours }',
      '{ setting: free_hour }',
      "13:68: unknown_setting there is no setting 'free_hour' in this table; did you mean 'free_hours'?"
    ],
    [
      'operator that the type has not',
      'fact: towed, operator: equal',
      'fact: towed, operator: greaterThan',
      "20:26: operator_type 'greaterThan' does not work on boolean 'towed'; use equal, notEqual, isKnown"
    ],
    [
      'constant of another type',
      'equal, value: true',
      "equal, value: 'true'",
      "20:43: value_type the value compared with boolean 'towed' must be true or false"
    ],
    [
      'string outside its values',
      '[staff]',
      '[stuff]',
      "28:76: value_type the value compared with string 'permit' must be one of none, resident, staff"
    ],
    [
      'list without in',
      'operator: in, value: [staff]',
      'operator: equal, value: [staff]',
      "28:79: value_type the value compared with string 'permit' must be a string"
    ],
    [
      'in without a list',
      'value: [staff]',
      'value: staff',
      "28:76: value_type the value compared with string 'permit' must be a list for 'in'"
    ],
    [
      'setting of another type',
      '{ setting: large_fee }',
      '{ setting: free_hours }',
      "36:69: value_type setting 'free_hours' is integer, but 'fee' is money"
    ],
    [
      'money as a number',
      "value: '100.00'",
      'value: 100.00',
      '11:29: value_type setting \'large_fee\' must be an amount in quotes, for example "500.00"'
    ],
    [
      'both any and all',
      '{ any: [',
      '{ all: [{ condition: short_stay }], any: [',
      '28:5: ambiguous_condition a condition has exactly one of all, any, not, condition, fact; this one has all and any'
    ],
    [
      'empty any',
      '[{ condition: short_stay }, { fact: permit, operator: in, value: [staff] }]',
      '[]',
      '28:13: schema rules.1.when.any must NOT have fewer than 1 items'
    ],
    [
      'empty condition',
      'when: { fact: towed, operator: equal, value: true }',
      'when: {}',
      '20:5: ambiguous_condition a condition has exactly one of all, any, not, condition, fact; this one has none'
    ],
    [
      'operator beside a group',
      '{ condition: short_stay }, ',
      '{ condition: short_stay, value: 1 }, ',
      "28:19: stray_operator operator and value belong to a fact, not to 'condition'"
    ],
    [
      'comparison without a value',
      ', operator: equal, value: true',
      ', operator: equal',
      "20:5: incomplete_comparison 'towed' needs an operator and a value"
    ],
    ['path', 'equal, value: true', 'equal, path: $.x, value: true', "20:43: schema rules.0.when has no key 'path'"],
    [
      'priority that is no whole number',
      'priority: 40',
      'priority: 1.9',
      '18:5: schema rules.0.priority must be a whole number'
    ],
    ['priority zero', 'priority: 40', 'priority: 0', '18:5: schema rules.0.priority must be at least 1'],
    ['priority in words', 'priority: 40', 'priority: high', '18:5: schema rules.0.priority must be a whole number'],
    [
      'same priority',
      'priority: 30',
      'priority: 40',
      "26:5: same_priority 'short' and 'towed' share priority 40; which one wins would not be fixed"
    ],
    ['duplicate id', 'id: short', 'id: towed', "24:5: duplicate_rule another rule of this table is called 'towed'"],
    ['unknown key', 'why: Short', 'because: x\n    why: Short', "27:5: schema rules.1 has no key 'because'"],
    [
      'unknown condition',
      'condition: short_stay }',
      'condition: shortstay }',
      "28:21: unknown_condition there is no condition 'shortstay' in this table; did you mean 'short_stay'?"
    ],
    [
      'condition that needs itself',
      'short_stay: { fact: hours, operator: lessThanInclusive, value: { setting: free_hours } }',
      'short_stay: { not: { condition: short_stay } }',
      '13:24: condition_cycle short_stay -> short_stay'
    ],
    [
      'no default rule',
      'when: always',
      'when: { fact: towed, operator: equal, value: false }',
      "44:5: no_default_rule the last rule, 'pay', must say 'when: always', so that every case is decided"
    ],
    [
      'rule that hides those below',
      'when: { fact: towed, operator: equal, value: true }',
      'when: always',
      "20:5: rules_never_reached 'towed' always fires, so no rule below it is ever reached"
    ],
    [
      'decision the table does not list',
      'decision: free',
      'decision: gratis',
      "29:13: unknown_decision 'gratis' is not among decides: pay, free, ask"
    ],
    [
      'parameter the table does not give',
      'due: { fact: fee }',
      'due: { fact: fee }, dew: 1',
      "45:66: unknown_param 'dew' is not among gives: due"
    ],
    [
      'parameter of another type',
      'due: { fact: fee }',
      'due: { fact: hours }',
      "45:53: value_type 'due' is money, but fact 'hours' is integer"
    ],
    [
      'variable nobody fills',
      '{{ settings.free_hours }}',
      '{{ settings.free_days }}',
      "30:5: bad_template the template reads 'settings.free_days', which is never there; known:"
    ],
    ['broken template', '{{ settings.free_hours }}', '{{ settings.free_hours', '30:5: bad_template'],
    [
      'no firing example',
      'fires: [{ towed: true }]',
      'fires: []',
      "16:5: rule_without_example 'towed' has no example that fires it; add one under examples.fires"
    ],
    [
      'no near miss',
      'near_misses: [{ towed: false }]',
      'near_misses: []',
      "16:5: rule_without_near_miss 'towed' has no example that nearly fires it; add one under examples.near_misses"
    ],
    [
      'example that does not fire',
      'fires: [{ hours: 2 }',
      'fires: [{ hours: 4 }',
      "31:25: example_fails these facts should fire 'short', but 'pay' decides"
    ],
    [
      'near miss that fires',
      'near_misses: [{ hours: 3 }]',
      'near_misses: [{ hours: 2 }]',
      "31:73: near_miss_fires these facts should just miss 'short', but it fires"
    ],
    [
      'example with a fact that is none',
      'fires: [{ towed: true }]',
      'fires: [{ towed: true, tyres: 4 }]',
      "23:40: bad_example 'tyres' is not a fact of this table"
    ],
    [
      'example of another type',
      'fires: [{ towed: true }]',
      'fires: [{ towed: 1 }]',
      "23:27: bad_example 'towed' must be true or false"
    ],
    [
      'incomplete baseline',
      ', towed: false }',
      ' }',
      "14:1: baseline_incomplete the baseline lacks 'towed'; say its value, or null for unknown"
    ]
  ];
  for (const [what, find, replacement, problem] of mistakes)
    it(`refuses: ${what}`, async () => {
      const problems = await problemsAfter(find, replacement);
      expect(problems.join('\n')).to.include(at + problem);
    });

  it('tells the problems of a shared condition once, and all problems together', async () => {
    const twice = TABLE.replace('fact: hours, op', 'fact: hour, op').replace(
      '{ fact: towed, operator: equal, value: true }',
      '{ all: [{ condition: short_stay }] }'
    );
    expect((await problemsOf(twice)).filter(p => p.includes('unknown_fact'))).to.have.length(1);
  });

  it('refuses what a table lists and no rule uses', async () => {
    const idle = TABLE.replace(
      'conditions:',
      'conditions:\n  idle: { fact: towed, operator: equal, value: true }'
    ).replace('settings:', "settings:\n  spare: { type: date, value: '2026-02-28', meaning: For nothing. }");
    expect((await problemsOf(idle)).map(p => p.split(' ').slice(1, 2)[0])).to.deep.equal([
      'unused_setting',
      'unused_condition'
    ]);
  });

  it('refuses a fact declared twice and values on anything but a string', async () => {
    const facts = FACTS.replace('type: boolean,', 'type: boolean, values: [yes],');
    expect(await problemsOf(TABLE, facts)).to.deep.equal([
      "policies/facts.yaml:8:27: values_need_string 'towed' is of type boolean; only a string lists its values"
    ]);
  });
});
