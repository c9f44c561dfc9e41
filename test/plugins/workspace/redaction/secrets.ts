import { createHash } from 'node:crypto';

const digits = (seed: string, length: number): string => {
  let text = '';
  for (let n = 0; text.length < length; n++) text += createHash('sha256').update(`${seed}${n}`).digest('base64');
  return text.replace(/[^A-Za-z0-9]/g, '').slice(0, length);
};

/** A token in the format of a GitHub one, another for every seed; it opens nothing. */
export const token = (seed: string | number): string => `ghp_${digits(`token ${seed}`, 36)}`;

/** The shape of a private key; its lines are no key. */
export const privateKey = (seed: string | number, lines = 26): string =>
  [
    '-----BEGIN RSA PRIVATE KEY-----',
    ...Array.from({ length: lines }, (_, n) => digits(`key ${seed} ${n}`, 64)),
    '-----END RSA PRIVATE KEY-----'
  ].join('\n');

/** Eight characters in a row of a secret are a part of it. */
const PART = 8;

/** Parts of secrets that a text still has. */
export function leaks(text: string, secrets: readonly string[]): readonly string[] {
  const found: string[] = [];
  for (const secret of secrets) {
    for (const piece of secret.split('\n')) {
      if (piece.startsWith('-----')) continue;
      for (let at = 4; at + PART <= piece.length; at++) {
        const part = piece.slice(at, at + PART);
        if (text.includes(part)) found.push(part);
      }
    }
  }
  return found;
}
