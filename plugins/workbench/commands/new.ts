import { staticItems, UsageError, type CommandContext, type ExitStatus, nearest } from '../../../core/index.js';
import { Skeleton } from '../../../core/workbench/index.js';
import { addFiles } from '../scaffold/add-files.js';
import { policySkeleton } from '../scaffold/policy-skeleton.js';
import { newPlugin } from './new-plugin.js';

const NAME = /^[a-z][a-z0-9_]{1,40}$/;
const PLUGIN = 'plugin';

/** Adds what the first argument says under the name that the second one gives. */
export async function newSkeleton(context: CommandContext): Promise<ExitStatus> {
  const { services, args, out } = context;
  const [what = '', name, more] = args;
  if (what === PLUGIN) return await newPlugin({ ...context, args: args.slice(1) });
  const skeletons = [policySkeleton, ...staticItems(services, Skeleton)];
  const skeleton = skeletons.find(s => s.name === what);
  if (skeleton === undefined) {
    const known = [...skeletons.map(s => s.name), PLUGIN];
    const near = nearest(what, known);
    throw new UsageError(
      near === undefined ? `say what to add: ${known.join(', ')}` : `'new ${what}'? did you mean 'new ${near}'?`
    );
  }
  if (name === undefined || more !== undefined) throw new UsageError('give exactly one name');
  if (!NAME.test(name)) throw new UsageError('a name begins with a letter and holds a-z, 0-9 and _, 2 to 41 of them');
  const status = await addFiles(context, skeleton.files(name));
  const next = skeleton.next?.(name);
  if (status === 0 && next !== undefined) out(`Next: ${next}`);
  return status;
}
