import type { ValueConditions } from './redaction-rules.js';

/** Bits per character, from how often each character comes. */
export function entropyOf(value: string): number {
  const counts = new Map<string, number>();
  for (const char of value) counts.set(char, (counts.get(char) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / value.length) * Math.log2(count / value.length);
  return bits;
}

const JOINED = /[-_./: ]/;
const CAMEL = /^[A-Z][a-z]/;

/** Signs between words begin anew, and a capital before small letters is how a word begins. */
function mixOf(value: string): number {
  let changes = 0;
  for (let at = 1; at < value.length; at++) {
    const pair = value.slice(at - 1, at + 1);
    if (JOINED.test(pair) || CAMEL.test(pair)) continue;
    if (CLASSES.findIndex(kind => kind.test(pair[0]!)) !== CLASSES.findIndex(kind => kind.test(pair[1]!))) changes++;
  }
  return changes / value.length;
}

const CLASSES = [/[a-z]/, /[A-Z]/, /[0-9]/, /[^a-zA-Z0-9]/];

/** Whether a value is what its rule takes for a secret. */
export function satisfies(value: string, conditions: ValueConditions): boolean {
  const { min_length, min_entropy, min_classes, min_digits, min_letters, min_mix } = conditions;
  if (min_length !== undefined && value.length < min_length) return false;
  if (min_digits !== undefined && value.replace(/[^0-9]/g, '').length < min_digits) return false;
  if (min_letters !== undefined && value.replace(/[^a-zA-Z]/g, '').length < min_letters) return false;
  if (min_classes !== undefined && CLASSES.filter(kind => kind.test(value)).length < min_classes) return false;
  if (min_mix !== undefined && mixOf(value) < min_mix) return false;
  return min_entropy === undefined || entropyOf(value) >= min_entropy;
}
