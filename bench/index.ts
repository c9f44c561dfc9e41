import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/**
 * Lists the benchmarks, or runs the one that is named with the arguments that follow.
 *
 *     node dist/bench/index.js [NAME] [arguments]
 */
const BENCHMARKS: Readonly<Record<string, string>> = {
  message:
    'a verified order question on SQLite, PostgreSQL and two instances, beside bare SQL: [rounds] [seconds] [connections] [--only WORD]',
  profile: "where a message's time goes, by part and by function: [seconds] [message] [sqlite | postgres]",
  growth:
    'cost of a message as orders, articles, conversations and rules grow; memory and disk: [messages] [--base N] [--only PART]',
  faults:
    'what survives SIGKILL, and fuzzed requests; exits 1 on a violation: [--kills N] [--database-kills N] [--requests N]',
  'verification-timing': 'whether known and unknown addresses can be told apart by time: [attempts] [--callers N]',
  storage: "the store alone, beside knex's query builder: [seconds]",
  console: 'the console on many rows, in Chromium: [rows] [--pictures FOLDER]',
  rehearse:
    'conversations that are worked with, played with every reading: lessons for who chooses: FILE.jsonl… [--out FOLDER]',
  asked: 'questions for sentences of articles, of what was judged with teach: FILE.jsonl… [--out FOLDER]',
  teach:
    'the agent for somebody who talks to it as a customer and says which of all its answers are right: FILE.jsonl [--port N]',
  conversations:
    'conversations of independent authors held without a fault, a line a file: [FILE.jsonl…] [--faults] [--json FILE]',
  understand: 'messages understood a second: [rounds] [FILE.jsonl]',
  guard: 'the injection guard over labelled and over hostile texts',
  verify: 'the verifier, a sentence and the longest reply',
  documents: 'loading and checking thousands of rules, intents, tools and examples',
  redact: 'redaction, megabytes a second',
  http: 'the HTTP transport, beside Express and node:http: [rounds] [seconds]',
  mcp: 'one tools/call, beside node:http: [rounds] [seconds] [connections]',
  workspace: 'the goals of the workspace tool server, beside ripgrep, git and a peer: [tree] [goal…]',
  'workspace-files': 'the workspace tools on a made tree of 20,000 files, beside ripgrep',
  route:
    'routing to a tool server, beside nginx, a bare proxy and others; memory: [rounds] [seconds] [--peers] [--servers N,N…] | --only memory [--requests N]'
};

const [name, ...rest] = process.argv.slice(2);
if (name === undefined) {
  console.log('npm run bench -- NAME [arguments], after npm run build\n');
  for (const [each, what] of Object.entries(BENCHMARKS)) console.log(`${each.padEnd(20)} ${what}`);
} else if (Object.hasOwn(BENCHMARKS, name)) {
  const script = fileURLToPath(new URL(`${name}.js`, import.meta.url));
  process.exitCode =
    spawnSync(process.execPath, [...process.execArgv, script, ...rest], { stdio: 'inherit' }).status ?? 1;
} else {
  console.error(`There is no benchmark ${name}; there are ${Object.keys(BENCHMARKS).join(', ')}.`);
  process.exitCode = 2;
}
