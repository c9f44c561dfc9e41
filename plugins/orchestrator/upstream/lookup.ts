import { lookup as resolve, type LookupAddress, type LookupOptions } from 'node:dns';
import { isRefusedAddress } from '../registry/addresses.js';

type Callback = (error: NodeJS.ErrnoException | null, address?: string | LookupAddress[], family?: number) => void;

export const ADDRESS_REFUSED = 'ADDRESS_REFUSED';

/**
 * Resolves a name for a connection that is being made, and refuses it when any of its addresses is one that no server
 * may have. The connection goes to what was checked here, so a name that changes in between gains nothing.
 */
export function guardedLookup(hostname: string, options: LookupOptions, callback: Callback): void {
  resolve(hostname, { ...options, all: true }, (error, addresses) => {
    if (error !== null) return callback(error);
    if (addresses.length === 0 || addresses.some(({ address }) => isRefusedAddress(address))) {
      const refusal: NodeJS.ErrnoException = new Error('the host resolves to an address that is refused');
      refusal.code = ADDRESS_REFUSED;
      return callback(refusal);
    }
    if (options.all === true) callback(null, addresses);
    else callback(null, addresses[0]!.address, addresses[0]!.family);
  });
}
