// Requests that nobody waits for, such as those for badges and charts beside a list, are sent when those that a
// page waits for have been answered. Sent at the same time, they would share the processors of a small machine.
import { afterPaint } from '#lib/after-paint';

const LONGEST_WAIT_MS = 2_000;

let urgent = 0;
const waiting = new Set<() => void>();

export async function inTurn<T>(later: boolean, send: () => Promise<T>): Promise<T> {
  if (later) {
    await othersAnswered();
    return send();
  }
  urgent += 1;
  try {
    return await send();
  } finally {
    urgent -= 1;
    if (urgent === 0) for (const go of waiting) go();
  }
}

/** Also waits for those that are sent at this moment. */
async function othersAnswered(): Promise<void> {
  await new Promise((go) => setTimeout(go));
  if (urgent === 0) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  // Also until their answers are drawn.
  const answered = () => void afterPaint(resolve);
  waiting.add(answered);
  // A tab in the background draws nothing.
  const timer = setTimeout(resolve, LONGEST_WAIT_MS);
  await promise;
  clearTimeout(timer);
  waiting.delete(answered);
}
