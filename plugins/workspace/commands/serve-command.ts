import { type CommandContext, PACKAGE_ROOT } from '../../../core/index.js';
import type { Transport } from './service.js';

/** What Node runs to serve the files of this command. A root is named only where another one is meant: without, it starts sooner. */
export function serveCommand(
  { root, env }: Pick<CommandContext, 'root' | 'env'>,
  transport: Transport
): readonly string[] {
  const isShipped = root === PACKAGE_ROOT && !env['BYLAW_ROOT'];
  return [process.argv[1]!, 'workspace', 'serve', '--transport', transport, ...(isShipped ? [] : ['--root', root])];
}
