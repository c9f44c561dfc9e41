import { AsyncLocalStorage } from 'node:async_hooks';

/** What every log line inside a request carries. */
export interface RequestContext {
  readonly request_id?: string;
  readonly session_id?: string;
}

const storage = new AsyncLocalStorage<RequestContext>();

/** Runs `work` so that its log lines carry `fields` beside those of the surrounding context. */
export function withContext<T>(fields: RequestContext, work: () => T): T {
  return storage.run({ ...storage.getStore(), ...fields }, work);
}

/** For what goes on after the request in which it began. */
export const withoutContext = (work: () => void): void => storage.exit(work);

export const currentContext = (): RequestContext => storage.getStore() ?? {};
