import { classOfAddress, guardedLookup } from '../../../core/net/index.js';

export const ADDRESS_REFUSED = 'ADDRESS_REFUSED';

/** Resolves a name for a connection, unless one of its addresses is one that no server may have. */
export const serverLookup = guardedLookup(address =>
  classOfAddress(address) === 'never'
    ? Object.assign(new Error('the host resolves to an address that is refused'), { code: ADDRESS_REFUSED })
    : undefined
);
