import { closed, documentSchema } from '../../../core/documents/index.js';
import type { DocumentKind } from '../../../core/index.js';
import { parseTemplate, type Template } from '../../../core/templates/index.js';

/** How sure it is who writes: an address was named, or access to it was shown. */
export const IDENTITY_LEVELS = ['knows', 'holds'] as const;
export type IdentityLevel = (typeof IDENTITY_LEVELS)[number];

/** Whose word for a customer is taken: a shop's login. */
export interface Voucher {
  readonly tenant: string;
  readonly issuer: string;
  readonly audience: string;
  /** What the claim names a customer by. */
  readonly customer: { readonly claim: string; readonly is: 'customer_id' | 'email' };
  readonly maxMinutes: number;
  /** Public keys, or the address where they are. */
  readonly keys: readonly Readonly<Record<string, unknown>>[] | URL;
}

export interface IdentityPolicy {
  /** What intents need that say `requires.identity: true`. */
  readonly accountData: IdentityLevel;
  readonly code: {
    readonly minutes: number;
    readonly tries: number;
    readonly subject: string;
    readonly text: Template;
  };
  readonly vouchers: readonly Voucher[];
}

const text = { type: 'string', minLength: 1 } as const;
/** Parts of public keys. What belongs to a private or shared key has no place in a file. */
const KEY_PARTS = ['kty', 'use', 'key_ops', 'alg', 'kid', 'crv', 'x', 'y', 'n', 'e', 'x5c', 'x5t', 'x5t#S256'];

const KEYS_AT = '^(https://[^/@\\s]+|http://(localhost|127\\.0\\.0\\.1|\\[::1\\])(:[0-9]+)?)(/\\S*)?$';

/** `policies/identity/*.yaml`: exactly one file. */
export const Identity: DocumentKind<IdentityPolicy> = {
  id: 'identity',
  version: 1,
  folder: 'policies/identity',
  nameOf: () => 'identity',
  schema: documentSchema(
    'identity',
    1,
    {
      account_data: { enum: IDENTITY_LEVELS, description: 'What intents need that say requires.identity: true.' },
      code: closed({
        minutes: { type: 'integer', minimum: 1, maximum: 60, description: 'How long a code can be entered.' },
        tries: { type: 'integer', minimum: 1, maximum: 10, description: 'How often one code may be tried.' },
        subject: text,
        text: { ...text, description: 'Liquid. Reads code and minutes.' }
      }),
      vouchers: {
        type: 'array',
        description: 'Logins of shops whose signed word (a JWT) for a customer is taken.',
        items: closed(
          {
            tenant: { type: 'string', pattern: '^[A-Za-z0-9_-]{1,64}$' },
            issuer: text,
            audience: text,
            customer: closed({ claim: text, is: { enum: ['customer_id', 'email'] } }),
            max_minutes: {
              type: 'integer',
              minimum: 1,
              maximum: 60,
              default: 10,
              description: 'Oldest that is taken.'
            },
            keys: {
              type: 'array',
              minItems: 1,
              description: 'Public keys as in a JSON Web Key Set: RSA, EC or OKP.',
              items: {
                type: 'object',
                required: ['kty'],
                propertyNames: { enum: KEY_PARTS },
                properties: { kty: { enum: ['RSA', 'EC', 'OKP'] } }
              }
            },
            keys_at: {
              type: 'string',
              pattern: KEYS_AT,
              description: 'Address of the JSON Web Key Set: https, or http on this machine.'
            }
          },
          ['max_minutes', 'keys', 'keys_at']
        )
      }
    },
    ['vouchers']
  ),
  check({ vouchers = [] }, report) {
    for (const [nth, { keys, keys_at }] of vouchers.entries())
      if ((keys === undefined) === (keys_at === undefined))
        report(`/vouchers/${nth}`, 'voucher_keys', 'a voucher has either keys, or keys_at where they are');
  },
  compile({ account_data: accountData, code, vouchers = [] }, report) {
    const template = parseTemplate(code.text, ['code', 'minutes'], message =>
      report('/code/text', 'template', message)
    );
    return {
      accountData,
      code: { ...code, text: template! },
      vouchers: vouchers.map(({ max_minutes: maxMinutes = 10, keys_at, keys = new URL(keys_at), ...voucher }: any) => ({
        ...voucher,
        keys,
        maxMinutes
      }))
    };
  }
};
