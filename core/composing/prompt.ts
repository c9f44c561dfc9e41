import { randomBytes } from 'node:crypto';
import { fence } from '../guard/index.js';
import type { Material } from './composer.js';

export interface Prompt {
  /** The rules: the whole system policy and nothing else. */
  readonly system: string;
  /** The decided material, each piece between fences of this prompt alone. */
  readonly user: string;
}

const NONCE_BYTES = 8;

/**
 * What a model is shown of a run: the system policy, the wording the template would have used and the evidence.
 * The customer's own words are left out, so a message cannot steer the model that words its answer.
 */
export function modelPrompt({ purpose, template, data, evidence, instructions }: Material): Prompt {
  const nonce = randomBytes(NONCE_BYTES).toString('hex');
  const user = instructions.request.render({
    purpose,
    draft: fence(nonce, 'draft', template.render(data)),
    material: evidence
      .filter(({ kind }) => kind !== 'customer_message')
      .map(({ kind, reference, text }) => fence(nonce, kind, `${reference}: ${text}`))
  });
  return { system: instructions.policy, user };
}
