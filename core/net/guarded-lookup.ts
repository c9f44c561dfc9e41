import { lookup as resolve, type LookupAddress, type LookupOptions } from 'node:dns';

type Resolved = (error: Error | null, address: string | LookupAddress[], family?: number) => void;

/**
 * Resolves names for connections that are being made, so that what was checked is what is called: a name that changes
 * in between gains nothing. One refused address refuses the name, because an attacker's name server would otherwise
 * alternate.
 */
export const guardedLookup =
  (refusal: (address: string) => Error | undefined) =>
  (hostname: string, options: LookupOptions, callback: Resolved): void =>
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return callback(error, []);
      const refused = addresses.map(({ address }) => refusal(address)).find(each => each !== undefined);
      if (refused !== undefined) return callback(refused, []);
      if (options.all === true) return callback(null, addresses);
      callback(null, addresses[0]!.address, addresses[0]!.family);
    });
