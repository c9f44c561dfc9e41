const { readdirSync } = require('node:fs');
const { join } = require('node:path');

/** Those that take longest, so that none of them is alone at the end. */
const LONGEST = [
  'docs/walks-policy-teams',
  'docs/walks',
  'docs/from-an-empty-folder',
  'plugins/console/console',
  'plugins/workspace/commands/commands',
  'docs/package',
  'peers/workspace',
  'plugins/support/http/process',
  'simulate/simulate'
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
