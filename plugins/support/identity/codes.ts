import { createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import type { Log } from '../../../core/index.js';
import type { Courier } from '../../../core/net/index.js';
import type { Prepared, Store, Write } from '../../../core/store/index.js';
import type { IdentityPolicy } from '../kinds/identity.js';
import type { Conversation } from '../records/types.js';

interface Options {
  readonly store: Store;
  readonly courier: Courier | undefined;
  /** Without it no digest of a code can be tried out; the same on every instance. */
  readonly secret: string | undefined;
  readonly now: () => Date;
}

interface Waiting {
  readonly customer_id: string | null;
  readonly code: string;
  readonly tries: number;
  readonly expires_at: string;
}

const DIGITS = 6;
const RETRY_MS = 1000;

/** What one attempt came to, and what must be written of it together with the conversation. */
export interface Attempt {
  /** Who holds the address; undefined where the attempt failed. */
  readonly customerId: string | undefined;
  readonly writes: readonly Write[];
}

/**
 * One-time codes: bound to conversation and address, valid for minutes, few tries, used once, kept as an HMAC. One waits
 * for each conversation; a new one takes the place of the one before.
 */
export class Codes {
  readonly #options: Options;
  readonly #secret: string;
  readonly #waiting: Prepared;

  constructor(options: Options) {
    this.#options = options;
    this.#secret = options.secret ?? randomBytes(32).toString('hex');
    this.#waiting = options.store.prepare({
      from: 'codes',
      where: { tenant: { is: '=', param: 'tenant' }, conversation_id: { is: '=', param: 'conversation_id' } }
    });
  }

  /**
   * A new code. What is written and how long it takes is the same for an address that nobody has; `send` does nothing
   * then. It is called when the write is durable, and nobody waits for it.
   */
  issue(conversation: Conversation, address: string, customerId: string | undefined, { code }: IdentityPolicy) {
    const { now } = this.#options;
    const secret = String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0');
    const { tenant, conversation_id } = conversation;
    const row = {
      tenant,
      conversation_id,
      address: this.#hmac(tenant, address),
      customer_id: customerId ?? null,
      code: this.#digest(conversation, address, secret),
      tries: 0,
      expires_at: new Date(now().getTime() + code.minutes * 60_000).toISOString()
    };
    const text = code.text.render({ code: secret, minutes: code.minutes });
    const write: Write = { into: 'codes', how: 'put', rows: [row] };
    const send = (log: Log) => {
      if (customerId !== undefined) void this.#send({ to: address, subject: code.subject, text, tenant }, log);
    };
    return { write, send };
  }

  /** Tries a code. The same work and the same time whatever is wrong with it. */
  async attempt(conversation: Conversation, address: string, code: string, policy: IdentityPolicy): Promise<Attempt> {
    const { tenant, conversation_id } = conversation;
    const [rows] = await this.#options.store.read([[this.#waiting, { tenant, conversation_id }]]);
    const row = rows?.[0] as Waiting | undefined;
    const given = Buffer.from(this.#digest(conversation, address, code));
    const kept = Buffer.from(row?.code ?? this.#digest(conversation, '', ''));
    const same = timingSafeEqual(given, kept);
    if (row === undefined) return { customerId: undefined, writes: [] };
    const holds =
      row.tries < policy.code.tries && row.expires_at > this.#options.now().toISOString() && row.customer_id !== null;
    if (same && holds)
      return {
        customerId: row.customer_id,
        writes: [{ into: 'codes', how: 'remove', rows: [{ tenant, conversation_id }] }]
      };
    const tried = { ...row, tries: row.tries + 1 };
    return { customerId: undefined, writes: [{ into: 'codes', how: 'put', rows: [{ ...tried }] }] };
  }

  async #send(letter: Parameters<Courier['send']>[0], log: Log): Promise<void> {
    const { courier } = this.#options;
    if (courier === undefined) return log.error('identity.code_not_sent', { reason: 'no courier' });
    for (let attempt = 1; ; attempt++)
      try {
        return await courier.send(letter);
      } catch (error) {
        if (attempt > 1) {
          const reason = error instanceof Error ? error.message : typeof error;
          return log.error('identity.code_not_sent', { courier: courier.name, reason });
        }
        await new Promise(resolve => setTimeout(resolve, RETRY_MS).unref());
      }
  }

  #digest({ tenant, conversation_id }: Conversation, address: string, code: string): string {
    return this.#hmac(tenant, conversation_id, address, code);
  }

  #hmac(...parts: readonly string[]): string {
    return createHmac('sha256', this.#secret).update(JSON.stringify(parts)).digest('hex');
  }
}
