import { expect } from 'chai';
import { loadDocuments } from '../../../../core/documents/load.js';
import { loadOptions } from '../../../../core/kernel/start.js';
import { Files, SERVICE } from '../fixture/index.js';

const rule = (
  id: string,
  priority: number,
  when: string,
  more = '',
  example = '{ method: tools/call, params: { name: a } }'
) =>
  `
  - id: ${id}
    priority: ${priority}
    when: ${when}
    ${more === '' ? '' : `${more}\n    `}examples: [${example}]
    near_misses: [{ method: tools/list }]`;

describe('routing rule files', () => {
  const files = new Files();
  after(() => files.remove());
  const problems = async (rules: string) => {
    files.rules(rules);
    const candidate = await loadDocuments(loadOptions(files.root, SERVICE, [SERVICE]));
    return candidate.problems.map(({ code, line, message }) => `${line} ${code} ${message}`);
  };

  it('are sound where every rule is proved by its examples', async () => {
    expect(
      await problems(
        rule('one', 10, '{ tool: a }') +
          rule('two', 5, '{ method: tools/call }', '', '{ method: tools/call, params: { name: b } }')
      )
    ).to.deep.equal([]);
  });

  it('are refused where two rules have one priority', async () => {
    const [problem] = await problems(
      rule('one', 10, '{ tool: a }') + rule('two', 10, '{ tool: b }', '', '{ method: tools/call, params: { name: b } }')
    );
    expect(problem).to.match(/^9 routing_tie 'one' \(policies\/routing\/rules\.yaml:4\) has the priority 10 too/);
  });

  it('are refused where another rule takes what an example says', async () => {
    const [problem] = await problems(rule('one', 10, '{ tool: a }') + rule('two', 20, "{ tool: '*' }"));
    expect(problem).to.match(
      /^7 example_fails 'one' should decide this request, and 'two' does \(policies\/routing\/rules\.yaml:9\)/
    );
  });

  it('are refused where a near miss fires', async () => {
    const [problem] = await problems(rule('one', 10, "{ method: 'tools/*' }"));
    expect(problem).to.match(/^8 near_miss_fires 'one' should just miss this request/);
  });

  it('are refused without an example or a near miss', async () => {
    const text = '\n  - { id: one, priority: 1, when: { tool: a } }';
    expect((await problems(text)).map(p => p.replace(/^\d+ /, ''))).to.deep.equal([
      "schema rules.0 lacks the key 'examples'",
      "schema rules.0 lacks the key 'near_misses'"
    ]);
  });

  it('are refused where braces do not match, a name comes twice, or a key is misspelt', async () => {
    expect((await problems(rule('one', 10, "{ tool: '{a,b' }")))[0]).to.match(
      /^6 routing_pattern the braces of '\{a,b' do not match/
    );
    expect(
      (
        await problems(
          rule('one', 10, '{ tool: a }') +
            rule('one', 9, '{ tool: b }', '', '{ method: tools/call, params: { name: b } }')
        )
      )[0]
    ).to.match(/duplicate_name/);
    expect((await problems(rule('one', 10, '{ tool: a }', 'retrys: never')))[0]).to.match(
      /has no key 'retrys'; did you mean 'retry'\?/
    );
  });

  it('need the policy beside them', async () => {
    files.write('routing.yaml', 'kind: routing-rules\nversion: 1\nrules: []\n');
    expect((await problems('[]'))[0]).to.match(/file_missing no file of kind routing-policy/);
  });
});
