import type { McpCallContext, Notification } from './types.js';

/** Sends progress for one request: only if a token was given, only growing values, nothing once it is closed. */
export function progressSink(
  progressToken: string | number | undefined,
  notify: (notification: Notification) => void,
  signal: AbortSignal
): { readonly report: McpCallContext['progress']; close(): void } {
  let last = -Infinity;
  let open = progressToken !== undefined;
  return {
    report(progress, total, message) {
      if (!open || signal.aborted || !Number.isFinite(progress) || progress <= last) return;
      last = progress;
      notify({
        jsonrpc: '2.0',
        method: 'notifications/progress',
        params: {
          progressToken,
          progress,
          ...(total === undefined ? {} : { total }),
          ...(message === undefined ? {} : { message })
        }
      });
    },
    close: () => void (open = false)
  };
}
