import { closed } from '../../core/documents/index.js';
import { ToolFailure, type ToolResources } from '../../core/tools/index.js';

/** The variable that holds scheme and host, where a definition's URL is a path. */
export interface Base {
  readonly secret: string;
}

export const BASE_SCHEMA = closed({ secret: { type: 'string', pattern: '^[A-Z][A-Z0-9_]*$' } }, [], {
  description: 'SHOP_URL stands for the variable BYLAW_SECRET_SHOP_URL: scheme and host, where `url` is a path.'
});

/** The URL as it is while a definition is checked, without the variable. */
export const wholeUrl = (base: Base | undefined, url: string): string =>
  base === undefined ? url : `https://base.invalid${url}`;

/** Scheme and host, perhaps with a path; empty without a base. Throws `secret_missing` for what is no such thing. */
export function originOf(base: Base | undefined, { secret }: ToolResources): string {
  if (base === undefined) return '';
  const variable = `BYLAW_SECRET_${base.secret}`;
  const given = secret(base.secret);
  if (given === undefined) throw new ToolFailure('secret_missing', `the variable ${variable} is not set`);
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (url === undefined || !['https:', 'http:'].includes(url.protocol) || url.username !== '' || url.search !== '')
    throw new ToolFailure('secret_missing', `the variable ${variable} is not the address of a host`);
  return given.replace(/\/+$/, '');
}
