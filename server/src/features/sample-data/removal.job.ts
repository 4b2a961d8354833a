// Deletes the records of a sample project and everything stored about its calls. Durable: it is retried until
// it succeeds.
import { MINUTE_MS, SECOND_MS } from '#lib/clock';
import type { Context, SystemContext } from '#core/context';
import { job, type Enqueue } from '#core/jobs/job';
import { enqueue } from '#core/jobs/job-queue';
import { changeRecords } from '#core/record-changes/record-changes';
import type { RemovedProject } from '#core/hooks';
import { deleteProject } from '#records';
import { callIdsOf, forgetSample } from './forget.ts';

const NAME = 'sample-data-removal';
// Requests in progress, and processes that have not seen the change yet, may store for a moment longer.
const SETTLE_MS = 5 * SECOND_MS;
/** Scans and runs that read the calls before the deletion have written their results by then. */
const LATE_MS = 15 * MINUTE_MS;
const MAX_ATTEMPTS = 10_000;

interface Payload {
  account: number;
  project: number;
  /** Missing in jobs queued by an older release. */
  of?: RemovedProject;
  /** The calls found in the first round, for the second one, when their records are gone. */
  callIds?: string[];
}

const order = (payload: Payload, runAt: number): Enqueue => ({
  name: NAME,
  payload,
  runAt,
  maxAttempts: MAX_ATTEMPTS,
});

/** Without a unique key: a running job may have read before this change, and an extra one does no harm. */
export const removal = (
  { account, clock }: Pick<Context, 'account' | 'clock'>,
  { project_id: projectId, project_number: project }: { project_id: string; project_number: number },
): Enqueue =>
  order(
    {
      account: account.number,
      project,
      of: { accountId: account.id, projectId, projectNumber: project },
    },
    clock.now() + SETTLE_MS,
  );

export const sampleDataRemovalJob = job<Payload | null>({
  name: NAME,
  firstRetryMs: 5 * SECOND_MS,
  maxRetryMs: 5 * MINUTE_MS,
  // A mutation rewrites whole parts, which takes a while on a large account.
  timeoutMs: 30 * MINUTE_MS,
  run: async (ctx, payload, signal) => {
    if (payload === null) return;
    const { account, project, of, callIds } = payload;
    if (of && callIds) return forget(ctx, of, callIds);
    const turn = { account, kind: 'project-deletion', place: `${NAME}:${account}:${project}` } as const;
    await changeRecords(ctx, turn, (held) => remove(ctx, payload, AbortSignal.any([held, signal])));
    ctx.log.info({ job: NAME, account, project }, 'sample data deleted');
  },
});

async function remove(ctx: SystemContext, payload: Payload, signal: AbortSignal): Promise<void> {
  const { account, project, of } = payload;
  if (of) {
    for await (const ids of callIdsOf(ctx, account, project)) {
      signal.throwIfAborted();
      await forget(ctx, of, ids);
      const again = order({ ...payload, callIds: ids }, ctx.clock.now() + LATE_MS);
      await ctx.metadata.transaction((db) => enqueue(db, ctx.clock, again));
    }
  }
  await ctx.records.admin.change(account, deleteProject(project), signal);
}

const forget = (ctx: SystemContext, of: RemovedProject, callIds: readonly string[]): Promise<void> =>
  ctx.metadata.transaction((db) => forgetSample(ctx, db, of, callIds));
