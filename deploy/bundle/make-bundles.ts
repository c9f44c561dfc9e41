import { build, type Plugin } from 'esbuild';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { bundleFiles, madeNow } from '../../core/bundle.js';
import { readFile } from '../../core/documents/parse.js';
import { META, PROTOCOL_VERSION } from '../../core/mcp/index.js';
import { PACKAGE_ROOT } from '../../core/package-root.js';

/** Calls of every tool, for which what they need is compiled. */
const CALLS = [
  ['list_directory', {}],
  ['workspace_overview', {}],
  ['find_files', { pattern: '*.md' }],
  ['search_text', { pattern: 'the', regex: false }],
  ['read_file', { path: 'architecture.md' }],
  ['outline_file', { path: 'architecture.md' }],
  ['git_history', {}]
] as const;

const META_OF_CALLS = { _meta: { [META.protocolVersion]: PROTOCOL_VERSION, [META.clientCapabilities]: {} } };
const request = (id: number, method: string, params: object) =>
  `${JSON.stringify({ jsonrpc: '2.0', id, method, params: { ...params, ...META_OF_CALLS } })}\n`;

/** Services that get a bundle for some of their commands, and what one of these is asked to see what is used of it. */
const BUNDLED = [
  {
    service: 'workspace',
    commands: ['workspace serve', 'workspace bridge'],
    rehearsed: ['workspace', 'serve', '--transport', 'stdio'],
    env: { MCP_SANDBOX__WORKSPACE: join(PACKAGE_ROOT, 'docs'), MCP_OBSERVABILITY__LOG_LEVEL: 'error' },
    input: [
      request(0, 'tools/list', {}),
      ...CALLS.map(([name, args], i) => request(i + 1, 'tools/call', { name, arguments: args }))
    ].join('')
  }
];

const DIST = join(PACKAGE_ROOT, 'dist');
const MODULES = join(DIST, 'core/modules.js');
const HELD = join(DIST, 'deploy/bundle/held-modules.js');
const REHEARSE = join(DIST, 'deploy/bundle/rehearse.js');

/** A module of ours that is loaded when it is wanted, as `later` names it. */
const LATE = /import\.meta\.url,\s*('\.[^']+')/g;

/** Gives a bundle what a module says of its own place, and what it loads when it is wanted. */
const ownModules: Plugin = {
  name: 'own-modules',
  setup({ onLoad }) {
    onLoad({ filter: /\.js$/ }, ({ path }) => ({ contents: contentsOf(path), resolveDir: dirname(path) }));
  }
};

function contentsOf(path: string): string {
  const text = readFileSync(path === MODULES ? HELD : path, 'utf8');
  if (!text.includes('import.meta.url')) return text;
  const held = [...text.matchAll(LATE)].map(([place, late]) => `bundle.hold(${place}, () => require(${late}));\n`);
  const place = `bundle.urlOf(${JSON.stringify(relative(DIST, path))})`;
  return `import * as bundle from '${MODULES}';\n${held.join('')}${text}`.replaceAll('import.meta.url', place);
}

/** What a bundle begins with: the plugins of the service, and the command line. */
function entryOf(service: string): string {
  const { content } = readFile(join(PACKAGE_ROOT, 'plugins/plugins.yaml'), 'plugins/plugins.yaml', [])!;
  const { [service]: listed } = content['services'] as Record<string, { plugins: readonly { use: string }[] }>;
  const paths = listed!.plugins.map(({ use }) => join('plugins', use, 'index.js'));
  return [
    `import * as bundle from '${MODULES}';`,
    ...paths.map(path => `bundle.hold(bundle.urlOf('${path}'), '', () => require('./${path}'));`),
    `export { main } from './core/cli/main.js';`
  ].join('\n');
}

async function codeOf(service: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: entryOf(service), resolveDir: DIST },
    bundle: true,
    packages: 'external',
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    banner: { js: `(function (module, require, __dirname) { 'use strict';` },
    footer: { js: '})' },
    plugins: [ownModules],
    logLevel: 'warning',
    write: false
  });
  // One byte a character: half of what it would take, for a few quotation marks in regular expressions.
  return outputFiles[0]!.text.replace(/[^\0-\x7f]/g, each => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

// After everything else of a build: a bundle is made of compiled modules, and only as good as they are.
rmSync(join(DIST, 'bundle'), { recursive: true, force: true });
mkdirSync(join(DIST, 'bundle'));
for (const { service, commands, rehearsed, env, input } of BUNDLED) {
  const files = bundleFiles(service);
  writeFileSync(files.code, await codeOf(service));
  execFileSync(process.execPath, [REHEARSE, ...rehearsed], { env: { PATH: process.env['PATH'], ...env }, input });
  writeFileSync(files.stamp, JSON.stringify({ ...madeNow(), commands }));
}
