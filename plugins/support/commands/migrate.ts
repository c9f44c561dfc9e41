import { type CommandContext, type ExitStatus, Metrics, serviceNamed, start, UsageError } from '../../../core/index.js';
import { Store } from '../../../core/store/index.js';
import { SUPPORT_SCHEMA } from '../records/schema.js';

/** Says which steps of the schema the database has, and adds those that it lacks. */
export async function migrate({ root, services, env, options, out }: CommandContext): Promise<ExitStatus> {
  const service = serviceNamed(services, 'support');
  const running = await start({ root, service, services, env, metrics: new Metrics(), only: [Store] });
  try {
    const [store] = running.items(Store);
    if (store?.migrations === undefined || store.migrate === undefined)
      throw new UsageError(`the storage '${store?.name}' has nothing to migrate`);
    const done = options['list'] === true ? [] : await store.migrate(SUPPORT_SCHEMA);
    const all = await store.migrations(SUPPORT_SCHEMA);
    if (options['json'] === true) out(JSON.stringify({ added: done, migrations: all }, undefined, 2));
    else {
      for (const { version, title, applied } of all) {
        const fresh = done.some(step => step.version === version);
        out(`${String(version).padStart(4)}  ${fresh ? 'added  ' : applied ? 'there  ' : 'missing'}  ${title}`);
      }
    }
    return all.every(({ applied }) => applied) ? 0 : 1;
  } finally {
    await running.stop();
  }
}
