import { format } from 'node:util';
import type { Log } from '../../../core/index.js';
import type { Wire } from '../../../core/mcp/index.js';

/**
 * Takes standard output for the protocol alone. What anybody else prints, and what Node has to say, becomes a log
 * record, so that one stray line of a dependency cannot break the wire. Returns the only way to it.
 */
export function captureOutput(log: Log): Wire {
  const { stdout } = process;
  const write = stdout.write.bind(stdout);
  stdout.write = ((chunk: unknown, ...rest: unknown[]) => {
    log.warning('output.stray', { text: String(chunk).slice(0, 2000) });
    const done = rest.find(argument => typeof argument === 'function') as (() => void) | undefined;
    if (done !== undefined) process.nextTick(done);
    return true;
  }) as typeof stdout.write;
  for (const level of ['log', 'info', 'debug', 'warn', 'error', 'trace'] as const)
    console[level] = (...words: unknown[]) => log.warning('output.stray', { text: format(...words).slice(0, 2000) });
  process.removeAllListeners('warning');
  process.on('warning', ({ name, message }) => log.warning('process.warning', { name, reason: message }));
  // No request can be told apart any more, but the others are not to suffer from it.
  process.on('unhandledRejection', error =>
    log.error('rpc.unhandled', { reason: String(error), stack: error instanceof Error ? error.stack : undefined })
  );
  return { write: (text, done) => write(text, done), on: (name, listener) => stdout.on(name, listener) };
}
