import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartupError, type Problem } from '../errors.js';
import { type DatedSet, loadDocuments, type LoadOptions } from './load.js';
import { foldersOf } from './read.js';
import type { DocumentSet } from './set.js';
import { utcDay } from './stated.js';

export interface ReloadOutcome {
  /** `reloaded` too when files that were refused are again what is in force. */
  readonly outcome: 'reloaded' | 'unchanged' | 'refused';
  readonly from: string;
  /** The revision in force afterwards. */
  readonly to: string;
  readonly problems: readonly Problem[];
}

/** Told of every attempt to reload, with the sets that were in force before and after it. */
export type ReloadListener = (
  outcome: ReloadOutcome,
  sets: { readonly before: DocumentSet; readonly after: DocumentSet },
  /** To be awaited between pieces of work, so that requests are answered meanwhile. */
  pause: () => Promise<void>
) => Promise<void> | void;

const LEAST_MS = 5;

/** Pauses that leave the process to others for twice as long as it was kept from them. */
function breaths(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    const held = performance.now() - since;
    if (held < LEAST_MS) return;
    await sleep(2 * held);
    since = performance.now();
  };
}

/** The set in force. A run takes `current` at its beginning and keeps it, so that it never sees two versions. */
export class LiveDocuments {
  #current: DocumentSet;
  #later: readonly DatedSet[];
  #problems: readonly Problem[] = [];
  #reloading: Promise<unknown> = Promise.resolve();
  #pin: string | undefined;
  readonly #listeners: ReloadListener[] = [];
  readonly #options: LoadOptions;

  constructor(current: DocumentSet, options: LoadOptions, later: readonly DatedSet[] = []) {
    this.#current = current;
    this.#later = later;
    this.#options = options;
  }

  /** Where the files lie, for those who watch them. */
  get paths(): readonly string[] {
    const { root, kinds, folders = foldersOf(kinds) } = this.#options;
    return folders.map(folder => join(root, folder));
  }

  get current(): DocumentSet {
    return this.#later.length === 0 ? this.#current : this.at(new Date());
  }

  /** The set in force at a moment: what texts say of dated settings follows the day (UTC). */
  at(moment: Date): DocumentSet {
    const day = utcDay(moment);
    return this.#later.findLast(({ from }) => from <= day)?.set ?? this.#current;
  }

  /** Why the last reload was refused; empty when the files on disk are in force. */
  get refused(): readonly Problem[] {
    return this.#problems;
  }

  /** From now on no revision but this one is served. Throws `StartupError` when it is not the one in force. */
  pin(revision: string): void {
    this.#pin = revision;
    const problems = this.#refusals(this.#current);
    if (problems.length > 0) throw new StartupError(problems);
  }

  /** The next reload begins when the listeners of the one before are done. A listener does not throw. */
  onReload(listener: ReloadListener): void {
    this.#listeners.push(listener);
  }

  /**
   * Loads the files again and swaps them in whole; a set with any problem changes nothing. Reloads run one after
   * another, so that an older state of the files never replaces a newer one.
   */
  reload(): Promise<ReloadOutcome> {
    const outcome = this.#reloading.then(() => this.#reload());
    this.#reloading = outcome.catch(() => {});
    return outcome;
  }

  async #reload(): Promise<ReloadOutcome> {
    const before = this.current;
    const wasRefused = this.#problems.length > 0;
    const pause = breaths();
    const { set, problems, later } = await loadDocuments({ ...this.#options, before, pause });
    this.#problems = set === undefined ? problems : this.#refusals(set);
    if (set !== undefined && this.#problems.length === 0) [this.#current, this.#later] = [set, later];
    const after = this.current;
    const [from, to] = [before.revision, after.revision];
    const outcome = this.#problems.length > 0 ? 'refused' : from === to && !wasRefused ? 'unchanged' : 'reloaded';
    const result: ReloadOutcome = { outcome, from, to, problems: this.#problems };
    for (const listener of this.#listeners) await listener(result, { before, after }, pause);
    return result;
  }

  #refusals({ revision }: DocumentSet): readonly Problem[] {
    if (this.#pin === undefined || this.#pin === revision) return [];
    const message = `only revision ${this.#pin} may be served, and the files are ${revision}; change the pin or the files`;
    return [{ code: 'revision_pinned', message }];
  }
}
