import { setFlagsFromString } from 'node:v8';

/** From this version on V8 counts calls of a function and waits for many of them by itself. */
const COUNTS_CALLS = 12;

/**
 * Leaves the room for young objects as large as it is; the engine would take up to 32 MB for calls that take much, and keep them.
 * It forgets that with every thread it starts.
 */
export const keepYoungSpace = (): void => setFlagsFromString('--semi-space-growth-factor=1');

/** Young objects are few here, and threads that help to collect them are waited for longer than that takes. */
export const collectYoungAlone = (): void => setFlagsFromString('--no-parallel-scavenge');

/**
 * Has a function optimised after four times as much work as the engine waits for by itself. Most servers are asked some dozens
 * of times: of the first two hundred listings a third of the cost was to compile what they use once more, in threads that kept
 * one in ten waiting. Ten thousand calls cost a tenth more until it is done, and the same from then on.
 */
export function optimiseLater(): void {
  if (Number.parseInt(process.versions.v8, 10) < COUNTS_CALLS) setFlagsFromString('--interrupt-budget=300000');
}
