/** Where the records live: a SQLite file (or `:memory:`), or a PostgreSQL URL as the driver takes it. */
export type DatabaseUrl =
  | { readonly database: 'sqlite'; readonly file: string }
  | { readonly database: 'postgres'; readonly url: string; readonly place: string };

/** What to say of a URL that is not understood. The URL is not repeated: it may hold a password. */
export const URL_HELP =
  'the database URL is none this program understands: use sqlite:<file> or postgres://<user>@<host>/<database>';

/** Undefined for anything but `sqlite:<file>`, `postgres://…` and `postgresql://…`. */
export function parseDatabaseUrl(url: string): DatabaseUrl | undefined {
  // Both `sqlite:data/x.db` and, as other programs write it, `sqlite:///data/x.db`.
  const sqlite = /^sqlite:(?:\/\/(?=[/.]))?([^\0]+)$/.exec(url);
  if (sqlite) return { database: 'sqlite', file: sqlite[1]! };
  if (!/^postgres(ql)?:\/\//.test(url)) return undefined;
  try {
    const { host, pathname } = new URL(url);
    return host === '' ? undefined : { database: 'postgres', url, place: host + pathname };
  } catch {
    return undefined;
  }
}
