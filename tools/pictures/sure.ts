/** The data of an answer; throws if the request was refused. */
export function sure<T>({ data, error }: { data?: T; error?: unknown }): T {
  if (data === undefined) throw new Error(JSON.stringify(error));
  return data;
}

const PAUSE_MS = 500;
const MAX_TRIES = 240;

/** Asks again until the answer is the one that was awaited. */
export async function until<T>(ask: () => Promise<T>, isDone: (answer: T) => boolean): Promise<T> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const answer = await ask();
    if (isDone(answer)) return answer;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  throw new Error(`It did not happen in ${(MAX_TRIES * PAUSE_MS) / 1_000} seconds: ${ask.toString()}`);
}
