import { decide } from '../decide.js';
import { provenanceOf, verifyText } from '../end.js';
import { gather } from '../gather.js';
import { prerequisites } from '../prerequisites.js';
import type { Run } from '../run.js';
import { isEnding, type Ready, type Resolved, type Services } from '../steps.js';

/**
 * "Cancel the blanket and the bowls", of which one has left already: what the rules refuse is said at once.
 * @returns places of the wishes that are left, one at least
 */
export async function notRefused(
  wishes: readonly Resolved[],
  run: Run,
  services: Services
): Promise<readonly number[]> {
  const left: number[] = [];
  for (const [nth, wish] of wishes.entries()) {
    const last = left.length === 0 && nth === wishes.length - 1;
    if (last || (await tellPart(wish, true, run, services)) === undefined) left.push(nth);
  }
  return left;
}

/** What a message asks beside the one thing that is done is gathered and told, each in its place; what cannot be is left out. */
export async function tellParts(ready: Ready, run: Run, services: Services): Promise<Ready> {
  for (const part of ready.before) await tellPart(part, true, run, services);
  let { memory } = ready;
  for (const part of ready.after) {
    memory = { ...memory, ...(await tellPart(part, false, run, services)) };
  }
  return { ...ready, memory };
}

/** @returns what the next message may lean on: what was told of an article, and what was offered */
async function tellPart(part: Resolved, before: boolean, run: Run, services: Services) {
  const given = await prerequisites(part, run, services);
  if (isEnding(given)) return undefined;
  const gathered = await gather(given, run, services);
  if (isEnding(gathered)) return undefined;
  const decided = await decide(gathered, run, services);
  if (isEnding(decided) || decided.template === undefined) return undefined;
  const text = run.say(decided.template, { ...decided.data }).trim();
  const { verification, disclosed } = verifyText(run, text);
  if (text === '' || !verification.supported || disclosed) return undefined;
  run.beside.push({ text, provenance: provenanceOf(verification), before });
  const { told, offered, offered_slots } = decided.memory;
  return {
    ...(told === undefined ? {} : { told }),
    ...(offered === undefined ? {} : { offered }),
    ...(offered_slots === undefined ? {} : { offered_slots })
  };
}
