import {
  type CommandContext,
  type ExitStatus,
  Metrics,
  nearest,
  serviceNamed,
  start,
  UsageError
} from '../../../core/index.js';
import { Store } from '../../../core/store/index.js';
import { importFile } from '../import/import-file.js';
import { type ImportMapping, ImportMappingKind } from '../import/mapping-kind.js';
import { SUPPORT_SCHEMA } from '../records/schema.js';
import { RecordDoorsAssembly } from '../records/doors.js';
import { customerSchema, orderSchema } from '../records/record-schemas.js';

const PROGRESS_MS = 2000;

/** Reads files of a shop's customers or orders in. Status 1 where anything was left out. */
export async function importRecords({
  root,
  services,
  env,
  args,
  options,
  out,
  err
}: CommandContext): Promise<ExitStatus> {
  const [of, ...files] = args;
  const { tenant, mapping: name } = options;
  if (of !== 'customers' && of !== 'orders') throw new UsageError('say what is imported: customers or orders');
  if (files.length === 0) throw new UsageError('name at least one file');
  if (typeof tenant !== 'string' || !/^[A-Za-z0-9_-]{1,64}$/.test(tenant))
    throw new UsageError('say whose records they are: --tenant TENANT');
  const service = serviceNamed(services, 'support');
  const running = await start({ root, service, services, env, metrics: new Metrics(), only: [Store] });
  try {
    const documents = running.documents.current;
    const doors = documents.get(RecordDoorsAssembly);
    const mapping = mappingOf(
      documents.of(ImportMappingKind).map(({ value }) => value),
      name,
      of
    );
    const store = running.items(Store)[0]!;
    await store.open(SUPPORT_SCHEMA);
    let left = 0;
    for (const file of files) {
      const started = Date.now();
      let shown = started;
      const counts = await importFile(file, {
        store,
        tenant,
        of,
        mapping,
        schema: of === 'customers' ? customerSchema(doors.declared) : orderSchema(doors.declared),
        now: () => new Date(),
        admit: value => (of === 'customers' ? doors.customer(tenant, value) : doors.order(tenant, value)),
        leftOut: (line, reason) => err(`${file}:${line}: left out: ${reason}`),
        progress({ records, leftOut, resumedAt, share }) {
          if (Date.now() - shown < PROGRESS_MS) return;
          shown = Date.now();
          const rate = Math.round(((records - resumedAt) * 1000) / (shown - started));
          err(`${file}: ${Math.round(share * 100)} %, ${records} ${of} read, ${leftOut} left out, ${rate} a second`);
        }
      }).catch((error: NodeJS.ErrnoException) => {
        throw error.code === 'ENOENT' ? new UsageError(`there is no file ${file}`) : error;
      });
      left += counts.leftOut;
      const { records, leftOut, erased, resumedAt, customers } = counts;
      if (customers.missing > 0)
        err(
          `${file}: ${customers.missing} of the first ${customers.asked} customers with orders are not in, so nobody can ask about these orders; import the customers too, or write customer_id as they have it`
        );
      if (options['json'] === true)
        out(JSON.stringify({ file, records, left_out: leftOut, erased, resumed_at: resumedAt }));
      else
        out(
          `${file}: ${records - leftOut - erased} ${of} are in, ${leftOut} left out${erased === 0 ? '' : `, ${erased} not kept because the customer was erased`}${resumedAt === 0 ? '' : `, resumed after ${resumedAt}`}`
        );
    }
    return left > 0 ? 1 : 0;
  } finally {
    await running.stop();
  }
}

function mappingOf(
  all: readonly ImportMapping[],
  name: string | boolean | undefined,
  of: 'customers' | 'orders'
): ImportMapping | undefined {
  if (typeof name !== 'string') return undefined;
  const found = all.find(each => each.name === name);
  const known = all.map(each => each.name);
  const close = nearest(name, known);
  if (found === undefined)
    throw new UsageError(
      `no file of kind import-mapping is called '${name}'${close === undefined ? `; there are ${known.join(', ') || 'none'}` : `; did you mean '${close}'?`}`
    );
  if (found.of !== of) throw new UsageError(`the mapping '${name}' is for ${found.of}`);
  return found;
}
