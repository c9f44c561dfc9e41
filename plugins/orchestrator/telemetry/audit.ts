import { createWriteStream, openSync } from 'node:fs';
import { type Log, StartupError } from '../../../core/index.js';
import { AccessLog } from './access-log.js';

/**
 * Adds a record of every routed call to a file: who, which method and tool, which server, what came of it, never what was
 * sent or answered. Throws a `StartupError` where the file cannot be opened.
 */
export function openAudit(path: string, log: Log): { readonly log: AccessLog; close(): Promise<void> } {
  let fd: number;
  try {
    fd = openSync(path, 'a', 0o600);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const message = `MCP_AUDIT_FILE cannot be written (${code}); correct the path, or unset it`;
    throw new StartupError([{ code: 'audit_unavailable', message }]);
  }
  const file = createWriteStream(path, { fd });
  let failed = false;
  file.on('error', ({ code }: NodeJS.ErrnoException) => {
    if (!failed) log.error('audit.write_failed', { reason: code });
    failed = true;
  });
  const records = new AccessLog({ enabled: true, format: 'json', write: lines => void file.write(lines) });
  return {
    log: records,
    close: () => {
      records.flush();
      return new Promise(resolve => file.end(resolve));
    }
  };
}
