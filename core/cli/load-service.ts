import { loadDocuments, type LoadOptions } from '../documents/load.js';
import type { DocumentSet } from '../documents/set.js';
import { type Problem, StartupError } from '../errors.js';
import { loadOptions } from '../kernel/start.js';
import type { CommandContext } from './command.js';
import { serviceNamed } from './service-named.js';

/**
 * What can be looked into of one service: its documents where they are sound, and what can be made of them where others are
 * not, with the problems beside it.
 */
export async function salvageService(
  { root, services }: Pick<CommandContext, 'root' | 'services'>,
  name: string
): Promise<{ readonly set: DocumentSet; readonly problems: readonly Problem[] }> {
  const service = serviceNamed(services, name);
  const { set, partial, problems } = await loadDocuments({ ...loadOptions(root, service, services), salvage: true });
  return { set: (set ?? partial)!, problems };
}

/**
 * The checked documents of one service, for commands that start nothing. Throws with all problems.
 * @param examples `collect`: examples may fail, for commands that mend them
 */
export async function loadService(
  { root, services }: CommandContext,
  name: string,
  examples?: LoadOptions['examples']
): Promise<DocumentSet> {
  const service = serviceNamed(services, name);
  const { set, problems } = await loadDocuments({
    ...loadOptions(root, service, services),
    ...(examples && { examples })
  });
  if (set === undefined) throw new StartupError(problems);
  return set;
}
