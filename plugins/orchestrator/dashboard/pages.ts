import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { HttpPage } from '../../../core/http/index.js';

/** The files are served as they are; the compiler does not copy them beside its output. */
const FOLDER = new URL('../../../../plugins/orchestrator/dashboard/', import.meta.url);

const page = (path: string, file: string, type: string): HttpPage => ({
  path,
  type: `${type}; charset=utf-8`,
  // They hold no data: what they show is read from endpoints that need a key.
  open: true,
  load: () => readFile(fileURLToPath(new URL(file, FOLDER)))
});

/** A page that shows servers, traffic, failures and rules as they are. */
export const dashboardPages: readonly HttpPage[] = [
  page('/dashboard', 'index.html', 'text/html'),
  page('/dashboard/dashboard.css', 'dashboard.css', 'text/css'),
  page('/dashboard/dashboard.js', 'dashboard.js', 'text/javascript'),
  page('/dashboard/chart.js', 'chart.js', 'text/javascript')
];
