import { expect } from 'chai';
import { join } from 'node:path';
import { main } from '../core/cli/main.js';

const DATA = join(import.meta.dirname, '../../test/data');

/** Raise a floor with `bylaw eval <subject> test/data/<file> --save test/data/floors/<subject>.json`. */
const SUBJECTS = [
  ['intents', 'intents.jsonl'],
  ['injection', 'authors/guard-c.jsonl'],
  ['verifier', 'verifier.jsonl'],
  ['decisions', 'policy_cases.json'],
  ['redaction', 'redaction.jsonl'],
  ['assessment', 'assessment.jsonl']
] as const;

describe('accuracy on the labelled sets of the project', () => {
  for (const [subject, file] of SUBJECTS)
    it(`${subject}: no figure falls below its recorded floor`, async () => {
      const said: string[] = [];
      const io = { env: {}, out: () => {}, err: (line: string) => void said.push(line) };
      const argv = ['eval', subject, join(DATA, file), '--baseline', join(DATA, 'floors', `${subject}.json`)];
      const status = await main(argv, io);
      expect(said.join('\n')).to.equal('');
      expect(status).to.equal(0);
    });
});
