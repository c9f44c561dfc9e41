/** What routing looks at in a request. */
export interface Wanted {
  /** Server named by the caller. */
  readonly server: string | undefined;
  readonly capability: string | undefined;
  readonly method: string;
  /** Name of the tool, of a `tools/call`. */
  readonly tool: string | undefined;
  readonly params: Readonly<Record<string, unknown>> | undefined;
  /** Where its caller may not call every tool: who that is, and whether it may call `server__tool`. */
  readonly limited?: { readonly caller: string; readonly mayCall: (name: string) => boolean } | undefined;
}

/** The fields of a request as callers and examples write them. */
export interface WantedFields {
  readonly server?: string;
  readonly capability?: string;
  readonly method: string;
  readonly params?: Readonly<Record<string, unknown>>;
}

export function wantedOf({ server, capability, method, params }: WantedFields): Wanted {
  const name = method === 'tools/call' ? params?.['name'] : undefined;
  return { server, capability, method, tool: typeof name === 'string' ? name : undefined, params };
}
