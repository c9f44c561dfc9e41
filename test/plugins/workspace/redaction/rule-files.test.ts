import { expect } from 'chai';
import type { RedactionRuleSource } from '../../../../plugins/workspace/redaction/redaction-rules.js';
import { problemsOf, shippedFiles, shippedRedactor } from './shipped-redactor.js';

const rule: RedactionRuleSource = {
  id: 'gate-code',
  version: 1,
  status: 'stable',
  description: 'Code of a gate.',
  keywords: ['gate-'],
  match: ['gate-[a-z0-9]{12}'],
  must_redact: ['a «gate-<low36:12>» b'],
  must_not_redact: ['the gate-keeper']
};

describe('rule files of the redactor', () => {
  it('ship without a problem and count as proved', async () => {
    const files = await shippedFiles();
    expect(problemsOf(...files.map(({ value }) => value))).to.deep.equal([]);
  });

  it('compiles a rule whose examples hold', () => {
    expect(problemsOf({ rules: [rule] })).to.deep.equal([]);
  });

  it('reports an example that is not hidden exactly, and one that is hidden and must not be', () => {
    expect(problemsOf({ rules: [{ ...rule, must_redact: ['a gate-«<low36:12>»'] }] })).to.deep.equal([
      '/rules/0/must_redact/0 example_failed'
    ]);
    expect(problemsOf({ rules: [{ ...rule, must_not_redact: ['gate-<low36:12>'] }] })).to.deep.equal([
      '/rules/0/must_not_redact/0 example_failed'
    ]);
  });

  it('refuses what could cost more than a text may, what is malformed and what is there twice', () => {
    const bad = ['gate-[a-z]+', 'gate-(?:[a-z]{1,9}-){1,9}', 'gate-{nothing}', 'gate-(', 'gate-[z-a]'];
    for (const match of bad) {
      expect(problemsOf({ rules: [{ ...rule, match: [match] }] }), match).to.deep.equal([
        '/rules/0/match/0 bad_pattern'
      ]);
    }
    const slow = 'gate-[a-z]{0,99}[a-z]{0,99}[a-z]{0,99}x';
    expect(problemsOf({ rules: [{ ...rule, match: [slow] }] })).to.deep.equal(['/rules/0/match/0 bad_pattern']);
    expect(problemsOf({ rules: [rule, rule] })).to.deep.equal(['/rules/1/id duplicate_name']);
  });

  it('applies a rule with paths only to these', async () => {
    const redactor = await shippedRedactor();
    const text = `NONCE_SALT=${'q7Ze'.repeat(3)}W2k9Lx4b`;
    const rulesFor = (path: string): readonly string[] =>
      redactor.redact(text, path).findings.map(({ rule: id }) => id);
    expect(rulesFor('app/.env')).to.deep.equal(['env-value']);
    expect(rulesFor('app/notes.txt')).not.to.include('env-value');
  });
});
