declare const item: unique symbol;

/** A named place where plugins put things for other plugins. The type parameter is the whole contract. */
export interface ExtensionPoint<T> {
  readonly id: string;
  /** What to call an item in messages; two items of one point with one name are refused. */
  readonly nameOf: (value: T) => string;
  /** What an item cannot do without; plugins in JavaScript have no compiler that would say so. */
  readonly members: readonly string[];
  readonly [item]?: T;
}

/** Makes the token by which plugins meet. `id` is what messages call the point; an item without one of `members` is refused. */
export function extensionPoint<T>(
  id: string,
  nameOf: (value: T) => string,
  members: readonly (keyof T & string)[] = []
): ExtensionPoint<T> {
  return { id, nameOf, members };
}

/** What a plugin asks for: exactly one item of a point, or all of them. */
export interface Need<T> {
  readonly take: 'one' | 'all';
  readonly point: ExtensionPoint<never>;
  readonly [item]?: T;
}

export const one = <T>(point: ExtensionPoint<T>): Need<T> => ({ take: 'one', point: point as never });
export const all = <T>(point: ExtensionPoint<T>): Need<readonly T[]> => ({ take: 'all', point: point as never });

export type Needs = Readonly<Record<string, Need<unknown>>>;
export type Resolved<N extends Needs> = { readonly [K in keyof N]: N[K] extends Need<infer T> ? T : never };

/** An item that is there before anything starts: commands, evaluators and the like. */
export interface Static<T = unknown> {
  readonly point: ExtensionPoint<T>;
  readonly value: T;
}

export const add = <T>(point: ExtensionPoint<T>, value: T): Static => ({ point: point as never, value });
