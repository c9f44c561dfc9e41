import { closed } from '../../../core/documents/index.js';
import type { Row } from '../../../core/store/index.js';
import type { ToolHandler, ToolOutput } from '../../../core/tools/index.js';
import { pickFields } from './record-lookup.js';

interface Configuration {
  readonly collection: string;
  readonly as: string;
  readonly key?: string;
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
  configuration: closed(
    {
      collection: name,
      as: { ...name, description: 'Name of each record in evidence, before its key.' },
      key: { ...name, description: 'Field that tells the records apart; absent where the latest alone is read.' },
      owner: { ...name, description: 'Field that must hold the bound customer.' },
      order: { ...name, description: 'Field by which the latest comes first.' },
      most: { type: 'integer', minimum: 1, maximum: 200, description: 'Records read at most.' },
      fields: { ...names, minItems: 1, description: 'Fields the tool reveals.' },
      untrusted: { ...names, description: 'Revealed fields whose text third parties wrote.' }
    },
    ['key']
  ),
  check({ key, most }: Configuration, _arguments, report) {
    if (key === undefined && most > 1)
      report('/most', 'records_unnamed', 'several records need a field that tells them apart: key');
  },
  records: ({ as, key, fields }: Configuration) => (key === undefined ? { [as]: fields } : {}),
  bind({ collection, as, key, owner, order, most, fields, untrusted }: Configuration, { store }) {
    const query = store.prepare({
      from: collection,
      where: { tenant: { is: '=', param: 'tenant' }, [owner]: { is: '=', param: owner } },
      order: { by: order, direction: 'desc' },
      limit: 'most'
    });
    return async (_args: unknown, { tenant, customerId, read }): Promise<ToolOutput> => {
      if (customerId === undefined) return { records: [] };
      const [rows = []] = await read([[query, { tenant, [owner]: customerId, most }]]);
      const nameOf = (row: Row) => (key === undefined ? as : `${as}:${String(row[key])}`);
      return { records: rows.map(row => ({ name: nameOf(row), fields: pickFields(row, fields), untrusted })) };
    };
  }
};
