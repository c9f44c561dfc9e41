import { AsyncLocalStorage } from 'node:async_hooks';

/** What every log line inside a request carries. */
export interface RequestContext {
  readonly request_id?: string;
  readonly session_id?: string;
}

const storage = new AsyncLocalStorage<RequestContext>();
let open = 0;

/**
 * Runs `work` so that its log lines carry `fields` beside those of the surrounding context. Before Node.js 24 contexts
 * make every promise of the process dearer until the last `work` is done.
 */
export async function withContext<T>(fields: RequestContext, work: () => Promise<T>): Promise<T> {
  open++;
  try {
    return await storage.run({ ...storage.getStore(), ...fields }, work);
  } finally {
    if (--open === 0) storage.disable();
  }
}

/** For what goes on after the request in which it began. */
export const withoutContext = (work: () => void): void => storage.exit(work);

export const currentContext = (): RequestContext => storage.getStore() ?? {};
