import { documentSchema } from '../../../core/documents/index.js';
import type { DocumentKind, DocumentSet } from '../../../core/index.js';

/** What customers write around what they want, before it and after it. */
export interface Stories {
  readonly name: string;
  readonly origin: string;
  readonly before: readonly string[];
  readonly after: readonly string[];
}

const texts = { type: 'array', minItems: 1, items: { type: 'string', minLength: 1, maxLength: 400 } } as const;

/** `policies/dialogue/stories/*.yaml`: examples are learned with stories around them as well, so that a long message is read for its point. */
export const StoriesKind: DocumentKind<Stories> = {
  id: 'stories',
  version: 1,
  folder: 'policies/dialogue/stories',
  nameOf: content => content.name,
  schema: documentSchema('stories', 1, {
    name: { type: 'string', pattern: '^[a-z][a-z0-9_-]*$' },
    origin: { type: 'string', minLength: 1, description: 'Who wrote these sentences, and how.' },
    before: { ...texts, description: 'Sentences that may stand before what is wanted, and want nothing.' },
    after: { ...texts, description: 'The same behind it.' }
  }),
  compile: (content: Stories) => content
};

/** One example of so many is learned with a story as well. */
const EVERY = 4;
/** Steps through the stories that meet each of them before they meet one again. */
const STEPS = { before: 37, again: 91, after: 53 } as const;

/** Some of these texts as they stand in a longer message. */
export type InStories = <Row extends { readonly text: string }>(rows: readonly Row[]) => readonly Row[];

/** Tells them with the stories of a set; nothing where it has none. */
export function storiesIn(set: DocumentSet): InStories {
  const files = set.of(StoriesKind).map(({ value }) => value);
  const [before, after] = [files.flatMap(each => each.before), files.flatMap(each => each.after)];
  if (before.length === 0 || after.length === 0) return () => [];
  const pick = (stories: readonly string[], at: number): string => stories[at % stories.length]!;
  return rows =>
    rows
      .filter((_, nth) => nth % EVERY === 1)
      .map((row, nth) => {
        const [first, last] = [pick(before, nth * STEPS.before), pick(after, nth * STEPS.after)];
        const again = pick(before, nth * STEPS.again + 7);
        const ways = [`${first} `, `${first} ${again} `, '', `${first} `] as const;
        const way = nth % ways.length;
        return { ...row, text: `${ways[way]!}${row.text}${way < 2 ? '' : ` ${last}`}` };
      });
}
