import type { Socket } from 'node:net';

/** How much clients may have under way at once. */
export interface LoadLimits {
  /** Requests of one connection that have no answer yet, or one that its client has not taken. */
  readonly inFlight: number;
  /** Connections from one address. */
  readonly perAddress: number;
  /** Bytes of request bodies that are being read, of all connections together. */
  readonly bodyBytes: number;
}

export const LOAD_LIMITS: LoadLimits = { inFlight: 64, perAddress: 2_000, bodyBytes: 134_217_728 };

/** What clients have under way at one server, so that none of it grows without end. */
export class Load {
  readonly #connections = new Map<string, number>();
  #bodyBytes = 0;

  constructor(readonly limits: LoadLimits) {}

  /** Counts a connection until it closes. False where its address has as many as it may. */
  admit(socket: Socket): boolean {
    const address = socket.remoteAddress ?? '';
    const open = this.#connections.get(address) ?? 0;
    if (open >= this.limits.perAddress) return false;
    this.#connections.set(address, open + 1);
    socket.once('close', () => {
      const left = this.#connections.get(address)! - 1;
      if (left === 0) this.#connections.delete(address);
      else this.#connections.set(address, left);
    });
    return true;
  }

  /** Counts bytes of a body that is being read until they are given back. False where that is too much. */
  take(bytes: number): boolean {
    if (this.#bodyBytes + bytes > this.limits.bodyBytes) return false;
    this.#bodyBytes += bytes;
    return true;
  }

  give(bytes: number): void {
    this.#bodyBytes -= bytes;
  }
}
