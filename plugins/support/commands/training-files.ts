import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from '../../../core/index.js';

/** The files with labelled texts that a folder of the root holds, in order of name. */
export function trainingFiles(root: string, folder: string): string[] {
  try {
    const names = readdirSync(join(root, folder)).filter(name => name.endsWith('.jsonl'));
    return names.sort().map(name => join(root, folder, name));
  } catch {
    throw new UsageError(`there is no folder ${folder}; name the files with labelled texts`);
  }
}
