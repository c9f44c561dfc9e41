import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { HttpPage } from '../../core/http/index.js';

/** Scripts lie beside the compiled plugin; pages and styles are served as they are, from its source. */
const BUILT = fileURLToPath(new URL('browser/', import.meta.url));
const SOURCE = fileURLToPath(new URL('../../../plugins/console/browser/', import.meta.url));

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8'
};

/** They hold no data: what they show is read from endpoints that need a credential. */
const page = (path: string, file: string): HttpPage => ({
  path,
  type: TYPES[extname(file)]!,
  open: true,
  load: () => readFile(file)
});

function assets(folder: string, extension: string): readonly HttpPage[] {
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(name => extname(name) === extension);
  return files.sort().map(name => page(`/assets/${name}`, join(folder, name)));
}

const changed = (of: HttpPage, from: string, to: string): HttpPage => ({
  ...of,
  load: async () => Buffer.from((await of.load()).toString().replace(from, to))
});

/** The customer's window, which opens sessions with this public key where the shop has one for the service's own page. */
export const chatPages = (publicKey: string | undefined): readonly HttpPage[] => [
  changed(
    page('/chat', join(SOURCE, 'chat.html')),
    'data-key=""',
    publicKey === undefined ? '' : `data-key="${publicKey}"`
  )
];

/** The console's page, which asks for a key where the service does, and the scripts and styles of both. */
export const consolePages = (asksKey: boolean): readonly HttpPage[] => [
  changed(page('/console', join(SOURCE, 'console.html')), ' data-open', asksKey ? '' : ' data-open'),
  ...assets(BUILT, '.js'),
  ...assets(SOURCE, '.css')
];
