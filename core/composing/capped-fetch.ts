import { ComposerFailure } from './failure.js';

/** More than any reply with its envelope; the rest of a longer body is not read. */
const MAX_BODY_BYTES = 1_048_576;

/**
 * `fetch` for a model's API: reads at most one MiB of a body and follows no redirect, since a redirect would carry the
 * credential to an address nobody configured.
 */
export async function cappedFetch(input: string | URL | Request, init: RequestInit = {}): Promise<Response> {
  const response = await fetch(input, { ...init, redirect: 'error' });
  if (response.body === null) return response;
  let read = 0;
  const capped = response.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        read += chunk.byteLength;
        if (read > MAX_BODY_BYTES) controller.error(new ComposerFailure('oversized'));
        else controller.enqueue(chunk);
      }
    })
  );
  return new Response(capped, { status: response.status, headers: response.headers });
}
