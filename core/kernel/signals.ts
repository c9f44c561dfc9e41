const EXIT_STATUS = { SIGINT: 130, SIGTERM: 143 } as const;

export interface StopRequest {
  /** Aborts when the first SIGINT or SIGTERM arrives. */
  readonly signal: AbortSignal;
  /** Resolves with that signal's name. */
  readonly received: Promise<keyof typeof EXIT_STATUS>;
}

/**
 * Takes SIGINT and SIGTERM over from the moment it is called, so call it before a service says that it is ready: a signal
 * that arrives earlier ends the process without a stop. A second signal ends the process at once.
 */
export function listenForStop(): StopRequest {
  const controller = new AbortController();
  const received = new Promise<keyof typeof EXIT_STATUS>(resolve => {
    for (const name of ['SIGINT', 'SIGTERM'] as const)
      process.on(name, () => {
        if (controller.signal.aborted) process.exit(EXIT_STATUS[name]);
        controller.abort();
        resolve(name);
      });
  });
  return { signal: controller.signal, received };
}
