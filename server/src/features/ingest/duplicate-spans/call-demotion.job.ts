// Turns stored calls that duplicate another call into observations. An account has one such job at a time,
// and a retry has the same calls, so the store can apply it exactly once. The job is retried until it
// succeeds.
import { MINUTE_MS, SECOND_MS } from '#lib/clock';
import type { Services } from '#core/context';
import { job } from '#core/jobs/job';
import { enqueue } from '#core/jobs/job-queue';
import { changeRecords } from '#core/record-changes/record-changes';
import type { Writer } from '#metadata';
import { reclassifyAsObservation, type DuplicateRef } from '#records';

const NAME = 'call-demotion';

/** Calls per job. */
export const MAX_CALLS = 500;

const keyOf = (account: number): string => `${NAME}:${account}`;

interface Payload {
  account: number;
  calls: readonly DuplicateRef[];
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
    ctx.log.info({ job: NAME, account, demoted }, 'duplicate calls turned into observations');
  },
});

/** False if the account's previous job is not finished. */
export async function enqueueDemotion(
  { metadata, clock }: Pick<Services, 'metadata' | 'clock'>,
  account: number,
  calls: readonly DuplicateRef[],
): Promise<boolean> {
  const payload: Payload = { account, calls };
  const id = await metadata.transaction((db) =>
    enqueue(db, clock, { name: NAME, payload, uniqueKey: keyOf(account) }),
  );
  return id !== null;
}

/** Finished jobs contain the ids of their calls; an erasure deletes them. */
export const forgetDemotions = (db: Writer, account: number) =>
  db
    .deleteFrom('jobs')
    .where('name', '=', NAME)
    .where('status', 'in', ['done', 'failed'])
    .where('payload', 'like', `{"account":${account},%`)
    .execute();
