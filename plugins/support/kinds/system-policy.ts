import type { DocumentKind } from '../../../core/index.js';

/** What a composing model is told. A reply that repeats six words of it in a row is withheld. */
export interface SystemPolicy {
  /** One paragraph, single spaces. */
  readonly text: string;
}

const MIN_WORDS = 80;
const MAX_WORDS = 300;

/** `policies/system-policy/system-policy.yaml` */
export const SystemPolicyKind: DocumentKind<SystemPolicy> = {
  id: 'system-policy',
  version: 1,
  folder: 'policies/system-policy',
  schema: {
    type: 'object',
    additionalProperties: false,
    required: ['kind', 'version', 'policy'],
    properties: {
      kind: { const: 'system-policy' },
      version: { const: 1 },
      policy: { type: 'string', description: 'The text a composing model is given before the material.' }
    }
  },
  // One name for all: a second file would leave open which text holds, so it is refused as a twin.
  nameOf: () => 'system-policy',
  compile({ policy }: { readonly policy: string }, report) {
    const words = policy.split(/\s+/).filter(word => word !== '');
    if (words.length < MIN_WORDS || words.length > MAX_WORDS)
      report(
        '/policy',
        'policy_length',
        `the policy has ${words.length} words; ${MIN_WORDS} to ${MAX_WORDS} are allowed`
      );
    return { text: words.join(' ') };
  }
};
