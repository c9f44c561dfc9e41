import { invalidParams } from './errors.js';

const PAGE_SIZE = 100;

/**
 * One page of a list. A cursor names the last item given, so that nothing is kept between requests and a change of
 * the list is noticed: a cursor whose item is gone throws -32602.
 */
export function page<T extends { readonly name: string }>(
  items: readonly T[],
  cursor: unknown,
  size = PAGE_SIZE
): { readonly items: readonly T[]; readonly nextCursor?: string } {
  let from = 0;
  if (cursor !== undefined) {
    if (typeof cursor !== 'string') throw invalidParams('Invalid params: params.cursor must be a string');
    const last = items.findIndex(({ name }) => encode(name) === cursor);
    if (last < 0) throw invalidParams('Invalid params: params.cursor is not one that this server gave; list anew');
    from = last + 1;
  }
  const shown = items.slice(from, from + size);
  const last = shown.at(-1);
  if (last === undefined || from + size >= items.length) return { items: shown };
  return { items: shown, nextCursor: encode(last.name) };
}

const encode = (name: string) => Buffer.from(`after:${name}`).toString('base64url');
