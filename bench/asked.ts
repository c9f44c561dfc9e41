import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { dump } from 'js-yaml';
import { loadDocuments } from '../core/documents/index.js';
import { loadOptions, PACKAGE_ROOT, serviceNamed } from '../core/index.js';
import { CHOICES_FOLDER, type ChoiceRow } from '../plugins/support/choosing/lesson.js';
import { ArticleKind } from '../plugins/support/kinds/article.js';
import { shippedServices } from '../test/harness/service.js';
import { readTaught } from './taught/format.js';

/**
 * Writes messages that a sentence of an article answers best, by what somebody judged, as questions that are asked of it in
 * the middle of a conversation: what the agent learns to find sentences from. What the conversation was about stands in
 * the lessons of the file, if there are any.
 *
 *     node dist/bench/asked.js FILE.jsonl… [--out FOLDER]
 */
const { values, positionals } = parseArgs({ allowPositionals: true, options: { out: { type: 'string' } } });
const folder = values.out ?? join(PACKAGE_ROOT, 'seeds/asked');
const ORIGIN =
  'An independent author who talked to the agent as customers and said of each message which answers a good clerk would give.';
/** Longer messages are no examples, and shorter ones ask nothing. */
const LONGEST = 290;
const SHORTEST = 3;

interface Question {
  readonly text: string;
  readonly about?: string;
  readonly after?: string;
}

const services = await shippedServices();
const { set } = await loadDocuments(loadOptions(PACKAGE_ROOT, serviceNamed(services, 'support'), services));
if (set === undefined) throw new Error('the files are not sound: run "bylaw policy check"');
const sentences = new Map(
  set
    .of(ArticleKind)
    .flatMap(({ value }) => value.sentences.map((text, nth) => [text, { article: value.id, number: nth + 1 }] as const))
);
const written = new Set<string>();
for (const file of positionals) {
  const author = basename(file, '.jsonl');
  const questions: Record<string, Record<string, Question[]>> = {};
  const about = subjectsOf(author);
  for (const { turns } of readTaught(file)) {
    let after: string | undefined;
    for (const { say, right, went_on } of turns) {
      const answers = sentences.get(right[0] ?? '');
      const text = say.replace(/[{}|<>[\]\s]+/g, ' ').trim();
      const asks = text.length >= SHORTEST && text.length <= LONGEST && !written.has(text);
      if (answers !== undefined && asks) {
        written.add(text);
        const subject = about.get(say);
        ((questions[answers.article] ??= {})[answers.number] ??= []).push({
          text,
          ...(subject !== undefined && { about: subject }),
          ...(after !== undefined && { after })
        });
      }
      after = [...sentences].findLast(([sentence]) => went_on.includes(sentence))?.[1].article;
    }
  }
  if (Object.keys(questions).length === 0) continue;
  const name = `played-${author}`;
  const content = dump(
    { kind: 'asked', version: 1, name, origin: ORIGIN, questions },
    { lineWidth: -1, flowLevel: 4, sortKeys: false }
  );
  const schema = '# yaml-language-server: $schema=../../docs/schemas/asked.json\n';
  writeFileSync(join(folder, `${name}.yaml`), schema + content);
}

/** By message what its conversation was about. */
function subjectsOf(author: string): ReadonlyMap<string, string> {
  const file = join(PACKAGE_ROOT, CHOICES_FOLDER, `${author}.jsonl`);
  if (!existsSync(file)) return new Map();
  const [, ...rows] = readFileSync(file, 'utf8').trim().split('\n');
  return new Map(
    rows.flatMap(line => {
      const { text, around } = JSON.parse(line) as ChoiceRow;
      const subject = /(?:^| )about=(\S+)/.exec(around)?.[1];
      return subject === undefined || subject === 'none' ? [] : [[text, subject] as const];
    })
  );
}
