import { readlinkSync } from 'node:fs';
import { dirname } from 'node:path';
import { isInside } from './paths.js';

const MAX_LINKS = 40;

/** Follows a path that does not resolve link by link, so that a dangling link outward is told from a missing name. */
export function leadsOutside(root: string, path: string): boolean {
  let queue = path.split('/');
  let current = root;
  let links = 0;
  for (let segment = queue.shift(); segment !== undefined; segment = queue.shift()) {
    if (segment === '' || segment === '.') continue;
    if (segment === '..') {
      if (current === root) return true;
      current = dirname(current);
      continue;
    }
    const next = `${current}/${segment}`;
    let target: string | undefined;
    try {
      target = readlinkSync(next);
    } catch {
      current = next;
      continue;
    }
    if (++links > MAX_LINKS) return false;
    if (target.startsWith('/')) {
      if (!isInside(root, target)) return true;
      current = root;
      target = target.slice(root.length);
    }
    queue = [...target.split('/'), ...queue];
  }
  return false;
}
