// Start, pause, resume, cancel and delete.
import { AppError, notFound } from '#lib/app-error';
import { isId } from '#lib/ids';
import { MICROS_PER_USD } from '#lib/money';
import { change, type Tx } from '#core/change/change';
import type { Context } from '#core/context';
import { deleteFailedCells } from './cells.ts';
import { experimentWork } from './execute/work.ts';
import type { ExperimentReply, ResumeExperiment } from './schemas.ts';
import { presentExperiment, requireExperiment } from './show.ts';
import { deleteExperimentRow, moveExperiment, type ExperimentRow } from './store.ts';

type Status = ExperimentRow['status'];

const refused = ({ status }: ExperimentRow, verb: string): AppError =>
  new AppError('conflict', 'wrong_status', `An experiment that is ${status} cannot be ${verb}.`);

async function moved(
  ctx: Context,
  id: string,
  action: 'start' | 'pause' | 'resume' | 'cancel',
  verb: string,
  from: (row: ExperimentRow) => readonly Status[],
  to: (tx: Tx, row: ExperimentRow) => Promise<Parameters<typeof moveExperiment>[3]>,
): Promise<ExperimentReply> {
  const keys = await ctx.contentKeys.load(ctx.account);
  return change(ctx, `experiment.${action}`, async (tx) => {
    const row = await requireExperiment(ctx, tx.db, id);
    if (!from(row).includes(row.status)) throw refused(row, verb);
    const after = await moveExperiment(tx.db, row, [row.status], await to(tx, row));
    // Another request or the job was faster.
    if (!after) throw refused(row, verb);
    return {
      result: presentExperiment(keys, after),
      target: { type: 'experiment', id },
      metadata: { name: row.name, from: row.status },
    };
  });
}

/** Queues the next job, with a number of its own. */
async function queued(ctx: Context, tx: Tx, row: ExperimentRow) {
  const turn = row.turn + 1;
  await tx.enqueue(experimentWork(row.id, ctx.account.id, turn));
  return { status: 'queued', reason: null, message: null, turn, ended_at: null } as const;
}

export const startExperiment = (ctx: Context, id: string): Promise<ExperimentReply> =>
  moved(
    ctx,
    id,
    'start',
    'started',
    () => ['draft'],
    async (tx, row) => ({
      ...(await queued(ctx, tx, row)),
      started_at: ctx.clock.now(),
    }),
  );

/** Answers under way end and are kept. */
export const pauseExperiment = (ctx: Context, id: string): Promise<ExperimentReply> =>
  moved(
    ctx,
    id,
    'pause',
    'paused',
    () => ['queued', 'running'],
    async () => ({
      status: 'paused',
      reason: 'paused_by_person',
      message: null,
    }),
  );

export const resumeExperiment = (
  ctx: Context,
  id: string,
  { limitUsd, retryFailed = false }: ResumeExperiment,
): Promise<ExperimentReply> =>
  moved(
    ctx,
    id,
    'resume',
    'resumed',
    () => (retryFailed ? ['paused', 'done', 'failed'] : ['paused']),
    async (tx, row) => {
      const again = retryFailed ? await deleteFailedCells(tx.db, row.id) : 0;
      return {
        ...(await queued(ctx, tx, row)),
        cells_failed: row.cells_failed - again,
        ...(limitUsd === undefined
          ? {}
          : { limit_micros: limitUsd === null ? null : Math.round(limitUsd * MICROS_PER_USD) }),
      };
    },
  );

/** Answers under way are aborted within a second; those that are there stay. */
export const cancelExperiment = (ctx: Context, id: string): Promise<ExperimentReply> =>
  moved(
    ctx,
    id,
    'cancel',
    'cancelled',
    () => ['draft', 'queued', 'running', 'paused'],
    async () => ({
      status: 'cancelled',
      reason: null,
      message: null,
      ended_at: ctx.clock.now(),
    }),
  );

/** The calls that it made stay in the records. A job that works on it stops within a second. */
export const deleteExperiment = (ctx: Context, id: string): Promise<void> =>
  change(ctx, 'experiment.delete', async ({ db }) => {
    const known = isId('experiment', id);
    const name = known ? await deleteExperimentRow(db, ctx.account.id, ctx.project?.id ?? null, id) : null;
    if (name === null) throw notFound('Experiment');
    return { result: undefined, target: { type: 'experiment', id }, metadata: { name } };
  });
