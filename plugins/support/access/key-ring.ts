import { type Log } from '../../../core/index.js';
import { keyPresented } from '../../../core/net/index.js';
import type { Prepared, Store } from '../../../core/store/index.js';
import { type Caller, type Key, keyEntries, parseKeys } from '../keys.js';
import { auditWrite } from '../records/audit.js';

export interface KeyRingOptions {
  readonly listed: readonly string[];
  readonly file: string | undefined;
  readonly store: Store;
  readonly log: Log;
  readonly now: () => Date;
}

const WRITE_MS = 60_000;
const SOON_MS = 14 * 24 * 3_600_000;

/** The keys that are accepted, read again when files are; when each was used last, to the minute. */
export class KeyRing {
  readonly #options: KeyRingOptions;
  readonly #uses: Prepared;
  readonly #used = new Map<string, { readonly key: Key; at: number; written: number }>();
  readonly #timer: NodeJS.Timeout;
  #keys: readonly Key[];

  constructor(options: KeyRingOptions) {
    this.#options = options;
    this.#uses = options.store.prepare({ from: 'key_uses', where: { tenant: { is: '=', param: 'tenant' } } });
    this.#keys = this.#read(() => {});
    this.#warn();
    this.#timer = setInterval(() => void this.#write(), WRITE_MS).unref();
  }

  /** The key whose secret was presented, if it is accepted now. Takes the same time whichever it is. */
  find(presented: string): Key | undefined {
    const key = keyPresented(presented, this.#keys);
    if (key === undefined || !this.#holds(key)) return undefined;
    const at = this.#options.now().getTime();
    const use = this.#used.get(key.keyId);
    if (use === undefined) this.#used.set(key.keyId, { key, at, written: 0 });
    else use.at = at;
    return key;
  }

  /** Whether a key with this identifier is accepted now. */
  accepts(keyId: string): boolean {
    return this.#keys.some(key => key.keyId === keyId && this.#holds(key));
  }

  /** Reads the file again. Where it has a problem the keys stay as they are. */
  reload(): void {
    const { file, store, log, now } = this.#options;
    if (file === undefined) return;
    const problems: string[] = [];
    const keys = this.#read(message => problems.push(message));
    if (problems.length > 0) return log.error('keys.refused', { problems });
    const ids = (of: readonly Key[]) =>
      of.map(key => `${key.keyId} ${key.from} ${key.expires} ${[...key.scopes].join('|')}`);
    const [before, after] = [new Set(ids(this.#keys)), new Set(ids(keys))];
    const changed = (from: ReadonlySet<string>, to: ReadonlySet<string>) =>
      [...from].filter(id => !to.has(id)).map(id => id.slice(0, 8));
    const detail = { event: 'keys.reloaded', added: changed(after, before), removed: changed(before, after) };
    this.#keys = keys;
    this.#warn();
    if (detail.added.length + detail.removed.length === 0) return undefined;
    log.info('keys.reloaded', { keys: keys.length, added: detail.added, removed: detail.removed });
    const nobody = { tenant: null, key: null, resource: null, requestId: null };
    const event = { ...nobody, method: 'RELOAD', route: 'keys.reloaded', status: 200, detail, now: now() };
    void store.commit([auditWrite(event)]).catch(() => log.error('keys.audit_failed', {}));
    return undefined;
  }

  /** The keys of a tenant, without anything that opens a door. */
  async list({ tenant }: Pick<Caller, 'tenant'>) {
    const [rows = []] = await this.#options.store.read([[this.#uses, { tenant }]]);
    const iso = (time: number | undefined) => (time === undefined ? null : new Date(time).toISOString());
    return this.#keys
      .filter(key => key.tenant === tenant)
      .map(key => {
        const kept = rows.find(row => row['key'] === key.keyId)?.['last_used_at'] as string | undefined;
        const here = iso(this.#used.get(key.keyId)?.at);
        const last_used_at =
          [kept, here]
            .filter(each => typeof each === 'string')
            .sort()
            .at(-1) ?? null;
        const { keyId, scopes, from, expires } = key;
        return { key: keyId, scopes: [...scopes].sort(), from: iso(from), expires_at: iso(expires), last_used_at };
      });
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#write();
  }

  #read(problem: (message: string) => void): readonly Key[] {
    const { listed, file } = this.#options;
    return parseKeys(keyEntries(listed, file, problem), problem);
  }

  #holds({ from = -Infinity, expires = Infinity }: Key): boolean {
    const now = this.#options.now().getTime();
    return from <= now && now < expires;
  }

  #warn(): void {
    const soon = this.#options.now().getTime() + SOON_MS;
    for (const { keyId, tenant, expires } of this.#keys)
      if (expires !== undefined && expires < soon)
        this.#options.log.warning('keys.expiring', { tenant, key: keyId, expires_at: new Date(expires).toISOString() });
  }

  async #write(): Promise<void> {
    const news = [...this.#used.values()].filter(({ at, written }) => at > written);
    if (news.length === 0) return;
    const rows = news.map(({ key: { tenant, keyId }, at }) => ({
      tenant,
      key: keyId,
      last_used_at: new Date(at).toISOString()
    }));
    // Told again a minute later where the database does not answer.
    await this.#options.store.commit([{ into: 'key_uses', how: 'put', rows }]).then(
      () => news.forEach(use => (use.written = use.at)),
      () => {}
    );
  }
}
