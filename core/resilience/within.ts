/** Waits until `done` is settled, and no longer than `ms` milliseconds. Rejects as `done` does before that. */
export async function within(ms: number, done: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>(resolve => (timer = setTimeout(resolve, ms)));
  await Promise.race([done, late]).finally(() => clearTimeout(timer));
}
