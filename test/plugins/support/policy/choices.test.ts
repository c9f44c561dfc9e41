import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { bylaw } from '../../../harness/child.js';
import { copiedRoot } from '../../../harness/root.js';

const FOLDER = 'policies/dialogue/choices';

describe('lessons on which reading of a message is meant', () => {
  const { root, remove } = copiedRoot();
  before(() => mkdirSync(join(root, FOLDER), { recursive: true }));
  after(remove);

  it('are refused with their place where they are none', async () => {
    for (const [line, says] of [
      ['{"text": "hello"', `${FOLDER}/ours.jsonl:1 is no JSON`],
      ['{"text": "hello"}', 'needs "text", "around", "came" and "options"'],
      ['{"text":"a","around":"","came":"+","options":["a | | |"," | | | "]}', '"came" has a sign for each option'],
      ['{"text":"a","around":"","came":"+-","options":["a","b"]}', 'an option has four groups of traits']
    ] as const) {
      writeFileSync(join(root, FOLDER, 'ours.jsonl'), `${line}\n`);
      const { code, out, err } = await bylaw(['policy', 'check', '--root', root]);
      expect(code).to.equal(1);
      expect(out + err)
        .to.include('bad_lesson')
        .and.to.include(says);
    }
  });

  it('are written by a rehearsal of the conversations of a test file, and hold nothing but traits', async () => {
    rmSync(join(root, FOLDER, 'ours.jsonl'));
    writeFileSync(
      join(root, 'intents/ours.test.yaml'),
      [
        'kind: tests',
        'version: 1',
        'conversations:',
        '  - title: A parcel is asked after',
        '    customer: demo@example.com',
        '    steps:',
        '      - say: Where is my order ORD-1002?',
        '        expect: { state: answered, tools: [lookup_order], ticket: false }'
      ].join('\n')
    );
    const rehearsal = ['support', 'rehearse', 'intents/ours.test.yaml', '--name', 'ours', '--root', root];
    const { code, out, err } = await bylaw(rehearsal);
    expect(code, err).to.equal(0);
    expect(out).to.include('1 messages of 1 conversations');
    const [first, second] = readFileSync(join(root, FOLDER, 'ours.jsonl'), 'utf8').split('\n');
    const { said } = JSON.parse(first!);
    const row = JSON.parse(second!);
    expect(row.text).to.equal('Where is my order ORD-1002?');
    expect(row.came)
      .to.match(/^[+!-]+$/)
      .and.to.include('+')
      .and.to.have.lengthOf(row.options.length);
    const marks = [...row.options.join(' ').matchAll(/says(?:_too)?=(\w+)/g)].map(([, mark]) => mark);
    expect(said, 'words of all that would be said').to.have.all.keys([...new Set(marks)]);
  });
});
