import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../../core/index.js';

export interface CodeHelp {
  readonly means: string;
  readonly todo: string;
}

const ROW = /^\| `([a-z_.]+)` \| (.*?) \| `.*` \| (.*) \|$/gm;

/** What the documentation says of each code: the reference for people is the one for machines too. */
export function codeHelp(): ReadonlyMap<string, CodeHelp> {
  const page = join(PACKAGE_ROOT, 'docs/codes.md');
  const text = existsSync(page) ? readFileSync(page, 'utf8') : '';
  return new Map([...text.matchAll(ROW)].map(([, code, means, todo]) => [code!, { means: means!, todo: todo! }]));
}
