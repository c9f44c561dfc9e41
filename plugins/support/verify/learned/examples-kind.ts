import { closed } from '../../../../core/documents/index.js';
import type { DocumentKind } from '../../../../core/index.js';
import type { Evidence } from '../contract.js';

/** Sentences that some evidence supports, and sentences that it does not. */
export interface VerificationCase {
  readonly evidence: readonly Evidence[];
  readonly supported?: readonly string[];
  readonly unsupported?: readonly string[];
}

export interface VerificationExampleFile {
  readonly name: string;
  /** Who wrote them, and how. */
  readonly origin: string;
  /** How much each counts; 1 without one. */
  readonly weight?: number;
  readonly cases: readonly VerificationCase[];
}

const text = { type: 'string', minLength: 1, maxLength: 4000 } as const;
const sentences = { type: 'array', items: text } as const;

/** `policies/verification/examples/*.yaml`: what the verifier learns to tell a paraphrase from an invention by. */
export const VerificationExamples: DocumentKind<VerificationExampleFile> = {
  id: 'verification-examples',
  version: 1,
  folder: 'policies/verification/examples',
  schema: closed(
    {
      kind: { const: 'verification-examples' },
      version: { const: 1 },
      name: { type: 'string', pattern: '^[a-z][a-z0-9-]*$' },
      origin: { type: 'string', minLength: 1, description: 'Who wrote these sentences, and how.' },
      weight: { type: 'number', exclusiveMinimum: 0, maximum: 10, description: 'How much each counts. Default 1.' },
      cases: {
        type: 'array',
        items: closed(
          {
            evidence: {
              type: 'array',
              minItems: 1,
              items: closed({ reference: text, kind: text, text })
            },
            supported: sentences,
            unsupported: sentences
          },
          ['supported', 'unsupported']
        )
      }
    },
    ['weight'],
    {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      title: 'Sentences with their evidence, supported and not'
    }
  ),
  nameOf: content => content.name,
  compile: (content: VerificationExampleFile) => content
};
