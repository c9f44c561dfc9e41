const STORED = 'bylaw-console-key';
const SERVICE = new URL('../../../', import.meta.url).href;
const PATIENCE_MS = 45_000;

/** The interface refused or could not be reached; `message` is for people. */
export class Failure extends Error {
  constructor(
    readonly status: number,
    message: string
  ) {
    super(message);
  }
}

/** Asks the service with the key of whoever sits here. The key is in this tab and nowhere else. */
export class Api {
  #key = sessionStorage.getItem(STORED) ?? '';
  /** Called when the service does not take the key any more. */
  onRefused: () => void = () => {};

  /** Whether there is something to ask with; `open`: the service takes requests without a key. */
  hasKey(open: boolean): boolean {
    return open || this.#key !== '';
  }

  use(key: string): void {
    this.#key = key;
    if (key === '') sessionStorage.removeItem(STORED);
    else sessionStorage.setItem(STORED, key);
  }

  get<T>(path: string, query: Readonly<Record<string, string | number | undefined>> = {}): Promise<T> {
    const given = Object.entries(query).flatMap(([name, value]) =>
      value === undefined || value === '' ? [] : [[name, String(value)]]
    );
    const text = new URLSearchParams(given).toString();
    return this.#send('GET', text === '' ? path : `${path}?${text}`);
  }

  post<T>(path: string, body: object): Promise<T> {
    return this.#send('POST', path, body);
  }

  patch<T>(path: string, body: object, version: number): Promise<T> {
    return this.#send('PATCH', path, body, { 'If-Match': `"${version}"` });
  }

  async #send<T>(
    method: string,
    path: string,
    body?: object,
    headers: Readonly<Record<string, string>> = {}
  ): Promise<T> {
    const sent: Record<string, string> = { ...headers };
    if (this.#key !== '') sent['X-API-Key'] = this.#key;
    if (body !== undefined) sent['Content-Type'] = 'application/json';
    const response = await fetch(`${SERVICE}${path}`, {
      method,
      headers: sent,
      signal: AbortSignal.timeout(PATIENCE_MS),
      ...(body === undefined ? {} : { body: JSON.stringify(body) })
    }).catch(() => {
      throw new Failure(0, 'The service cannot be reached.');
    });
    if (response.status === 204) return undefined as T;
    const answer: unknown = await response.json().catch(() => ({}));
    if (response.ok || path === 'readyz') return answer as T;
    if (response.status === 403) this.onRefused();
    const { message = `The service answered ${response.status}.` } = answer as { readonly message?: string };
    throw new Failure(response.status, message);
  }
}
