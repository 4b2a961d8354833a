import { DAY_MS, HOUR_MS, MINUTE_MS } from '#lib/clock';
import type { Enqueue } from '#core/jobs/job';

export const EXPORT_RUN_JOB = 'scheduled-export';

export interface ExportRunPayload {
  accountId: string;
}

/** One run of an account waits or runs at a time, in all processes together. */
export const exportRunKey = (accountId: string): string => `${EXPORT_RUN_JOB}:${accountId}`;

export const exportRun = (accountId: string): Enqueue => ({
  name: EXPORT_RUN_JOB,
  payload: { accountId } satisfies ExportRunPayload,
  uniqueKey: exportRunKey(accountId),
});

/** Some time after midnight UTC, when most late records of the day have arrived. */
const [HOUR, MINUTE] = [1, 20];
export const DAILY_RUN = `${MINUTE} ${HOUR} * * *`;

export function nextDailyRun(now: number): number {
  const today = Math.floor(now / DAY_MS) * DAY_MS + HOUR * HOUR_MS + MINUTE * MINUTE_MS;
  return today > now ? today : today + DAY_MS;
}
