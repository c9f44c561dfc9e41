import { closed } from '../json-schema.js';
import type { AllowedHosts } from './hosts.js';

/** How an access token is had from an authorization server: OAuth 2.1, client credentials. */
export interface OAuthClient {
  readonly tokenUrl: string;
  readonly clientId: string;
  /** The variable that holds the client's secret. */
  readonly secretFrom: string;
  readonly scope: string | undefined;
  readonly resource: string | undefined;
}

/** Variables that hold paths of PEM files. */
export interface ClientCertificate {
  readonly certificateFrom: string;
  readonly keyFrom: string;
  readonly caFrom: string | undefined;
}

/** What servers on these hosts are shown. Secrets stand in environment variables and in no file. */
export interface Credential {
  readonly fits: AllowedHosts;
  /** Headers by name, and the variables that hold their values. */
  readonly headers: readonly (readonly [name: string, variable: string, prefix: string])[];
  readonly oauth: OAuthClient | undefined;
  readonly tls: ClientCertificate | undefined;
}

export interface CredentialContent {
  readonly hosts: readonly string[];
  readonly bearer_from?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly oauth?: {
    readonly token_url: string;
    readonly client_id: string;
    readonly client_secret_from: string;
    readonly scope?: string;
    readonly resource?: string;
  };
  readonly tls?: { readonly certificate_from: string; readonly key_from: string; readonly ca_from?: string };
}

const variable = (description: string) => ({ type: 'string', pattern: '^[A-Z][A-Z0-9_]{0,63}$', description });
const text = { type: 'string', minLength: 1, maxLength: 2048 } as const;

export const CREDENTIALS = (hosts: object) => ({
  type: 'array',
  description: 'What servers ask for; the first entry that fits a host counts.',
  items: {
    ...closed(
      {
        hosts,
        bearer_from: variable('The environment variable that holds a bearer token.'),
        headers: {
          type: 'object',
          minProperties: 1,
          maxProperties: 16,
          propertyNames: {
            pattern: '^(?!(?:[Hh]ost|[Cc]ontent-|[Tt]ransfer-|[Cc]onnection|[Mm][Cc][Pp]-))[A-Za-z0-9-]{1,64}$'
          },
          additionalProperties: variable('The environment variable that holds the value of the header.')
        },
        oauth: {
          ...closed(
            {
              token_url: { ...text, pattern: '^https?://' },
              client_id: text,
              client_secret_from: variable("The environment variable that holds the client's secret."),
              scope: text,
              resource: text
            },
            ['scope', 'resource']
          ),
          description: 'An access token by OAuth 2.1 client credentials, kept until it expires or is refused.'
        },
        tls: {
          ...closed(
            {
              certificate_from: variable('The environment variable that holds the path of the certificate, PEM.'),
              key_from: variable('The environment variable that holds the path of its key, PEM.'),
              ca_from: variable('The environment variable that holds the path of the authorities to trust, PEM.')
            },
            ['ca_from']
          ),
          description: 'A certificate of our own for mutual TLS.'
        }
      },
      ['bearer_from', 'headers', 'oauth', 'tls']
    ),
    minProperties: 2
  }
});

export function compileCredential(
  { bearer_from, headers = {}, oauth, tls }: CredentialContent,
  fits: AllowedHosts
): Credential {
  const bearer = bearer_from === undefined ? [] : [['authorization', bearer_from, 'Bearer '] as const];
  return {
    fits,
    headers: [...bearer, ...Object.entries(headers).map(([name, from]) => [name.toLowerCase(), from, ''] as const)],
    oauth: oauth && {
      tokenUrl: oauth.token_url,
      clientId: oauth.client_id,
      secretFrom: oauth.client_secret_from,
      scope: oauth.scope,
      resource: oauth.resource
    },
    tls: tls && { certificateFrom: tls.certificate_from, keyFrom: tls.key_from, caFrom: tls.ca_from }
  };
}
