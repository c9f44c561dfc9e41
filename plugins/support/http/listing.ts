import type { HttpRoute } from '../../../core/http/index.js';
import { firstIdAt } from '../../../core/index.js';
import type { Row } from '../../../core/store/index.js';
import type { Narrowing, Range } from '../records/narrowed.js';
import type { Records } from '../records/records.js';
import { forbidden, type Caller } from '../keys.js';
import { broken } from './failures.js';
import { reference } from './schemas/parts.js';

/** What a listing can be narrowed by, beside the time: names of fields, and limits of numbers. */
export interface Filters {
  readonly equal?: Readonly<Record<string, object>>;
  readonly limits?: Readonly<Record<string, Omit<Range, 'value'>>>;
  /** Field and prefix of ids that are made when the record is: they find a time faster than it does itself. */
  readonly timed?: readonly [field: string, prefix: string];
}

export interface Listing extends Filters {
  readonly from: Parameters<Records['list']>[0];
  readonly id: string;
  /** Fields that are for the service alone. */
  readonly hidden: readonly string[];
  readonly path: string;
  readonly operationId: string;
  readonly summary: string;
  readonly tag: string;
  readonly schema: string;
  readonly scope?: string;
  /** What is shown of a record instead of the record. */
  readonly shown?: (row: Row) => Row;
}

const MOMENT = {
  type: 'string',
  pattern: '^\\d{4}-\\d{2}-\\d{2}(T\\d{2}:\\d{2}(:\\d{2}([.]\\d{1,3})?)?Z)?$'
} as const;

export const filterSchema = ({ equal = {}, limits = {} }: Filters, more: Readonly<Record<string, object>> = {}) => ({
  type: 'object',
  additionalProperties: false,
  properties: {
    ...equal,
    ...Object.fromEntries(Object.keys(limits).map(name => [name, { type: 'number' }])),
    since: { ...MOMENT, description: 'From this moment on: a date, or a UTC timestamp.' },
    until: { ...MOMENT, description: 'Before this moment.' },
    ...more
  }
});

/** Which records a query asks for. Throws `ApiError` 400 for a moment that does not exist. */
export function narrowingOf({ equal = {}, limits = {}, timed }: Filters, asked: Queried): Narrowing {
  const ranges: Range[] = [];
  const since = momentOf(asked, 'since');
  const until = momentOf(asked, 'until');
  if (since !== undefined) ranges.push({ field: 'created_at', is: '>=', value: since });
  if (since !== undefined && timed !== undefined)
    ranges.push({ field: timed[0], is: '>=', value: firstIdAt(timed[1], Date.parse(since)) });
  if (until !== undefined) ranges.push({ field: 'created_at', is: '<', value: until });
  for (const [name, limit] of Object.entries(limits)) {
    const value = asked[name];
    if (typeof value === 'number') ranges.push({ ...limit, value });
  }
  const given = Object.keys(equal).filter(name => asked[name] !== undefined);
  return { equal: Object.fromEntries(given.map(name => [name, asked[name] as string | boolean])), ranges };
}

type Queried = Readonly<Record<string, unknown>>;

/** As the store writes moments, so that they compare as text. */
export function momentOf(asked: Queried, name: string): string | undefined {
  const given = asked[name];
  if (typeof given !== 'string') return undefined;
  const time = Date.parse(given);
  if (Number.isNaN(time)) throw broken(name, 'a moment that exists');
  return new Date(time).toISOString();
}

/** `GET` of records of the caller's tenant, the newest first, page by page. */
export function listRoute(records: Records, listing: Listing): HttpRoute<Caller> {
  const { from, id, hidden, schema, scope, shown = row => row, path, operationId, summary, tag } = listing;
  return {
    method: 'GET',
    path,
    operationId,
    summary,
    tag,
    query: filterSchema(listing, {
      limit: { type: 'integer', minimum: 1, maximum: 200, default: 50, description: 'Items per page.' },
      cursor: {
        type: 'string',
        pattern: '^[a-z]{2,5}_[0-9a-z]{26}$',
        description: 'The next_cursor of the page before.'
      }
    }),
    replies: { 200: { description: 'A page of them.', schema: reference(schema) } },
    async handle({ caller, query }) {
      requireScope(caller, scope);
      const { limit, cursor } = query as { readonly limit: number; readonly cursor?: string };
      const { equal, ranges = [] } = narrowingOf(listing, query);
      const after: readonly Range[] = cursor === undefined ? [] : [{ field: id, is: '<', value: cursor }];
      const rows = await records.list(from, id, caller.tenant, {
        limit,
        ...(equal && { equal }),
        ranges: [...ranges, ...after]
      });
      const items = rows.slice(0, limit);
      return {
        status: 200,
        body: {
          items: items.map(row => visible(hidden, shown(row))),
          next_cursor: rows.length > limit ? items.at(-1)![id] : null
        }
      };
    }
  };
}

/** A record without what is for the service alone. */
export const visible = (names: readonly string[], row: Row): Row =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name)));

export function requireScope({ scopes }: Caller, scope = 'ops:read'): void {
  if (!scopes.has(scope)) throw forbidden();
}
