const { readdirSync, readFileSync, statfsSync } = require('node:fs');
const { join } = require('node:path');

const MEMORY = '/dev/shm';
const ROOM = 4 * 2 ** 30;

/** Whether files can lie in memory and be run from there: thousands of them last for one test. */
function hasMemory() {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    const mounted = readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .find(line => line.split(' ')[1] === MEMORY);
    return bavail * bsize >= ROOM && mounted !== undefined && !/\bnoexec\b/.test(mounted);
  } catch {
    return false;
  }
}

if (process.env.TMPDIR === undefined && hasMemory()) process.env.TMPDIR = MEMORY;

/**
 * Those that take longest, so that none of them is alone at the end; before them those that start hundreds of processes, which takes
 * the longer the more memory the one has that starts them.
 */
const FIRST = [
  'docs/walks-policy-teams',
  'plugins/workspace/git/hostile',
  'plugins/workspace/git/history',
  'docs/walks-operators',
  'docs/walks',
  'docs/walks-reviewers',
  'plugins/workspace/conform/conform',
  'plugins/console/console',
  'plugins/workspace/commands/commands',
  'docs/from-an-empty-folder',
  'peers/workspace',
  'plugins/support/http/process',
  'docs/package',
  'simulate/simulate',
  'scenarios/run-support',
  'plugins/support/understand/teach',
  'peers/orchestrator',
  'accuracy'
].map(name => join('dist/test', `${name}.test.js`));

const all = readdirSync('dist/test', { recursive: true })
  .filter(name => name.endsWith('.test.js'))
  .map(name => join('dist/test', name))
  .sort();

module.exports = {
  require: ['./dist/test/harness/same-draws.js'],
  // A file that two patterns match would run twice.
  spec: [...new Set([...FIRST, ...all])],
  timeout: 120_000,
  forbidOnly: true,
  exit: false
};
