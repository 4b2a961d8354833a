// Executes a run in slices (core/jobs/sliced-work.ts). Scores are saved at once: a process that dies loses only
// the judge calls in progress.
import { isoTime } from '#lib/clock';
import type { Account } from '#core/access/accounts';
import { changeAs } from '#core/change/change';
import type { Context, SystemContext } from '#core/context';
import { enqueue } from '#core/jobs/job-queue';
import { job, type Enqueue } from '#core/jobs/job';
import { SLICED_JOB, sliceJob, workInSlices, type SlicedWork } from '#core/jobs/sliced-work';
import { queueWebhookEvent } from '#services/notifications';
import type { EvalReason } from '#services/scores';
import { failureReasons, moveRun, selectRun, type RunRow } from '../store.ts';
import { pickedItems } from './pick.ts';
import { scoreRun } from './score-run.ts';

const NAME = 'eval-run';
interface Payload {
  runId: number;
  accountId: string;
  slice: number;
}

export const runWork = (runId: number, accountId: string, slice = 0): Enqueue =>
  sliceJob(NAME, `${NAME}:${runId}:${slice}`, { runId, accountId, slice } satisfies Payload);

export const evalRunJob = job<Payload | null>({
  name: NAME,
  ...SLICED_JOB,
  run: async (system, payload, signal) => {
    if (payload === null) return;
    const account = await system.accounts.get(payload.accountId);
    const run = account && (await selectRun(system.db, account.id, null, payload.runId));
    if (!account || !run || run.completed_at !== null) return;
    const ctx = contextFor(system, account, run);
    if (ctx === null) {
      await endRun(system, run, 'failed', 'project_gone', 'The project of this run was deleted.');
      return;
    }
    await workInSlices(ctx, signal, workOf(ctx, run, payload.slice));
  },
});

const workOf = (ctx: Context, run: RunRow, slice: number): SlicedWork => ({
  about: { runId: run.id },
  beganAt: run.created_at,
  state: async () => {
    const now = await selectRun(ctx.db, ctx.account.id, null, run.id);
    return now?.status === 'canceled' ? 'ended' : 'going';
  },
  slice: async (time, canceled) => {
    await ctx.metadata.transaction((db) =>
      moveRun(db, run.id, ['queued'], { status: 'running', started_at: ctx.clock.now() }),
    );
    return scoreRun(ctx, run, await pickedItems(ctx, run), time, canceled);
  },
  enqueueNext: () =>
    ctx.metadata.transaction((db) => enqueue(db, ctx.clock, runWork(run.id, ctx.account.id, slice + 1))),
  finish: () => finishRun(ctx, run),
  giveUp: () => {
    const sentence = 'A service that the run needs was unavailable for hours. Start the run again.';
    return endRun(ctx, run, 'failed', 'given_up', sentence);
  },
});

/** The context of the run's creator; null if its project was deleted. */
function contextFor(system: SystemContext, account: Account, run: RunRow): Context | null {
  const project = run.project_id === null ? null : account.projects.get(run.project_id);
  return project === undefined ? null : { ...system, account, project, plan: account.plan };
}

/** Completed if anything was scored or there was nothing to score, otherwise failed. */
async function finishRun(ctx: Context, run: RunRow): Promise<void> {
  const { scored, failed, reasons } = await failureReasons(ctx.db, run.id);
  if (failed === 0) return endRun(ctx, run, 'completed', null, null);
  const most = reasons[0]?.reason ?? null;
  const list = reasons.map(({ reason, count }) => `${reason} (${count})`).join(', ');
  const sentence = `${failed} of ${failed + scored} scores could not be made: ${list}.`;
  await endRun(ctx, run, scored === 0 ? 'failed' : 'completed', most, sentence);
}

async function endRun(
  ctx: SystemContext,
  run: RunRow,
  status: 'completed' | 'failed',
  reason: EvalReason | (string & {}) | null,
  error: string | null,
): Promise<void> {
  const by = { accountId: run.account_id, actor: ctx.actor, origin: null };
  await changeAs(ctx, by, 'eval_run.complete', async (tx) => {
    const completedAt = ctx.clock.now();
    const ended = { status, completed_at: completedAt, error, error_reason: reason };
    // The run was cancelled meanwhile or ended by another process, so there is nothing to announce.
    if (!(await moveRun(tx.db, run.id, ['queued', 'running'], ended))) return { result: null, target: null };
    const { scored, failed } = await failureReasons(tx.db, run.id);
    await queueWebhookEvent(ctx, tx, {
      accountId: run.account_id,
      type: 'eval_run.completed',
      data: {
        runId: run.id,
        name: run.name,
        status,
        source: run.source,
        scoredCount: scored,
        failedCount: failed,
        error,
        errorReason: reason,
        completedAt: isoTime(completedAt),
      },
    });
    const metadata = { name: run.name, status, scored, failed };
    return { result: null, target: { type: 'eval_run', id: String(run.id) }, metadata };
  });
}
