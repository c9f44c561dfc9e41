import type { ToolHandler, ToolOutput } from '../../../core/tools/index.js';
import { pickFields } from './record-lookup.js';

interface Configuration {
  readonly collection: string;
  readonly as: string;
  readonly key: string;
  readonly owner: string;
  readonly order: string;
  readonly most: number;
  readonly fields: readonly string[];
  readonly untrusted: readonly string[];
}

const name = { type: 'string', minLength: 1 } as const;
const names = { type: 'array', items: { type: 'string' } } as const;

/** Reads the records of the customer the conversation is bound to, the latest first. A caller chooses nothing. */
export const recordList: ToolHandler = {
  name: 'record.list',
  configuration: {
    type: 'object',
    additionalProperties: false,
    required: ['collection', 'as', 'key', 'owner', 'order', 'most', 'fields', 'untrusted'],
    properties: {
      collection: name,
      as: { ...name, description: 'Name of each record in evidence, before its key.' },
      key: { ...name, description: 'Field that tells the records apart.' },
      owner: { ...name, description: 'Field that must hold the bound customer.' },
      order: { ...name, description: 'Field by which the latest comes first.' },
      most: { type: 'integer', minimum: 1, maximum: 200, description: 'Records read at most.' },
      fields: { ...names, minItems: 1, description: 'Fields the tool reveals.' },
      untrusted: { ...names, description: 'Revealed fields whose text third parties wrote.' }
    }
  },
  bind({ collection, as, key, owner, order, most, fields, untrusted }: Configuration, { store }) {
    const query = store.prepare({
      from: collection,
      where: { tenant: { is: '=', param: 'tenant' }, [owner]: { is: '=', param: owner } },
      order: { by: order, direction: 'desc' },
      limit: 'most'
    });
    return async (_args: unknown, { tenant, customerId }): Promise<ToolOutput> => {
      if (customerId === undefined) return { records: [] };
      const [rows = []] = await store.read([[query, { tenant, [owner]: customerId, most }]]);
      return {
        records: rows.map(row => ({ name: `${as}:${String(row[key])}`, fields: pickFields(row, fields), untrusted }))
      };
    };
  }
};
