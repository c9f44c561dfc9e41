import { expect } from 'chai';
import { join } from 'node:path';
import { main } from '../core/cli/main.js';

const DATA = join(import.meta.dirname, '../../test/data');

/**
 * Raise a floor with `bylaw eval <subject> test/data/<file> --save test/data/floors/<name>.json`. Rows in `authors` are
 * by people who saw no rules: nobody may read those of group c.
 */
const SUBJECTS = [
  ['intents', 'intents.jsonl'],
  ['slots', 'authors/slots-m.jsonl'],
  ['standing', 'authors/standing-x4.jsonl'],
  ['standing', 'authors/standing-k4.jsonl', 'standing-k4'],
  ['offers', 'authors/offers-y4.jsonl'],
  ['offers', 'authors/offers-i.jsonl', 'offers-i'],
  ['offers', 'authors/offers-k4.jsonl', 'offers-k4'],
  ['needs', 'authors/needs-n4.jsonl'],
  ['needs', 'authors/needs-i8.jsonl', 'needs-i8'],
  ['questions', 'authors/questions-c4.jsonl'],
  ['questions', 'authors/questions-i8.jsonl', 'questions-i8'],
  ['faults', 'authors/faults-e4.jsonl'],
  ['faults', 'authors/faults-i.jsonl', 'faults-i'],
  ['sentences', 'authors/sentences-i3.jsonl'],
  ['sentences', 'authors/sentences-q8.jsonl', 'sentences-q8'],
  ['injection', 'authors/guard-c.jsonl'],
  ['verifier', 'verifier.jsonl'],
  ['verifier', 'authors/verifier-a.jsonl', 'verifier-a'],
  ['verifier', 'authors/verifier-b.jsonl', 'verifier-b'],
  ['verifier', 'authors/verifier-c.jsonl', 'verifier-c'],
  ['decisions', 'policy_cases.json'],
  ['redaction', 'redaction.jsonl'],
  ['assessment', 'assessment.jsonl']
] as const;

describe('accuracy on the labelled sets of the project', () => {
  for (const [subject, file, name = subject] of SUBJECTS)
    it(`${name}: no figure falls below its recorded floor`, async () => {
      const said: string[] = [];
      const io = { env: {}, out: () => {}, err: (line: string) => void said.push(line) };
      const argv = ['eval', subject, join(DATA, file), '--baseline', join(DATA, 'floors', `${name}.json`)];
      const status = await main(argv, io);
      expect(said.join('\n')).to.equal('');
      expect(status).to.equal(0);
    });
});
