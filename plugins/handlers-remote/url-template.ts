import {
  type ArgumentSchema,
  type ConfigurationReport,
  type ToolContext,
  ToolFailure
} from '../../core/tools/index.js';
import { BOUND_PREFIX, checkArgument, checkBound, placed, PLACEHOLDER, type Arguments } from './values.js';

/** Stands for a placeholder while a template is held against the URL syntax; holds nothing that a URL would escape. */
const STAND_IN = 'bylaw-placeholder';
const SECRET_NAME = /(?:^|[-_.])(?:api_?key|key|token|secret|password|auth|sig|signature|credentials?)$/i;

/** Says what is wrong with a fixed URL and its placeholders. */
export function checkUrl(template: string, pointer: string, schema: ArgumentSchema, report: ConfigurationReport): void {
  const wrong = (message: string) => report(pointer, 'url_invalid', message);
  const [origin = ''] = /^[^/]*\/\/[^/?#]*/.exec(template) ?? [];
  if (/[{}]/.test(origin))
    return wrong('scheme, host and port are fixed; placeholders belong into the path or the query');
  let url: URL;
  try {
    url = new URL(template.replace(PLACEHOLDER, STAND_IN));
  } catch {
    return wrong('this is not an absolute URL');
  }
  if (!['http:', 'https:'].includes(url.protocol)) return wrong('only https: and http: are called');
  if (url.username !== '' || url.password !== '')
    return wrong('a URL holds no credentials; send them in a header, by { secret: NAME }');
  if (url.hash !== '') return wrong('a part after # is never sent; remove it');
  if (/[{}]/.test(template.replace(PLACEHOLDER, ''))) return wrong('a brace is not closed, or closes nothing');
  for (const [name, value] of url.searchParams)
    if (SECRET_NAME.test(name) && !value.includes(STAND_IN))
      report(
        pointer,
        'secret_literal',
        `'${name}' looks like a credential, and URLs are logged on their way; send it in a header, by { secret: NAME }`
      );
  for (const [, name = ''] of template.matchAll(PLACEHOLDER)) {
    if (name.startsWith(BOUND_PREFIX)) checkBound(name.slice(BOUND_PREFIX.length), pointer, report);
    else {
      checkArgument(name, pointer, schema, report);
      if (Object.hasOwn(schema.properties, name) && !schema.required?.includes(name))
        wrong(`'${name}' is part of the URL, so the tool must require it`);
    }
  }
}

/**
 * The URL with arguments in their places, each encoded. Throws `argument_refused` for a value that would leave its
 * segment of the path: encoding alone does not hold where a server decodes `%2F`, and `..` is never encoded.
 */
export function fillUrl(template: string, args: Arguments, context: ToolContext): URL {
  const query = template.indexOf('?');
  const filled = template.replace(PLACEHOLDER, (_all, name: string, offset: number) => {
    const text = placed(name, args, context);
    if (/\p{Cs}/u.test(text)) throw new ToolFailure('argument_refused', `'${name}' is not well-formed text`);
    const inPath = query < 0 || offset < query;
    if (inPath && (/[/\\\p{Cc}]/u.test(text) || /^\.{0,2}$/.test(text)))
      throw new ToolFailure('argument_refused', `'${name}' would change the path of the URL`);
    return encodeURIComponent(text);
  });
  const url = new URL(filled);
  // What no value may do: become part of a dot segment ("x{a}" with "." in it), which the parser resolves.
  if (url.pathname.split('/').length !== new URL(template.replace(PLACEHOLDER, STAND_IN)).pathname.split('/').length)
    throw new ToolFailure('argument_refused', 'an argument would change the path of the URL');
  return url;
}
