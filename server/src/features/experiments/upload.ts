// POST /v1/experiments/{id}/results: answers that a client made with its own code. The service scores them
// when the experiment is started.
import { AppError, invalid, unknownId } from '#lib/app-error';
import { MICROS_PER_USD } from '#lib/money';
import { textDigester } from '#content';
import { change } from '#core/change/change';
import type { Context } from '#core/context';
import { insertCells, sealCell, type CellRow } from './cells.ts';
import { refreshItems } from './execute/cell-writer.ts';
import type { ExperimentReply, UploadedResult, UploadedResults } from './schemas.ts';
import { presentExperiment, requireExperiment } from './show.ts';
import { addToExperiment, selectItemPositions, type ExperimentRow } from './store.ts';
import { openVariants } from './variants.ts';

export async function uploadResults(
  ctx: Context,
  id: string,
  { results }: UploadedResults,
): Promise<{ stored: number; experiment: ExperimentReply }> {
  const keys = await ctx.contentKeys.load(ctx.account);
  const digest = textDigester(keys, 'experiment-output');
  return change(ctx, 'experiment.upload', async ({ db }) => {
    const row = await requireExperiment(ctx, db, id);
    if (row.status !== 'draft')
      throw new AppError(
        'conflict',
        'wrong_status',
        `Answers can be sent until the experiment is started; it is ${row.status}.`,
      );
    const kinds = openVariants(keys, id, row.variants).map(({ kind }) => kind);
    const positions = await selectItemPositions(
      db,
      id,
      results.map(({ itemId }) => itemId),
    );
    const now = ctx.clock.now();
    const cells = results.map((result, at): CellRow => {
      requireCode(row, kinds, result, at);
      const position = positions.get(result.itemId);
      if (position === undefined) throw unknownId(`results.${at}.itemId`, 'The experiment has no such item.');
      const { variant, repetition = 0, output = null, error = null, callId = null } = result;
      const place = { experiment_id: id, position, variant, repetition };
      return {
        ...place,
        status: output === null ? 'failed' : 'uploaded',
        reason: output === null ? 'task_failed' : null,
        call_id: callId,
        call_timestamp: now,
        body: sealCell(keys, place, { output, error, notes: [], outputProblem: null }),
        output_digest: output === null ? null : digest(output),
        output_valid: null,
        scores: '[]',
        cost_micros: Math.round((result.costUsd ?? 0) * MICROS_PER_USD),
        latency_ms: result.latencyMs ?? null,
        input_tokens: null,
        output_tokens: null,
        attempts: 1,
        verdict: null,
        verdict_by: null,
        verdict_at: null,
        finished_at: now,
      };
    });
    const stored = await insertCells(db, cells);
    const failed = stored.filter(({ status }) => status === 'failed').length;
    const micros = stored.reduce((sum, { cost_micros: cost }) => sum + cost, 0);
    await addToExperiment(db, id, { done: 0, failed, micros });
    await refreshItems(db, id, [...new Set(cells.map(({ position }) => position))]);
    const after = await requireExperiment(ctx, db, id);
    return {
      result: { stored: stored.length, experiment: presentExperiment(keys, after) },
      target: { type: 'experiment', id },
      metadata: { results: stored.length },
    };
  });
}

function requireCode(
  { repetitions }: ExperimentRow,
  kinds: readonly string[],
  { variant, repetition = 0, output, error }: UploadedResult,
  at: number,
): void {
  if (kinds[variant] !== 'code')
    throw invalid(`results.${at}.variant`, 'Answers can be sent for variants of the kind code only.');
  if (repetition >= repetitions)
    throw invalid(`results.${at}.repetition`, `The experiment has ${repetitions} repetitions.`);
  if ((output === undefined) === (error === undefined))
    throw invalid(`results.${at}.output`, 'Send either output or error.');
}
