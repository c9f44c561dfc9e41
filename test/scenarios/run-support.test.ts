import { expect } from 'chai';
import type { Problem } from '../../core/errors.js';
import { play } from '../harness/play.js';
import { parseScenarios, readScenarios } from '../harness/scenario.js';
import { startService, type TestService } from '../harness/service.js';

const FEWEST = 110;
const FEWEST_TURNS = 60;

describe('support agent: conversations', () => {
  const files = readScenarios('support');
  let service: TestService;
  before(async () => void (service = await startService()));
  after(() => service.stop());

  for (const [file, scenarios] of files)
    describe(file, () => {
      for (const scenario of scenarios) it(scenario.title, () => play(service, scenario));
    });

  it('are many, and most of them have more than one turn', () => {
    const all = [...files.values()].flat();
    expect(all.length).to.be.at.least(FEWEST);
    expect(all.filter(({ steps }) => steps.length > 1).length).to.be.at.least(FEWEST_TURNS);
    expect(new Set(all.map(({ title }) => title)).size).to.equal(all.length, 'two scenarios have the same title');
  });

  it('broke nothing', () => {
    expect(service.log.filter(({ level }) => level === 'error')).to.deep.equal([]);
  });
});

describe('support agent: the format of conversations', () => {
  const problemsOf = (text: string) => {
    const problems: Problem[] = [];
    parseScenarios('a.yaml', text, problems);
    return problems.map(({ file, line, message }) => `${file}:${line} ${message}`);
  };
  const GOOD =
    'kind: tests\nversion: 1\nconversations:\n  - title: A\n    steps:\n      - say: hello\n        expect: { state: answered }\n';

  it('takes a good file', () => expect(problemsOf(GOOD)).to.deep.equal([]));

  it('refuses an unknown key with its line and the nearest known one', () => {
    const [problem] = problemsOf(
      GOOD.replace('{ state: answered }', '\n          state: answered\n          intnet: x')
    );
    expect(problem)
      .to.match(/^a\.yaml:9 /)
      .and.contain("'intnet'")
      .and.contain("'intent'");
  });

  it('refuses a step that expects nothing, and a state that is none', () => {
    expect(problemsOf(GOOD.replace('        expect: { state: answered }\n', ''))).to.have.length(1);
    expect(problemsOf(GOOD.replace('answered', 'done'))[0]).to.match(/^a\.yaml:7 .*answered/);
  });
});
