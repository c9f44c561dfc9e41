import type { HttpRoute } from '../../../core/http/index.js';
import { StoreUnavailable } from '../../../core/store/index.js';
import { reference } from './schemas/parts.js';
import type { SupportService } from './service.js';

const tag = 'probes';

/** Liveness, which checks nothing, and readiness, which only a database fails that cannot be used. */
export function probeRoutes(service: SupportService): readonly HttpRoute[] {
  return [
    {
      method: 'GET',
      path: '/healthz',
      operationId: 'health',
      summary: 'The process is running',
      tag,
      open: true,
      replies: { 200: { description: 'It is.', schema: reference('Health') } },
      handle: async () => ({ status: 200, body: { status: 'ok' } })
    },
    {
      method: 'GET',
      path: '/readyz',
      operationId: 'readiness',
      summary: 'The instance can serve traffic',
      tag,
      open: true,
      replies: {
        200: { description: 'Ready, perhaps with warnings.', schema: reference('Readiness') },
        503: { description: 'The database cannot be used.', schema: reference('Readiness') }
      },
      async handle() {
        const report = await readiness(service);
        return { status: report.status === 'ready' ? 200 : 503, body: report };
      }
    }
  ];
}

async function readiness({ store, records, documents, composers, gate, tools, version }: SupportService) {
  const database = await store.check().then(
    () => ({ name: 'database', ready: true, detail: store.name }),
    (error: unknown) => ({
      name: 'database',
      ready: false,
      detail: error instanceof StoreUnavailable ? error.message : `${store.name} does not answer`
    })
  );
  const seeded = database.ready && (await records.hasArticles().catch(() => false));
  const open = gate.openCircuits;
  const registered = tools().definitions.size;
  const refused = documents.refused.length;
  return {
    status: database.ready ? 'ready' : 'unavailable',
    version,
    policy_revision: documents.current.revision,
    components: [
      database,
      {
        name: 'composer',
        ready: composers.chosen.degraded !== true,
        detail: composers.chosen.provider
      },
      { name: 'tools', ready: open.length === 0, detail: `${registered} registered, ${open.length} unavailable` }
    ],
    open_circuits: open,
    warnings: [
      ...(database.ready && !seeded
        ? [
            "knowledge_empty: no article is published, so general questions cannot be answered; run 'bylaw support seed'"
          ]
        : []),
      ...(composers.chosen.degraded === true
        ? [`composer_degraded: ${composers.chosen.provider} keeps failing; replies are composed from templates for now`]
        : []),
      ...open.map(tool => `circuit_open: ${tool} keeps failing and is not called for now`),
      ...(refused > 0
        ? [
            `policy_refused: changed files have ${refused} problem${refused === 1 ? '' : 's'}; revision ${documents.current.revision} stays in force`
          ]
        : [])
    ]
  };
}
