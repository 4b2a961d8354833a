/** The result of `work`, or a rejection with `late()` after `ms`. The work itself is not stopped. */
export async function withTimeout<T>(ms: number, work: Promise<T>, late: () => Error): Promise<T> {
  const { promise: tooLate, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(late()), ms);
  try {
    return await Promise.race([work, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}

/** Resolves when the event has happened or `ms` have passed. */
export async function eventOrTimeout(ms: number, event: Promise<void>): Promise<void> {
  const { promise: late, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  await Promise.race([event, late]);
  clearTimeout(timer);
}
