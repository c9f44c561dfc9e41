import { isObject, UsageError } from '../../../core/index.js';
import type { Explainer } from '../../../core/workbench/index.js';
import type { Row, Store } from '../../../core/store/index.js';
import { openRecords } from '../records/decision-source.js';
import type { TraceStep } from '../run/trace.js';
import { type RecordedRun, runStory } from './run-story.js';

type Explain = Awaited<ReturnType<Explainer['load']>>;

/** Where runs are read from. */
interface RunSource {
  run(id: string): Promise<RecordedRun | undefined>;
  /** Ids of the runs of a conversation, the oldest first. */
  runsOf(conversation: string): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** Tells one run. */
export const explainRun: Explain = (set, [id = ''], context) =>
  from(context, async source => {
    const found = await source.run(id);
    if (found === undefined) throw new UsageError(`there is no run ${id}; GET /v1/runs lists them`);
    return { text: (await runStory(found, set)).join('\n'), json: found };
  });

/** Tells every run of a conversation, one after another. */
export const explainConversation: Explain = (set, [id = ''], context) =>
  from(context, async source => {
    const ids = await source.runsOf(id);
    if (ids.length === 0) throw new UsageError(`no message of a conversation ${id} was recorded`);
    const runs: RecordedRun[] = [];
    for (const run of ids) {
      const found = await source.run(run);
      if (found !== undefined) runs.push(found);
    }
    const stories = await Promise.all(runs.map(run => runStory(run, set)));
    const text = stories.map((story, i) => [`Message ${i + 1} of ${runs.length}`, ...story].join('\n')).join('\n\n');
    return { text: `Conversation ${id}\n\n${text}`, json: { conversation_id: id, runs } };
  });

type Context = Parameters<Explain>[2];

async function from<T>(context: Context, work: (source: RunSource) => Promise<T>): Promise<T> {
  const { url } = context.options;
  const source = typeof url === 'string' ? api(url, context.env['BYLAW_API_KEY']) : await database(context);
  try {
    return await work(source);
  } finally {
    await source.close();
  }
}

async function database(context: Context): Promise<RunSource> {
  const { database: url } = context.options;
  const { store, close } = await openRecords(context, typeof url === 'string' ? url : undefined);
  const by = (collection: string, field: string) => reader(store, collection, field);
  const [runs, traces, tickets] = [by('runs', 'run_id'), by('traces', 'run_id'), by('tickets', 'ticket_id')];
  const inOrder = store.prepare({
    from: 'runs',
    where: { conversation_id: { is: '=', param: 'value' } },
    order: { by: 'run_id', direction: 'asc' }
  });
  return {
    async run(id) {
      const [[run], [trace]] = [await runs(id), await traces(id)];
      if (run === undefined) return undefined;
      const filed = typeof run['ticket_id'] === 'string' ? await tickets(run['ticket_id']) : [];
      return { run, steps: (trace?.['steps'] ?? []) as readonly TraceStep[], tickets: filed };
    },
    async runsOf(conversation) {
      const [rows = []] = await store.read([[inOrder, { value: conversation }]]);
      return rows.map(row => String(row['run_id']));
    },
    close
  };
}

function reader(store: Store, collection: string, field: string) {
  const query = store.prepare({ from: collection, where: { [field]: { is: '=', param: 'value' } } });
  return async (value: string): Promise<readonly Row[]> => (await store.read([[query, { value }]]))[0] ?? [];
}

const PAGE = 100;
const PATIENCE_MS = 10_000;

/** A running service, asked with a key that may look at operations. */
function api(url: string, key: string | undefined): RunSource {
  if (key === undefined) throw new UsageError('set BYLAW_API_KEY to a key of the service that holds ops:read');
  const get = async (path: string): Promise<Row | undefined> => {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const answer = await fetch(new URL(path, url), { headers: { 'X-API-Key': key }, signal }).catch(() => {
      throw new UsageError(`${url} does not answer`);
    });
    if (answer.status === 404) return undefined;
    const body: unknown = await answer.json().catch(() => undefined);
    if (!answer.ok || !isObject(body)) throw new UsageError(`${url} answers ${answer.status}`);
    return body as Row;
  };
  return {
    async run(id) {
      const at = `/v1/runs/${encodeURIComponent(id)}`;
      const [run, trace] = await Promise.all([get(at), get(`${at}/trace`)]);
      if (run === undefined || trace === undefined) return undefined;
      const ticket = typeof run['ticket_id'] === 'string' ? await get(`/v1/tickets/${run['ticket_id']}`) : undefined;
      return { run, steps: trace['steps'] as readonly TraceStep[], tickets: ticket === undefined ? [] : [ticket] };
    },
    async runsOf(conversation) {
      const ids: string[] = [];
      for (let cursor = ''; ;) {
        const at = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
        const page = await get(`/v1/runs?conversation_id=${encodeURIComponent(conversation)}&limit=${PAGE}${at}`);
        ids.push(...((page?.['items'] ?? []) as readonly Row[]).map(row => String(row['run_id'])));
        if (typeof page?.['next_cursor'] !== 'string') return ids.sort();
        cursor = page['next_cursor'];
      }
    },
    close: async () => {}
  };
}
