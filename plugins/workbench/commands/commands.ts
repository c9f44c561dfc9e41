import type { Command } from '../../../core/index.js';
import { evaluated, explained, skeletons } from './subjects.js';

const json = { type: 'boolean', meaning: 'print JSON for machines' } as const;

const change = {
  cases: { type: 'string', value: 'N', meaning: 'kinds of changed case listed of one table (24)' },
  'fail-on': {
    type: 'string',
    value: 'WHAT',
    meaning: 'status 1 for any (default), decisions, or worse: labelled items no longer right'
  },
  'no-eval': { type: 'boolean', meaning: 'do not run the labelled sets of changed files' },
  database: { type: 'string', value: 'URL', meaning: 'replay the decisions recorded there' },
  since: { type: 'string', value: 'DATE', meaning: 'replay only decisions from this day (UTC) on' }
} as const;

/** What the command line does with files. */
export const workbenchCommands: readonly Command[] = [
  {
    name: 'policy check',
    summary: 'Checks every declarative file: syntax, schema, cross references, examples',
    usage: '[TABLE…] [--overlaps] [--since BASE] [--table ID] [--rule ID] [--decision NAME] [--format FORMAT] [--json]',
    example: 'bylaw policy check --since main: --table refund',
    options: {
      overlaps: { type: 'boolean', meaning: 'rules that can both fire and decide differently, as warnings' },
      since: {
        type: 'string',
        value: 'BASE',
        meaning: 'overlaps of rules that are not what they were there: a folder, or a git revision'
      },
      table: { type: 'string', value: 'ID', meaning: 'look at the rules of this table only' },
      rule: { type: 'string', value: 'ID', meaning: 'overlaps of this rule only' },
      decision: { type: 'string', value: 'NAME', meaning: 'overlaps of rules that decide this only' },
      format: { type: 'string', value: 'FORMAT', meaning: 'text, json, github, junit or sarif' },
      json
    },
    load: async () => (await import('./policy-check.js')).policyCheck
  },
  {
    name: 'policy test',
    summary: 'Runs the examples inside files and the tests beside them',
    usage: '[WORDS…] [--coverage] [--min PERCENT] [--watch] [--format FORMAT] [--json]',
    example: 'bylaw policy test refund --coverage --min 100',
    options: {
      coverage: { type: 'boolean', meaning: 'which rules, outcomes of comparisons and patterns no test has shown' },
      min: { type: 'string', value: 'PERCENT', meaning: 'status 1 when less is covered' },
      watch: { type: 'boolean', meaning: 'run again after every change of a file' },
      format: { type: 'string', value: 'FORMAT', meaning: 'text, json or junit' },
      json
    },
    load: async () => (await import('./policy-test.js')).policyTest
  },
  {
    name: 'policy fmt',
    summary: 'Writes files in one style: order of keys, quotes, spaces, long lines; comments stay',
    usage: '[FILE|FOLDER|PART-OF-PATH…|-] [--check]',
    example: 'bylaw policy fmt policies/refund --check',
    options: { check: { type: 'boolean', meaning: 'change nothing; status 1 when a file is not in that style' } },
    load: async () => (await import('./policy-fmt.js')).policyFmt
  },
  {
    name: 'policy explain',
    summary: 'Says what is decided about one input, and why',
    usage: 'SUBJECT INPUT [--database URL] [--url URL] [--json]',
    example: 'bylaw policy explain intent "where is my order ORD-1001?"',
    options: {
      database: { type: 'string', value: 'URL', meaning: 'where runs are recorded; default: as the settings say' },
      url: {
        type: 'string',
        value: 'URL',
        meaning: 'a running service to ask for them, with the key in BYLAW_API_KEY'
      },
      json
    },
    notes: explained,
    load: async () => (await import('./policy-explain.js')).policyExplain
  },
  {
    name: 'policy schema',
    summary: 'Prints the JSON Schema of a kind of file, or writes all of them for editors',
    usage: '[KIND] [--write DIR]',
    example: 'bylaw policy schema --write docs/schemas',
    options: { write: { type: 'string', value: 'DIR', meaning: 'write one <kind>.json for each kind' } },
    load: async () => (await import('./policy-schema.js')).policySchema
  },
  {
    name: 'init',
    summary: 'Makes a policy root of an empty folder: the shipped files, and schemas for editors',
    usage: 'DIR',
    example: 'bylaw init our-shop',
    load: async () => (await import('./init.js')).init
  },
  {
    name: 'policy upgrade',
    summary: 'Brings a root to the files of this version; what you edited is left alone and named',
    usage: '[--dry-run] [--diff] [--base FOLDER|REVISION] [--json], or --merged FILE…',
    example: 'bylaw policy upgrade --dry-run --root our-shop',
    options: {
      'dry-run': { type: 'boolean', meaning: 'change nothing; status 1 where there is something to do' },
      diff: { type: 'boolean', meaning: 'show line by line what is shipped otherwise than it stands here' },
      base: {
        type: 'string',
        value: 'FOLDER|REVISION',
        meaning: 'where the files are as they were shipped to you; default: as .bylaw.json says'
      },
      merged: { type: 'boolean', meaning: 'these files hold now what is shipped and what you edited' },
      json
    },
    load: async () => (await import('./policy-upgrade.js')).policyUpgrade
  },
  {
    name: 'new',
    summary: 'Adds an intent, a tool, a policy or a plugin that passes the checks as it is',
    usage: 'WHAT NAME [--service NAME]',
    example: 'bylaw new intent opening_hours --root our-shop',
    options: {
      service: { type: 'string', value: 'NAME', meaning: 'which service runs a new plugin; the first one listed' }
    },
    notes: skeletons,
    load: async () => (await import('./new.js')).newSkeleton
  },
  {
    name: 'policy diff',
    summary: 'Says what a change means: which cases are decided otherwise, and what was changed',
    usage:
      'BEFORE [AFTER] [--cases N] [--no-eval] [--database URL] [--since DATE] [--fail-on WHAT] [--format text|markdown] [--json]',
    example: 'bylaw policy diff HEAD~1',
    options: {
      ...change,
      format: { type: 'string', value: 'FORMAT', meaning: 'text or markdown' },
      json
    },
    notes: () => ['Exit status: 0 no difference, 1 differences (those of --fail-on), 2 the sides cannot be compared.'],
    load: async () => (await import('./policy-diff.js')).policyDiff
  },
  {
    name: 'policy replay',
    summary: 'Decides recorded decisions again under other rules, from the facts recorded with them',
    usage: '[--candidate DIR] [--since DATE] [--database URL] [--shadow] [--ids FILE] [--json]',
    example: 'bylaw policy replay --candidate ./our-policies --since 2026-05-01',
    options: {
      candidate: { type: 'string', value: 'DIR', meaning: 'the rules to decide by; default: the root' },
      since: { type: 'string', value: 'DATE', meaning: 'only decisions from this day (UTC) on' },
      database: { type: 'string', value: 'URL', meaning: 'where the decisions are; default: as the settings say' },
      shadow: { type: 'boolean', meaning: 'list where shadow tables decided otherwise, as it was recorded' },
      ids: { type: 'string', value: 'FILE', meaning: 'write one JSON line for each decision that comes out otherwise' },
      json
    },
    notes: () => ['Exit status: 0 all come out the same, 1 some come out otherwise, 2 they cannot be decided again.'],
    load: async () => (await import('./policy-replay.js')).policyReplay
  },
  {
    name: 'policy review',
    summary: 'Writes one page about a change: what it means, what it would have decided, what was written',
    usage:
      'BEFORE [AFTER] [--format md|html|json] [--out FILE] [--link URL] [--database URL] [--since DATE] [--cases N] [--no-eval] [--fail-on WHAT]',
    example: 'bylaw policy review main: --format html --out review.html',
    options: {
      format: {
        type: 'string',
        value: 'FORMAT',
        meaning: 'md (default), html, one file that loads nothing, or json, its pieces'
      },
      out: { type: 'string', value: 'FILE', meaning: 'write the page there' },
      link: {
        type: 'string',
        value: 'URL',
        meaning: 'address of a line of a rule, with {revision}, {file} and {line} for its parts'
      },
      ...change
    },
    load: async () => (await import('./policy-review.js')).policyReview
  },
  {
    name: 'learn',
    summary: 'Learns from the examples of the files what services recognise messages by',
    usage: '[--anyway] [--json]',
    example: 'bylaw learn --root our-shop',
    options: {
      anyway: { type: 'boolean', meaning: 'keep a fit that makes another label worse by more than the files allow' },
      json
    },
    notes: () => ['Exit status: 0 learned, 1 not kept because another label would be worse.'],
    load: async () => (await import('./learn.js')).learn
  },
  {
    name: 'eval',
    summary: 'Measures a judgement against labelled data',
    usage: 'SUBJECT FILE [--predictions OUT] [--errors] [--json] [--baseline FILE] [--save FILE]',
    example: 'bylaw eval intents test/data/intents.jsonl --errors',
    options: {
      predictions: { type: 'string', value: 'OUT', meaning: 'write one JSON line an item, in input order' },
      errors: { type: 'boolean', meaning: 'list each miss with its explanation' },
      baseline: { type: 'string', value: 'FILE', meaning: 'compare with saved figures; status 1 when one is worse' },
      save: { type: 'string', value: 'FILE', meaning: 'save the figures for --baseline' },
      json
    },
    notes: evaluated,
    load: async () => (await import('./eval.js')).evaluate
  }
];
