import { randomBytes } from 'node:crypto';
import { type CommandContext, type ExitStatus, UsageError } from '../../../core/index.js';
import { keyDigest } from '../../../core/net/index.js';
import { parseKeys } from '../keys.js';

/** 192 bits: a digest of it gives nothing away. */
const SECRET_BYTES = 24;

/** Prints a new secret and the line that stands for it in the file of keys. Nothing is kept. */
export async function newKey({ args, options, out, err }: CommandContext): Promise<ExitStatus> {
  const [tenant, ...others] = args;
  if (tenant === undefined || others.length > 0) throw new UsageError("'support key' takes one argument, the tenant");
  const secret = randomBytes(SECRET_BYTES).toString('base64url');
  const { scopes, expires } = options;
  const until = expires === undefined ? '' : ` expires=${String(expires)}`;
  const line = `${tenant}:sha256=${keyDigest(secret).toString('hex')}${scopes === undefined ? '' : `:${String(scopes)}`}${until}`;
  parseKeys([{ text: line, at: 'the key', digestOnly: true }], message => {
    throw new UsageError(message);
  });
  if (options['json'] === true) out(JSON.stringify({ secret, line }));
  else {
    err('The secret is shown this once; the line is for the file of keys.');
    out(secret);
    out(line);
  }
  return 0;
}
