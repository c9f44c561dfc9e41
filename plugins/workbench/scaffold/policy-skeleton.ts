import type { Skeleton } from '../../../core/workbench/index.js';

/** A rule table with one rule and its default, the facts it looks at, and a test beside it. */
export const policySkeleton: Skeleton = {
  name: 'policy',
  summary: 'a rule table with facts, examples and a test',
  files: name => [
    { file: `policies/${name}/facts.yaml`, kind: 'facts', text: facts(name) },
    { file: `policies/${name}/${name}.yaml`, kind: 'rule-table', text: table(name) },
    { file: `policies/${name}/${name}.test.yaml`, kind: 'tests', text: tests(name) }
  ]
};

const facts = (name: string) => `# What the rules of ${name}.yaml look at. null says that a fact is not known.
kind: facts
version: 1
id: ${name}_facts
facts:
  ${name}_days: { type: integer, unit: days, meaning: Days since the thing that is asked about. }
`;

const table = (name: string) => `kind: rule-table
version: 1
id: ${name}
title: What this table decides, in a few words
decides: [accept, decline, ask]
facts: [${name}_days]
settings:
  ${name}_most_days: { type: integer, value: 30, unit: days, meaning: The last day on which it is accepted. }
# An ordinary case; examples say only how they differ from it.
baseline:
  ${name}_days: 10
rules:
  - id: days-not-known
    ref: P01
    priority: 30
    why: Nothing is decided about what is not known.
    when: { fact: ${name}_days, operator: isKnown, value: false }
    then: { decision: ask, reason: days_not_known }
    says: When was it?
    examples:
      fires:
        - { ${name}_days: null }
      near_misses:
        - { ${name}_days: 0 }

  - id: too-late
    ref: P02
    priority: 20
    why: After the last day it is declined.
    when: { fact: ${name}_days, operator: greaterThan, value: { setting: ${name}_most_days } }
    then: { decision: decline, reason: too_late }
    says: It can be asked for within {{ settings.${name}_most_days }} days.
    examples:
      fires:
        - { ${name}_days: 31 }
      near_misses:
        - { ${name}_days: 30 }

  - id: in-time
    ref: P03
    priority: 10
    why: Nothing above speaks against it.
    when: always
    then: { decision: accept, reason: in_time }
    says: That is possible.
    examples:
      fires:
        - {}
      near_misses:
        - { ${name}_days: 31 }
`;

const tests = (name: string) => `kind: tests
version: 1
decisions:
  - name: The last day still counts
    table: ${name}
    facts: { ${name}_days: 30 }
    expect: { rule: in-time, decision: accept }
`;
