import { readdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { readConversations } from './conversations/format.js';
import { playAll } from './conversations/play.js';
import { dataOf, firstFaultOf, lineOf, totalsOf } from './conversations/report.js';

/**
 * How many conversations of independent authors the support agent holds without a fault: each file is played over HTTP
 * with an agent of its own on the demo data, and a line printed for it. What was said is told only with `--faults` (the
 * first fault of each conversation, with all that led to it), so that files nobody has read can be scored and stay unread;
 * without it the file of `--json` has the kinds of faults and no text either.
 *
 *     node dist/bench/conversations.js [FILE.jsonl…] [--faults] [--json FILE]
 */
const FOLDER = 'test/data/authors';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { faults: { type: 'boolean', default: false }, json: { type: 'string' } }
});
const files =
  positionals.length > 0
    ? positionals
    : readdirSync(FOLDER)
        .filter(name => /^(?:conversations|probes)-.*\.jsonl$/.test(name))
        .toSorted()
        .map(name => join(FOLDER, name));
const sets = files.map(file => ({ file, conversations: readConversations(file) }));

const results: object[] = [];
for (const { file, conversations } of sets) {
  const held = await playAll(conversations);
  const totals = totalsOf(held);
  if (values.faults) for (const text of held.map(firstFaultOf)) if (text !== '') console.log(`${text}\n`);
  console.log(`${basename(file)}: ${lineOf(totals)}`);
  results.push({ file, ...totals, results: held.map(each => dataOf(each, values.faults)) });
}
if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(results, null, 2)}\n`);
