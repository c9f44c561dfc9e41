import { isUtf8 } from 'node:buffer';
import { parseError } from './errors.js';

/** The JSON value of a line or a body. Throws -32700 for anything but JSON in UTF-8. */
export function decodeJson(bytes: Buffer): unknown {
  // Decoding would replace broken sequences silently, and the message would no longer be the one that was sent.
  if (!isUtf8(bytes)) throw parseError();
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    throw parseError();
  }
}
