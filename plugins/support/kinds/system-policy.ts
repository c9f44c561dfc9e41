import { documentSchema } from '../../../core/documents/index.js';
import type { Instructions } from '../../../core/composing/index.js';
import type { DocumentKind } from '../../../core/index.js';
import { parseTemplate } from '../../../core/templates/index.js';

/** What the request to a model may read. */
const REQUEST_VARIABLES = ['purpose', 'draft', 'material'];
const MIN_WORDS = 80;
const MAX_WORDS = 300;

/** What a composing model is told. A reply that repeats six words of the policy in a row is withheld. */
export const SystemPolicyKind: DocumentKind<Instructions> = {
  id: 'system-policy',
  version: 1,
  folder: 'policies/system-policy',
  schema: documentSchema('system-policy', 1, {
    policy: { type: 'string', description: 'The text a composing model is given before the material.' },
    request: {
      type: 'string',
      minLength: 1,
      description:
        'Liquid. Asks for the reply. Reads purpose (the intent), draft (the reply in the wording of the intent) and the list material; all but the purpose come between fences.'
    }
  }),
  // One name for all: a second file would leave open which text holds, so it is refused as a twin.
  nameOf: () => 'system-policy',
  compile({ policy, request }: { readonly policy: string; readonly request: string }, report) {
    const words = policy.split(/\s+/).filter(word => word !== '');
    if (words.length < MIN_WORDS || words.length > MAX_WORDS)
      report(
        '/policy',
        'policy_length',
        `the policy has ${words.length} words; ${MIN_WORDS} to ${MAX_WORDS} are allowed`
      );
    const frame = parseTemplate(request, REQUEST_VARIABLES, message => report('/request', 'template', message));
    return { policy: words.join(' '), request: frame! };
  }
};
