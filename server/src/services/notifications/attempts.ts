import type { Attempt } from './schemas.ts';

const MAX_KEPT = 100;

export const readAttempts = (attempts: string): Attempt[] => JSON.parse(attempts) as Attempt[];

/** One day makes about thirty attempts; redeliveries add more. */
export const withAttempt = (attempts: string, attempt: Attempt): string =>
  JSON.stringify([...readAttempts(attempts), attempt].slice(-MAX_KEPT));
