import { decide } from './decide.js';
import { provenanceOf, verifyText } from './end.js';
import { gather } from './gather.js';
import { prerequisites } from './prerequisites.js';
import type { Run } from './run.js';
import { isEnding, type Ready, type Resolved, type Services } from './steps.js';

/** What a message asks beside the one thing that is done is gathered and told, each in its place; what cannot be is left out. */
export async function tellParts(ready: Ready, run: Run, services: Services): Promise<Ready> {
  for (const part of ready.before) await tellPart(part, true, run, services);
  let { memory } = ready;
  for (const part of ready.after) {
    const told = await tellPart(part, false, run, services);
    if (told !== undefined) memory = { ...memory, told };
  }
  return { ...ready, memory };
}

/** @returns what was told of an article, on which the next message may lean */
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
  return decided.memory.told;
}
