import type { Socket } from 'node:net';

/** How much clients may have under way at once. */
export interface LoadLimits {
  /** Requests of one connection that have no answer yet, or one that its client has not taken. */
  readonly inFlight: number;
  /** Connections from one address. */
  readonly perAddress: number;
  /** Bytes of request bodies that are being read, of all connections together. */
  readonly bodyBytes: number;
  /** Bytes of answers that clients have not taken: of one connection beyond a first answer, and of all together. */
  readonly untakenOfOne: number;
  readonly untakenOfAll: number;
}

const MEGABYTE = 1_048_576;
export const LOAD_LIMITS: LoadLimits = {
  inFlight: 64,
  perAddress: 2_000,
  bodyBytes: 128 * MEGABYTE,
  untakenOfOne: 4 * MEGABYTE,
  untakenOfAll: 64 * MEGABYTE
};

/** What clients have under way at one server, so that none of it grows without end. */
export class Load {
  readonly #connections = new Map<string, number>();
  readonly #untaken = new Map<Socket, number>();
  #untakenOfAll = 0;
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

  /** Counts bytes that a client has not taken yet. Closes its connection where it has too many, and the slowest ones where all have. */
  untaken(socket: Socket, bytes: number, alone: boolean): void {
    const own = (this.#untaken.get(socket) ?? 0) + bytes;
    this.#untaken.set(socket, own);
    this.#untakenOfAll += bytes;
    if (own > this.limits.untakenOfOne && !alone) this.#drop(socket);
    while (this.#untakenOfAll > this.limits.untakenOfAll) this.#drop(this.#slowest());
  }

  /** The client has taken everything, or is gone. */
  taken(socket: Socket): void {
    const own = this.#untaken.get(socket);
    if (own === undefined) return;
    this.#untaken.delete(socket);
    this.#untakenOfAll -= own;
  }

  #drop(socket: Socket): void {
    this.taken(socket);
    socket.destroy();
  }

  #slowest(): Socket {
    return [...this.#untaken].reduce((most, each) => (each[1] > most[1] ? each : most))[0];
  }
}
