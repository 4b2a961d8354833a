import { isoTime } from '#lib/clock';
import type { Context } from '#core/context';
import { selectJobByKey } from '#core/jobs/job-queue';
import type { ExportSchedulesTable, Reader } from '#metadata';
import { maskSecret } from '#services/notifications';
import { openExportKey, readPlaceOfExport } from './place.ts';
import { exportRunKey, nextDailyRun } from './queue.ts';
import type { ExportSchedule, ExportSettings } from './schemas.ts';
import { selectExportSchedule } from './store.ts';

/** `db` may be a transaction, whose changes are then included. */
export async function showExportSettings(ctx: Context, db: Reader = ctx.db): Promise<ExportSettings> {
  const row = await selectExportSchedule(db, ctx.account.id);
  return {
    schedule: row === undefined ? null : await present(ctx, db, row),
    foldersAllowed: ctx.config.exportDir !== null,
    contentAllowed: ctx.account.consents.plaintextStorage,
  };
}

async function present(ctx: Context, db: Reader, row: ExportSchedulesTable): Promise<ExportSchedule> {
  const place = readPlaceOfExport(row);
  const job = await selectJobByKey(db, exportRunKey(row.account_id));
  const state = job === undefined ? 'idle' : job.status === 'running' ? 'running' : 'waiting';
  const next = state === 'waiting' ? (job?.run_at ?? null) : nextDailyRun(ctx.clock.now());
  return {
    enabled: row.enabled === 1,
    content: row.content === 1,
    folder: place.kind === 'folder' ? place.folder : null,
    s3:
      place.kind === 'folder'
        ? null
        : {
            endpoint: place.endpoint,
            region: place.region,
            bucket: place.bucket,
            prefix: place.prefix,
            accessKeyId: shownKey(ctx, row),
          },
    state,
    nextRunAt: row.enabled === 1 && next !== null ? isoTime(next) : null,
    exportedThrough: row.exported_to,
    lastRun: lastRunOf(row),
    rows: row.rows,
    bytes: row.bytes,
    files: row.files,
    createdAt: isoTime(row.created_at),
    updatedAt: isoTime(row.updated_at),
  };
}

/** A key that cannot be opened is replaced by entering another one, so the setting has to be readable. */
function shownKey({ sealer }: Context, row: ExportSchedulesTable): string {
  try {
    return maskSecret(openExportKey(sealer, row)?.accessKeyId ?? '');
  } catch {
    return maskSecret('');
  }
}

function lastRunOf(row: ExportSchedulesTable): ExportSchedule['lastRun'] {
  if (row.run_started_at === null || row.run_finished_at === null) return null;
  return {
    startedAt: isoTime(row.run_started_at),
    finishedAt: isoTime(row.run_finished_at),
    daysWritten: row.run_days,
    error: row.run_error as NonNullable<ExportSchedule['lastRun']>['error'],
    errorDetail: row.run_error_detail,
  };
}
