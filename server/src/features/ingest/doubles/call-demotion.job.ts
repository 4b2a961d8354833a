// Makes observations of stored calls that only repeat another one. One job at a time for an account, with the same calls however
// often it is tried: that is what lets the store do it once. Durable: it is tried until it is done.
import { MINUTE_MS, SECOND_MS } from '#lib/clock';
import type { Services } from '#core/context';
import { job } from '#core/jobs/job';
import { enqueue } from '#core/jobs/job-queue';
import { changeRecords } from '#core/record-changes/record-changes';
import type { Writer } from '#metadata';
import { reclassifyAsObservation, type CallRef } from '#records';

const NAME = 'call-demotion';

/** In one job. */
export const MAX_CALLS = 500;

const keyOf = (account: number): string => `${NAME}:${account}`;

interface Payload {
  account: number;
  calls: readonly CallRef[];
}

export const callDemotionJob = job<Payload | null>({
  name: NAME,
  maxAttempts: 10_000,
  firstRetryMs: 2 * SECOND_MS,
  maxRetryMs: 5 * MINUTE_MS,
  timeoutMs: 10 * MINUTE_MS,
  run: async (ctx, payload, signal) => {
    if (payload === null) return;
    const { account, calls } = payload;
    const order = { account, kind: NAME, place: `${keyOf(account)}:${calls[0]?.id}`, calls } as const;
    const demoted = await changeRecords(ctx, order, (held) =>
      ctx.records.admin.change(account, reclassifyAsObservation(calls), AbortSignal.any([held, signal])),
    );
    ctx.log.info({ job: NAME, account, demoted }, 'calls that were told twice are observations');
  },
});

/** False when the account's job before is not done. */
export async function enqueueDemotion(
  { metadata, clock }: Pick<Services, 'metadata' | 'clock'>,
  account: number,
  calls: readonly CallRef[],
): Promise<boolean> {
  const payload: Payload = { account, calls };
  const id = await metadata.transaction((db) =>
    enqueue(db, clock, { name: NAME, payload, uniqueKey: keyOf(account) }),
  );
  return id !== null;
}

/** Jobs that have ended name the calls that they moved: not of calls that are erased. */
export const forgetDemotions = (db: Writer, account: number) =>
  db
    .deleteFrom('jobs')
    .where('name', '=', NAME)
    .where('status', 'in', ['done', 'failed'])
    .where('payload', 'like', `{"account":${account},%`)
    .execute();
