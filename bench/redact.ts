import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadDocuments } from '../core/documents/load.js';
import { compileRedactor, RedactionRules } from '../plugins/workspace/redaction/index.js';

/** Megabytes a second over the project's own sources, and over texts made to be slow. */
const anyOther = Object.assign(new Set<string>(), { has: (id: string) => id !== RedactionRules.id });
const { set } = await loadDocuments({
  root: '.',
  kinds: [RedactionRules],
  otherKinds: anyOther,
  assemblies: [],
  items: () => []
});
if (set === undefined) throw new Error('the rule files do not load');
const redactor = compileRedactor(set.of(RedactionRules), (file, pointer, _, message) => {
  throw new Error(`${file.file}${pointer}: ${message}`);
});

const sources = ['core', 'plugins', 'docs', 'test'].flatMap(folder =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && /\.(?:ts|md|json)$/.test(entry.name))
    .map(entry => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
);
const times = (piece: string): string[] => [piece.repeat(Math.ceil(1_000_000 / piece.length))];
const GROUPS: readonly (readonly [string, readonly string[]])[] = [
  ['sources and documents', sources],
  ['key names', times('password ')],
  ['assignments', times('password = "a1')],
  ['addresses', times('://a:b')],
  ['JSON Web Tokens begun', times('eyJaaaaaaaaaaaaaaaaa.')],
  ['private keys never closed', times('-----BEGIN PRIVATE KEY-----\nAAAAAAAAAAAAAAAAAAAA\n')],
  ['one letter', times('a')]
];

for (const [name, texts] of GROUPS) {
  const size = texts.reduce((sum, text) => sum + text.length, 0) / 1e6;
  const rounds = Array.from({ length: 7 }, () => {
    const start = process.hrtime.bigint();
    for (const text of texts) redactor.redact(text);
    return size / (Number(process.hrtime.bigint() - start) / 1e9);
  });
  console.log(`${name.padEnd(28)} ${(rounds.sort((a, b) => a - b)[3] ?? 0).toFixed(1).padStart(8)} MB/s`);
}
