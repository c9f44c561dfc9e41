import type { JWTVerifyGetKey } from 'jose';
import type { Log } from '../../../core/index.js';
import { classOfAddress, guardedLookup } from '../../../core/net/index.js';
import type { Voucher } from '../kinds/identity.js';
import type { Conversation } from '../records/types.js';
import type { Customers } from '../run/list-orders.js';

/** Signatures that only the holder of a private key can make. */
const ALGORITHMS = ['ES256', 'ES384', 'RS256', 'PS256', 'EdDSA'];
const TOLERANCE_SECONDS = 30;

interface Services {
  readonly customers: Customers;
  readonly log: Log;
  readonly now: () => Date;
}

/**
 * The customer for whom a shop's login vouches with a signed assertion (a JWT): made by an issuer of this tenant for us, not long ago,
 * not over, and for this conversation where it names one. Undefined for anything else; the log says why.
 */
export async function vouchedFor(
  assertion: string,
  { tenant, conversation_id }: Pick<Conversation, 'tenant'> & { readonly conversation_id?: string },
  vouchers: readonly Voucher[],
  { customers, log, now }: Services
): Promise<{ readonly customer_id: string } | undefined> {
  // Loaded with the first assertion: most shops have none.
  const { jwtVerify } = await import('jose');
  const reasons: string[] = [];
  for (const voucher of vouchers) {
    const { issuer, audience, customer, maxMinutes } = voucher;
    if (voucher.tenant !== tenant) continue;
    try {
      const { payload } = await jwtVerify(assertion, await keysOf(voucher), {
        issuer,
        audience,
        algorithms: ALGORITHMS,
        maxTokenAge: maxMinutes * 60,
        clockTolerance: TOLERANCE_SECONDS,
        requiredClaims: ['exp', 'iat', customer.claim],
        currentDate: now()
      });
      const named = payload[customer.claim];
      const meant = payload['conversation_id'];
      if (meant !== undefined && meant !== conversation_id) reasons.push('other_conversation');
      else if (typeof named !== 'string') reasons.push('no_customer');
      else {
        const found =
          customer.is === 'email'
            ? await customers.customerByEmail(named.trim().toLowerCase())
            : await customers.customer(named);
        if (found !== undefined) return found;
        reasons.push('unknown_customer');
      }
    } catch (error) {
      const { code } = error as { code?: unknown };
      if (typeof code !== 'string' || !code.startsWith('ERR_J')) throw error;
      reasons.push(code);
    }
  }
  log.warning('identity.assertion_refused', { reasons: reasons.length === 0 ? ['no_voucher'] : reasons });
  return undefined;
}

const KEYS_TIMEOUT_MS = 3000;
/** For so long keys that were fetched are used; one that they lack is looked for sooner, but not more often than the cooldown. */
const KEYS_KEPT_MS = 600_000;
const KEYS_COOLDOWN_MS = 30_000;

/** Of the vouchers in force, so that a reload fetches keys anew. */
const keysKept = new WeakMap<Voucher, JWTVerifyGetKey>();

async function keysOf(voucher: Voucher): Promise<JWTVerifyGetKey> {
  let known = keysKept.get(voucher);
  if (known === undefined) keysKept.set(voucher, (known = await madeKeys(voucher)));
  return known;
}

async function madeKeys({ keys }: Voucher): Promise<JWTVerifyGetKey> {
  const { createLocalJWKSet, createRemoteJWKSet, customFetch, errors } = await import('jose');
  if (!(keys instanceof URL)) return createLocalJWKSet({ keys: keys as never });
  const { Agent, fetch } = await import('undici');
  const lookup = guardedLookup(address =>
    classOfAddress(address) === 'never' ? new Error('no service calls this address') : undefined
  );
  const dispatcher = new Agent({ connect: { lookup }, keepAliveTimeout: 1 });
  return createRemoteJWKSet(keys, {
    timeoutDuration: KEYS_TIMEOUT_MS,
    cacheMaxAge: KEYS_KEPT_MS,
    cooldownDuration: KEYS_COOLDOWN_MS,
    [customFetch]: (url: string, options: object) =>
      fetch(url, { ...options, dispatcher }).catch((error: unknown) => {
        if ((error as Error).name === 'TimeoutError') throw error;
        throw new errors.JWKSInvalid('the keys cannot be reached');
      }) as never
  });
}
