// Works on an experiment in slices (core/jobs/sliced-work.ts). Each outcome is written at once: a process that
// dies loses only the answers under way, which are then asked again.
import { AppError } from '#lib/app-error';
import { SECOND_MS } from '#lib/clock';
import { changeAs } from '#core/change/change';
import type { Context, SystemContext } from '#core/context';
import { job, Postponed } from '#core/jobs/job';
import { enqueue, selectJobByKey } from '#core/jobs/job-queue';
import { SLICED_JOB, workInSlices, type SlicedWork } from '#core/jobs/sliced-work';
import { moveExperiment, selectExperiment, type ExperimentRow } from '../store.ts';
import { runCells } from './run-cells.ts';
import {
  EXPERIMENT_JOB,
  experimentJobKey,
  experimentWork,
  type ExperimentStop,
  type ExperimentWork,
} from './work.ts';

const AT_ONCE = 4;

export const experimentJob = job<ExperimentWork | null>({
  name: EXPERIMENT_JOB,
  ...SLICED_JOB,
  atOnce: AT_ONCE,
  run: async (system, payload, signal) => {
    if (payload === null) return;
    const { experimentId, accountId, turn } = payload;
    const account = await system.accounts.get(accountId);
    const row = account && (await selectExperiment(system.db, accountId, null, experimentId));
    if (!account || !row || !isOpen(row, turn)) return;
    await requireAlone(system, row);
    const project = row.project_id === null ? null : account.projects.get(row.project_id);
    if (project === undefined) return;
    const ctx: Context = { ...system, account, project, plan: account.plan };
    await workInSlices(ctx, signal, workOf(ctx, row));
  },
});

const isOpen = ({ status, turn }: ExperimentRow, wanted: number): boolean =>
  turn === wanted && (status === 'queued' || status === 'running');

/** After a pause and a resume, the job before may still wait for its last answers. */
async function requireAlone({ db }: SystemContext, { id, turn }: ExperimentRow): Promise<void> {
  const before = await selectJobByKey(db, experimentJobKey(id, turn - 1));
  if (before?.status === 'running')
    throw new Postponed('busy', 'The job before still works on this experiment.', SECOND_MS / 4);
}

const workOf = (ctx: Context, row: ExperimentRow): SlicedWork => ({
  about: { experimentId: row.id },
  beganAt: row.started_at ?? row.created_at,
  state: async () => {
    const now = await selectExperiment(ctx.db, ctx.account.id, null, row.id);
    if (!now || now.status === 'cancelled') return 'ended';
    return isOpen(now, row.turn) ? 'going' : 'paused';
  },
  slice: async (slice) => {
    const running = await ctx.metadata.transaction((db) =>
      moveExperiment(db, row, ['queued', 'running'], { status: 'running' }),
    );
    if (!running) return 'stopped';
    const left = await runCells(ctx, running, slice);
    if (left === 'all' || left === 'more') return left;
    await stopped(ctx, row, left);
    return 'stopped';
  },
  enqueueNext: () => enqueueNext(ctx, row),
  finish: () => finished(ctx, row),
  isLasting: (error) => error instanceof AppError && error.code !== 'unavailable',
  giveUp: (error) =>
    stopped(ctx, row, {
      reason: error instanceof AppError ? error.reason : 'internal',
      message: error instanceof AppError ? error.message : 'A service that it needs was unavailable.',
    }),
});

/** The next slice, unless the experiment was paused meanwhile. */
const enqueueNext = (ctx: Context, row: ExperimentRow): Promise<void> =>
  ctx.metadata.transaction(async (db) => {
    const turn = row.turn + 1;
    const next = await moveExperiment(db, row, ['running'], { turn });
    if (next) await enqueue(db, ctx.clock, experimentWork(row.id, ctx.account.id, turn));
  });

const by = (ctx: Context) => ({ accountId: ctx.account.id, actor: ctx.actor, origin: null });

/** Done if there is an answer, otherwise failed. */
const finished = (ctx: Context, row: ExperimentRow): Promise<void> =>
  changeAs(ctx, by(ctx), 'experiment.complete', async ({ db }) => {
    const now = await selectExperiment(db, ctx.account.id, null, row.id);
    const isFailed = now !== null && now.cells_done === 0;
    const after = await moveExperiment(db, row, ['running'], {
      status: isFailed ? 'failed' : 'done',
      reason: isFailed ? 'no_answers' : null,
      message: isFailed ? 'No cell has an answer. The cells say why.' : null,
      ended_at: ctx.clock.now(),
    });
    if (!after) return { result: undefined, target: null };
    const { name, status, cells_done: done, cells_failed: failed } = after;
    return {
      result: undefined,
      target: { type: 'experiment', id: row.id },
      metadata: { name, status, done, failed },
    };
  });

/** Pauses it, so that a person can put right what is wrong and resume. */
const stopped = (ctx: Context, row: ExperimentRow, { reason, message }: ExperimentStop): Promise<void> =>
  changeAs(ctx, by(ctx), 'experiment.pause', async ({ db }) => {
    const after = await moveExperiment(db, row, ['queued', 'running'], { status: 'paused', reason, message });
    if (!after) return { result: undefined, target: null };
    return {
      result: undefined,
      target: { type: 'experiment', id: row.id },
      metadata: { name: row.name, reason },
    };
  });
