import { closed } from '../../../core/documents/index.js';
import type { Row } from '../../../core/store/index.js';
import type { ToolHandler, ToolOutput } from '../../../core/tools/index.js';

interface Configuration {
  readonly collection: string;
  readonly as: string;
  /** Argument name → field it must equal. */
  readonly match: Readonly<Record<string, string>>;
  readonly owner?: string;
  readonly fields: readonly string[];
  readonly untrusted: readonly string[];
}

/** Reads one record of the customer the conversation is bound to. Another customer's record is as good as none. */
export const recordLookup: ToolHandler = {
  name: 'record.lookup',
  configuration: closed(
    {
      collection: { type: 'string' },
      as: { type: 'string', description: 'Name of the record in evidence and templates.' },
      match: {
        type: 'object',
        additionalProperties: { type: 'string' },
        description: 'Argument to the field it must equal.'
      },
      owner: {
        type: 'string',
        description: "Field that must hold the bound customer; without it anybody's record is found."
      },
      fields: { type: 'array', minItems: 1, items: { type: 'string' }, description: 'Fields the tool reveals.' },
      untrusted: {
        type: 'array',
        items: { type: 'string' },
        description: 'Revealed fields whose text third parties wrote.'
      }
    },
    ['owner']
  ),
  records: ({ as, fields }: Configuration) => ({ [as]: fields }),
  bind({ collection, as, match, owner, fields, untrusted }: Configuration, { store }) {
    const equal = Object.fromEntries(
      ['tenant', ...(owner === undefined ? [] : [owner]), ...Object.values(match)].map(field => [
        field,
        { is: '=' as const, param: field }
      ])
    );
    const query = store.prepare({ from: collection, where: equal });
    return async (args: Readonly<Record<string, string>>, { tenant, customerId, read }): Promise<ToolOutput> => {
      if (owner !== undefined && customerId === undefined) return { records: [] };
      const parameters: Record<string, string> = { tenant, ...(owner === undefined ? {} : { [owner]: customerId! }) };
      for (const [argument, field] of Object.entries(match)) parameters[field] = args[argument] ?? '';
      const [rows] = await read([[query, parameters]]);
      const row = rows?.[0];
      return { records: row === undefined ? [] : [{ name: as, fields: pickFields(row, fields), untrusted }] };
    };
  }
};

export function pickFields(row: Row, fields: readonly string[]): Record<string, unknown> {
  const picked: Record<string, unknown> = {};
  for (const field of fields) picked[field] = row[field] ?? null;
  return picked;
}
