import { didYouMean } from '../nearest.js';
import type { ExpressionType } from './read-values.js';

/** What a record holds: a value of a type, fields, a list of alike items, or anything. */
export type Shape =
  | ExpressionType
  | 'anything'
  | { readonly fields: Readonly<Record<string, Shape>> }
  /** `each` is what expressions over the list call one item. */
  | { readonly list: Shape; readonly each: string };

/** The shapes of everything that a fact may read, by the first word of a path. */
export type Shapes = Readonly<Record<string, Shape>>;

/** Follows a path through the shapes; a text says what is wrong with it. */
export function shapeAt(path: string, shapes: Shapes): Shape | { readonly wrong: string } {
  let shape: Shape = { fields: shapes };
  const keys = path.split('.');
  for (const [i, key] of keys.entries()) {
    if (shape === 'anything') return shape;
    const here = i === 0 ? 'the records' : `'${keys.slice(0, i).join('.')}'`;
    if (typeof shape !== 'object') return { wrong: `${here} is of type ${shape} and has no '${key}'` };
    if ('list' in shape)
      return { wrong: `${here} is a list; say count, sum, min, max, some or every, and '${shape.each}.${key}' inside` };
    const next: Shape | undefined = Object.hasOwn(shape.fields, key) ? shape.fields[key] : undefined;
    if (next === undefined) {
      const known = Object.keys(shape.fields);
      const near = didYouMean(key, known) || `; there are ${known.join(', ')}`;
      return { wrong: `${here} ${i === 0 ? 'have' : 'has'} no '${key}'${near}` };
    }
    shape = next;
  }
  return shape;
}
