import type { ToolCallContext } from '../contract.js';
import type { Candidate } from './candidate-files.js';
import type { SearchQuery } from './query.js';
import type { Scan, Scanner } from './scanner.js';
import { SearchThread } from './thread.js';

const FIRST_BATCH_BYTES = 32 * 1024;
const BATCH_BYTES = 256 * 1024;

/** A file with what was found in it. */
export interface Scanned {
  readonly file: Candidate;
  readonly scan: Scan;
}

/** Literals: linear in time, so that they need no thread. */
export async function* inProcess(files: AsyncIterable<Candidate>, scanner: Scanner): AsyncGenerator<Scanned> {
  for await (const file of files) yield { file, scan: scanner.scan(file.content, file.behind) };
}

/** Small at first, for a quick first answer. A large file goes alone, so that it holds up no result but its own. */
async function* batches(files: AsyncIterable<Candidate>): AsyncGenerator<readonly Candidate[]> {
  let most = FIRST_BATCH_BYTES;
  let batch: Candidate[] = [];
  let bytes = 0;
  for await (const file of files) {
    if (batch.length > 0 && bytes + file.content.length > most) {
      yield batch;
      batch = [];
      bytes = 0;
      most = BATCH_BYTES;
    }
    batch.push(file);
    bytes += file.content.length;
  }
  if (batch.length > 0) yield batch;
}

/** Reads the next batch while the thread is at the last. Throws `Stopped` when the thread was. */
export async function* inThread(
  files: AsyncIterable<Candidate>,
  query: SearchQuery,
  context: ToolCallContext
): AsyncGenerator<Scanned> {
  let thread: SearchThread | undefined;
  const finish = async (work: Promise<readonly Scanned[] | undefined>): Promise<readonly Scanned[]> => {
    const done = await work;
    if (done === undefined) throw new Stopped();
    return done;
  };
  try {
    let running: Promise<readonly Scanned[] | undefined> | undefined;
    for await (const batch of batches(files)) {
      thread ??= new SearchThread(query, context);
      const tasks = batch.map(({ content, behind }) => ({ content, behind }));
      const next = thread.scan(tasks).then(scans => scans?.map((scan, index) => ({ file: batch[index]!, scan })));
      // Its failure is seen when its turn comes, not as an unhandled one before.
      next.catch(() => undefined);
      if (running !== undefined) yield* await finish(running);
      running = next;
    }
    if (running !== undefined) yield* await finish(running);
  } finally {
    await thread?.close();
  }
}

/** The thread was stopped at the deadline. */
export class Stopped extends Error {}
