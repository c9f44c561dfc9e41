const { readdirSync } = require('node:fs');
const { join } = require('node:path');

/** Those that take longest, so that none of them is alone at the end. */
const LONGEST = [
  'docs/walks-policy-teams',
  'docs/walks',
  'plugins/console/console',
  'docs/from-an-empty-folder',
  'plugins/workspace/commands/commands',
  'peers/workspace',
  'plugins/support/http/process',
  'docs/package',
  'simulate/simulate',
  'plugins/support/understand/teach',
  'peers/orchestrator',
  'accuracy',
  'plugins/workspace/conform/conform'
].map(name => join('dist/test', `${name}.test.js`));

const all = readdirSync('dist/test', { recursive: true })
  .filter(name => name.endsWith('.test.js'))
  .map(name => join('dist/test', name))
  .sort();

module.exports = {
  require: ['./dist/test/harness/same-draws.js'],
  // A file that two patterns match would run twice.
  spec: [...new Set([...LONGEST, ...all])],
  timeout: 120_000,
  forbidOnly: true,
  exit: false
};
