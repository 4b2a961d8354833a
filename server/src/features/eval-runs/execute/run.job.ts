// Executes a run in slices, so that long runs and other jobs take turns. Scores are saved at once: a process
// that dies loses only the judge calls in progress.
import { HOUR_MS, isoTime, MINUTE_MS, SECOND_MS } from '#lib/clock';
import type { Account } from '#core/access/accounts';
import { changeAs } from '#core/change/change';
import type { Context, SystemContext } from '#core/context';
import { enqueue } from '#core/jobs/job-queue';
import { job, type Enqueue } from '#core/jobs/job';
import { queueWebhookEvent } from '#services/notifications';
import type { EvalReason } from '#services/scores';
import { failureReasons, moveRun, selectRun, type RunRow } from '../store.ts';
import { pickedItems } from './pick.ts';
import { scoreRun } from './score-run.ts';

const NAME = 'eval-run';
const SLICE_MS = 20 * SECOND_MS;
/** How long a run is retried while a dependency is unavailable. */
const GIVE_UP_MS = 6 * HOUR_MS;
const LOOK_MS = SECOND_MS;

interface Payload {
  runId: number;
  accountId: string;
  slice: number;
}

export const runWork = (runId: number, accountId: string, slice = 0): Enqueue => ({
  name: NAME,
  payload: { runId, accountId, slice } satisfies Payload,
  uniqueKey: `${NAME}:${runId}:${slice}`,
  maxAttempts: 1_000,
});

export const evalRunJob = job<Payload | null>({
  name: NAME,
  firstRetryMs: 2 * SECOND_MS,
  maxRetryMs: MINUTE_MS,
  timeoutMs: 10 * MINUTE_MS,
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
    try {
      await workOn(ctx, run, payload, signal);
    } catch (error) {
      if (signal.aborted || system.clock.now() - run.created_at < GIVE_UP_MS) throw error;
      system.log.error({ err: error, runId: run.id }, 'evaluation run failed after repeated attempts');
      const sentence = 'A service that the run needs was unavailable for hours. Start the run again.';
      await endRun(system, run, 'failed', 'given_up', sentence);
    }
  },
});

async function workOn(ctx: Context, run: RunRow, payload: Payload, signal: AbortSignal): Promise<void> {
  await ctx.metadata.transaction((db) =>
    moveRun(db, run.id, ['queued'], { status: 'running', started_at: ctx.clock.now() }),
  );
  const items = await pickedItems(ctx, run);
  const canceled = new AbortController();
  const looking = setInterval(() => {
    selectRun(ctx.db, ctx.account.id, null, run.id).then(
      (now) => now?.status === 'canceled' && canceled.abort(new Error('The run was canceled.')),
      () => undefined, // The store is unavailable; the next check may succeed.
    );
  }, LOOK_MS);
  try {
    const untilMs = ctx.clock.now() + SLICE_MS;
    const slice = {
      signal: AbortSignal.any([signal, canceled.signal]),
      isOver: () => ctx.clock.now() >= untilMs,
    };
    const more = await scoreRun(ctx, run, items, slice, canceled.signal);
    if (canceled.signal.aborted) return;
    if (more) {
      const next = runWork(run.id, ctx.account.id, payload.slice + 1);
      await ctx.metadata.transaction((db) => enqueue(db, ctx.clock, next));
    } else await finishRun(ctx, run);
  } catch (error) {
    if (!canceled.signal.aborted) throw error;
  } finally {
    clearInterval(looking);
  }
}

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
