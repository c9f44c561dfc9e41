import { documentSchema } from '../../../core/documents/index.js';
import type { DocumentKind } from '../../../core/index.js';
import { parseTemplate, type Template } from '../../../core/templates/index.js';

/** Places that customers name, and whether parcels go there. */
export interface Places {
  /** Lower-case words to the place they mean. */
  readonly words: ReadonlyMap<string, { readonly name: string; readonly delivered: boolean }>;
  /** Names of the places to which parcels go. */
  readonly delivered: readonly string[];
  /** With such a word a sentence about one place answers for all others. */
  readonly only: readonly string[];
  readonly says: Template;
}

const names = {
  type: 'object',
  additionalProperties: { type: 'array', items: { type: 'string', pattern: '^[^A-Z]+$', minLength: 2 } },
  description: 'By name of the place: other words for it, lower case.'
} as const;

/** `policies/dialogue/places/*.yaml`: where parcels go and do not go. */
export const PlacesKind: DocumentKind<Places> = {
  id: 'places',
  version: 1,
  folder: 'policies/dialogue/places',
  nameOf: content => content.name,
  schema: documentSchema('places', 1, {
    name: { type: 'string', pattern: '^[a-z_]+$' },
    delivered: names,
    elsewhere: names,
    only: {
      type: 'array',
      items: { type: 'string', pattern: '^\\p{Ll}+$' },
      description: 'With such a word a sentence about one place answers for all others.'
    },
    says: {
      type: 'string',
      minLength: 1,
      description: 'Liquid. Said of a place to which nothing is delivered; reads place and delivered, a list.'
    }
  }),
  compile({ delivered, elsewhere, only, says }, report) {
    const template = parseTemplate(says, ['place', 'delivered'], message => report('/says', 'template', message))!;
    const entries = [delivered, elsewhere].flatMap((places: Readonly<Record<string, readonly string[]>>) =>
      Object.entries(places).flatMap(([name, others]) =>
        [name.toLowerCase(), ...others].map(word => [word, { name, delivered: places === delivered }] as const)
      )
    );
    return { words: new Map(entries), delivered: Object.keys(delivered), only, says: template };
  }
};

const LONGEST = 3;

/** The first place that a message names. */
export function placeIn(message: string, { words }: Places) {
  const said = message.toLowerCase().match(/[\p{L}.]+/gu) ?? [];
  for (const [at, first] of said.entries()) {
    let name: string = first;
    let place = words.get(name);
    for (let next = at + 1; next < Math.min(said.length, at + LONGEST); next++) {
      name = `${name} ${said[next]!}`;
      place = words.get(name) ?? place;
    }
    if (place !== undefined) return place;
  }
  return undefined;
}
