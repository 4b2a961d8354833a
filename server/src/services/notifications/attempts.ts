import { isoTime } from '#lib/clock';
import type { DeliveryOutcome } from './channels/channel.ts';
import type { Attempt } from './schemas.ts';

const MAX_KEPT = 100;

export const readAttempts = (attempts: string): Attempt[] => JSON.parse(attempts) as Attempt[];

/** One day makes about thirty attempts; redeliveries add more. */
export function withAttempt(
  attempts: string,
  atMs: number,
  { status, error, durationMs }: Pick<DeliveryOutcome, 'status' | 'error' | 'durationMs'>,
): string {
  const { message, code, values } = error ?? { message: null, code: null, values: {} };
  const attempt: Attempt = { at: isoTime(atMs), status, error: message, code, values, durationMs };
  return JSON.stringify([...readAttempts(attempts), attempt].slice(-MAX_KEPT));
}
