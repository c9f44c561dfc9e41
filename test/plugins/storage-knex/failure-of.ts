/** The error a promise rejects with; a failure of the test when it resolves. */
export async function failureOf(work: Promise<unknown>): Promise<Error> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason
  );
  if (!(error instanceof Error)) throw new Error('nothing failed');
  return error;
}
