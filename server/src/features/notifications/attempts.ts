import type { Attempt } from './schemas.ts';

const MAX_KEPT = 100;

export const readAttempts = (attempts: string): Attempt[] => JSON.parse(attempts) as Attempt[];

/** Those of a day are about thirty; more come with deliveries that are sent again. */
export const withAttempt = (attempts: string, attempt: Attempt): string =>
  JSON.stringify([...readAttempts(attempts), attempt].slice(-MAX_KEPT));
