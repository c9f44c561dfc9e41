import { closed } from '../../core/documents/index.js';
import { escapePointer } from '../../core/index.js';
import { type ConfigurationReport, ToolFailure, type ToolResources } from '../../core/tools/index.js';

/** A fixed text, or a credential that the environment holds. */
export type HeaderText = string | { readonly secret: string; readonly prefix?: string };
export type HeaderTexts = Readonly<Record<string, HeaderText>>;

export const HEADERS_SCHEMA = {
  type: 'object',
  description: 'Sent with every request: fixed texts, or credentials by the name of their variable.',
  propertyNames: { pattern: "^[A-Za-z0-9!#$%&'*+.^_`|~-]+$" },
  additionalProperties: {
    oneOf: [
      { type: 'string', pattern: '^[\\x20-\\x7e]*$' },
      closed(
        {
          secret: {
            type: 'string',
            pattern: '^[A-Z][A-Z0-9_]*$',
            description: 'NORTHLINE_TOKEN stands for the variable BYLAW_SECRET_NORTHLINE_TOKEN.'
          },
          prefix: { type: 'string', pattern: '^[\\x20-\\x7e]*$', description: 'Put before it, for example "Bearer ".' }
        },
        ['prefix']
      )
    ]
  }
};

const RESERVED =
  /^(?:host|connection|content-length|content-type|transfer-encoding|upgrade|expect|te|trailer|accept|accept-encoding|keep-alive|mcp-.*|proxy-.*)$/i;
const CREDENTIAL = /(?:authorization|cookie|(?:^|[-_])(?:api_?key|key|token|secret|password|credentials?))$/i;

/** Says which headers a definition may not set, and which credentials it spells out. */
export function checkHeaders(headers: HeaderTexts, report: ConfigurationReport): void {
  for (const [name, value] of Object.entries(headers)) {
    const at = `/headers/${escapePointer(name)}`;
    if (RESERVED.test(name)) report(at, 'header_reserved', `'${name}' is set by the request itself; remove it`);
    else if (typeof value === 'string' && CREDENTIAL.test(name))
      report(
        at,
        'secret_literal',
        `'${name}' looks like a credential; write { secret: NAME } and set BYLAW_SECRET_NAME`
      );
  }
}

/** The names under which credentials are looked up. */
export const secretsOf = (headers: HeaderTexts): readonly string[] =>
  Object.values(headers).flatMap(value => (typeof value === 'string' ? [] : value.secret));

/** The headers with their credentials. Throws `secret_missing` for a variable that is not set. */
export function fillHeaders(headers: HeaderTexts, { secret }: ToolResources): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => {
      if (typeof value === 'string') return [name, value];
      const credential = secret(value.secret);
      if (credential === undefined)
        throw new ToolFailure('secret_missing', `the variable BYLAW_SECRET_${value.secret} is not set`);
      return [name, `${value.prefix ?? ''}${credential}`];
    })
  );
}
