// Runs an action for which the API takes only one call at a time.

export interface Failure {
  id: string;
  error: unknown;
}

/** Continues after a failure. `onDone` is called after each call. */
export async function oneByOne(
  ids: readonly string[],
  work: (id: string) => Promise<unknown>,
  onDone: (done: number) => void,
): Promise<Failure[]> {
  const failures: Failure[] = [];
  for (const [index, id] of ids.entries()) {
    try {
      await work(id);
    } catch (error) {
      failures.push({ id, error });
    }
    onDone(index + 1);
  }
  return failures;
}
