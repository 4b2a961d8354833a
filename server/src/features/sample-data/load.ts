// Loads in three steps: creates a row, stores the records, and marks the row as complete. The records are
// derived from the row, so an incomplete one (after a crash, or while another request loads) can be repeated,
// and each record is stored once. If storing fails, the row is removed.
import { AppError } from '#lib/app-error';
import { MINUTE_MS } from '#lib/clock';
import { change } from '#core/change/change';
import type { Context, Services } from '#core/context';
import { hooksOf } from '#core/hooks';
import { lockAccount } from '#core/lock-account';
import { uniqueName } from '#core/change/unique';
import { storeOwnRecords } from '#features/ingest';
import { lookForProposals } from '#features/proposals';
import { saveScores } from '#features/scores';
import { addProject } from '#services/named-projects';
import { recordsOf, scoresOf, type SamplePlace } from './records-of.ts';
import { clearSample, removeUnfinished } from './remove.ts';
import { removal } from './removal.job.ts';
import { asSystem } from './as-system.ts';
import { madeUp } from './made-up.ts';
import { showcase } from './showcase/showcase.job.ts';
import type { SampleData } from './schemas.ts';
import { insertSample, markLoaded, selectProjectNames, selectSample, type SampleRow } from './store.ts';

const NAME = 'Sample data';
const ABANDONED_MS = 10 * MINUTE_MS;

export async function loadSampleData(ctx: Context): Promise<SampleData & { fresh: boolean }> {
  const { loaded, ...place } = await takePlace(ctx);
  if (!loaded) await fill(ctx, place);
  return complete(ctx, place);
}

/**
 * False if its project was deleted like any other, which leaves the records, or if loading was abandoned long
 * ago.
 */
const isUsable = ({ there, loaded, created_at }: SampleRow, now: number): boolean =>
  there && (loaded === 1 || now - created_at < ABANDONED_MS);

const takePlace = (ctx: Context): Promise<SamplePlace & { loaded: boolean }> =>
  uniqueName('project', () =>
    change<SamplePlace & { loaded: boolean }>(ctx, 'project.create', async (tx) => {
      const { db } = tx;
      await lockAccount(db, ctx.account.id);
      const before = await selectSample(db, ctx.account.id);
      if (before && isUsable(before, ctx.clock.now())) {
        return { result: { ...before, loaded: before.loaded === 1 }, target: null };
      }
      if (before) await clearSample(ctx, tx, before);
      const project = await addProject(ctx, tx, freeName(await selectProjectNames(db, ctx.account.id)));
      const place = {
        project_id: project.id,
        project_number: project.number,
        created_at: project.created_at,
      };
      const records = recordsOf(ctx, place).length;
      await insertSample(db, { account_id: ctx.account.id, ...place, records, loaded: 0 });
      return {
        result: { ...place, loaded: false },
        target: { type: 'project', id: project.id },
        metadata: { name: project.name },
      };
    }),
  );

function freeName(taken: ReadonlySet<string>): string {
  if (!taken.has(NAME)) return NAME;
  let number = 2;
  while (taken.has(`${NAME} ${number}`)) number += 1;
  return `${NAME} ${number}`;
}

async function fill(ctx: Context, place: SamplePlace): Promise<void> {
  const project = { id: place.project_id, number: place.project_number, name: NAME };
  try {
    const records = recordsOf(ctx, place);
    await storeOwnRecords(madeUp(ctx, project), records);
    await saveScores(madeUp(ctx, project), scoresOf(place, records));
  } catch (error) {
    await removeUnfinished(ctx, place.project_id).catch((cause: unknown) => {
      ctx.log.warn({ err: cause, requestId: ctx.origin.requestId }, 'sample data is incomplete');
    });
    throw error;
  }
}

const complete = (ctx: Context, place: SamplePlace): Promise<SampleData & { fresh: boolean }> =>
  change(ctx, 'sample_data.load', async ({ db, enqueue }) => {
    await lockAccount(db, ctx.account.id);
    const row = await selectSample(db, ctx.account.id);
    if (row?.project_id !== place.project_id || !row.there) {
      // It was removed during loading, so records stored after the removal must be deleted too.
      await enqueue(removal(ctx, place));
      return { result: null, target: null };
    }
    const sample = sampleDataOf({ ...row, loaded: 1 });
    if (row.loaded === 1) return { result: { ...sample, fresh: false }, target: null };
    await markLoaded(db, ctx.account.id);
    const project = { accountId: ctx.account.id, projectId: row.project_id };
    for (const { onSampleLoaded } of hooksOf(ctx)) await onSampleLoaded?.(db, project, ctx.clock.now());
    await enqueue(showcase(ctx.account.id, row.project_id));
    // Otherwise the first proposals would appear only on the next day.
    await enqueue(lookForProposals(ctx.account.id, ctx.clock.now()));
    return {
      result: { ...sample, fresh: true },
      target: { type: 'project', id: row.project_id },
      metadata: { records: row.records },
    };
  }).then((result) => {
    if (result) return result;
    throw new AppError(
      'conflict',
      'sample_data_removed',
      'The sample data was removed while it was being loaded. Load it again.',
    );
  });

const BY = 'demo';

/**
 * For `demo`: loads the sample as the owner of the account would, unless it is already loaded. Returns the path of its
 * overview.
 */
export async function loadDemoSample(services: Services, accountId: string): Promise<string | null> {
  const ctx = await asSystem(services, accountId, BY);
  if (!ctx) return null;
  const { projectId } = await loadSampleData(ctx);
  return projectId === null ? null : `/?project=${projectId}&window=7d`;
}

export const sampleDataOf = (row: SampleRow | null): SampleData =>
  row && row.there && row.loaded === 1
    ? { loaded: true, projectId: row.project_id, records: row.records }
    : { loaded: false, projectId: null, records: 0 };
