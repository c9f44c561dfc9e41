const MAX_KNOWN = 512;

/** The folder of a path, empty for the top. */
export const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

/**
 * Folders that were reached under their own name, so that an entry of theirs need not be resolved link by link once more: a
 * third of the cost of an open. Saves time only; what counts is still proved on the descriptor.
 */
export class KnownFolders {
  readonly #paths = new Set<string>();

  add(path: string): void {
    if (this.#paths.size >= MAX_KNOWN) this.#paths.clear();
    this.#paths.add(path);
  }

  hold(path: string): boolean {
    return path !== '' && this.#paths.has(folderOf(path));
  }
}
