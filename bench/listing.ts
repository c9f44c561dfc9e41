import type { Client } from '../test/harness/client.js';

/** All rows of a listing, page by page, in the order in which it gives them; `path` may have a query. */
export async function everyRow(client: Client, path: string): Promise<readonly Record<string, unknown>[]> {
  const items: Record<string, unknown>[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const query: string = `${path.includes('?') ? '&' : '?'}limit=200${cursor === '' ? '' : `&cursor=${cursor}`}`;
    const { body } = await client.get(path + query);
    items.push(...(body.items as Record<string, unknown>[]));
    cursor = body.next_cursor as string | null;
  }
  return items;
}
