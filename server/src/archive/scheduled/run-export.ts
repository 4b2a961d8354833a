// One run of a scheduled export. It continues where an earlier attempt stopped, because the manifest says
// which days are done, so a kill at any moment costs at most one day of work.
import { AppError } from '#lib/app-error';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#lib/clock';
import { changeAs } from '#core/change/change';
import type { Context, SystemContext } from '#core/context';
import { toAppError } from '#core/failure';
import { Postponed } from '#core/jobs/job';
import { jobSlice } from '#core/jobs/job-slice';
import { inAccount } from '#features/operator';
import type { ExportSchedulesTable } from '#metadata';
import { alone } from '../alone.ts';
import { exportData, type DataExportReport } from '../export-data.ts';
import { dayOf, startOfDay } from '../format.ts';
import { exportFaultOf } from './faults.ts';
import { openExportKey, readPlaceOfExport, targetOfExport } from './place.ts';
import { selectExportSchedule, updateExportRun } from './store.ts';

/** Records that arrive this many days late are exported by the next daily run. */
const LATE_DAYS = 7;
/** All days are compared this often, so that erasures, new prices and very late records reach the export. */
const COMPARE_EVERY_MS = 7 * DAY_MS - HOUR_MS;
/** After this time another account has its turn. */
const SLICE_MS = 10 * MINUTE_MS;
const SOON_MS = SECOND_MS;

/** Days that are over, so that each file is written about once. */
function windowOf(row: ExportSchedulesTable, now: number) {
  const to = dayOf(now - DAY_MS);
  const isDue = row.compared_at === null || now - row.compared_at >= COMPARE_EVERY_MS;
  if (row.exported_to === null || isDue) return { to, isWhole: true };
  const from = dayOf(startOfDay(row.exported_to) - (LATE_DAYS - 1) * DAY_MS);
  return { from: from < to ? from : to, to, isWhole: false };
}

export async function runScheduledExport(
  system: SystemContext,
  accountId: string,
  signal: AbortSignal,
  sliceMs = SLICE_MS,
): Promise<void> {
  const row = await selectExportSchedule(system.db, accountId);
  if (!row || row.enabled === 0) return;
  const ctx = await inAccount(system, accountId);
  const begun = { at: row.begun_at ?? ctx.clock.now(), days: row.begun_days };
  if (row.begun_at === null)
    await ctx.metadata.transaction((db) => updateExportRun(db, row, { begun_at: begun.at }));
  // Stored after each day, because a kill leaves no time for it.
  const noteDays = async (written: number): Promise<void> => {
    if (begun.days === row.begun_days + written) return;
    begun.days = row.begun_days + written;
    await ctx.metadata.transaction((db) => updateExportRun(db, row, { begun_days: begun.days }));
  };
  try {
    const report = await exportSlice(ctx, row, signal, sliceMs, noteDays);
    begun.days = row.begun_days + report.written;
    await noteDone(ctx, row, begun, report);
  } catch (thrown) {
    if (signal.aborted || thrown instanceof Postponed) throw thrown;
    await noteFault(ctx, row, begun, toAppError(thrown));
  }
}

/** The run over all its slices. */
interface BegunRun {
  at: number;
  days: number;
}

const endedRun = ({ at, days }: BegunRun, now: number) => ({
  begun_at: null,
  begun_days: 0,
  run_started_at: at,
  run_finished_at: now,
  run_days: days,
});

interface SliceReport extends DataExportReport {
  /** All days were compared. */
  isWhole: boolean;
  /** The last day. */
  to: string;
}

async function exportSlice(
  ctx: Context,
  row: ExportSchedulesTable,
  signal: AbortSignal,
  sliceMs: number,
  noteDays: (written: number) => Promise<void>,
): Promise<SliceReport> {
  const { isOver } = jobSlice(sliceMs, signal);
  const { isWhole, ...window } = windowOf(row, ctx.clock.now());
  const key = openExportKey(ctx.sealer, row);
  const target = targetOfExport(ctx, row.account_id, readPlaceOfExport(row), key, { signal });
  const beforeDay = async (written: number): Promise<void> => {
    await noteDays(written);
    const now = await selectExportSchedule(ctx.db, row.account_id);
    if (now?.version !== row.version)
      throw new Postponed('export_changed', 'The setting was changed meanwhile.', SOON_MS);
    if (written > 0 && isOver())
      throw new Postponed('export_continues', 'Other exports have their turn.', SOON_MS);
  };
  try {
    const order = { target, ...window, content: row.content === 1, signal, beforeDay };
    return { ...(await alone(ctx, target, () => exportData(ctx, order))), isWhole, to: window.to };
  } catch (error) {
    const reason = error instanceof AppError ? error.reason : null;
    if (reason === 'export_running' || reason === 'stopping')
      throw new Postponed(reason, 'The export waits for another one, or for the next start.', MINUTE_MS);
    throw error;
  }
}

async function noteDone(
  ctx: Context,
  row: ExportSchedulesTable,
  begun: BegunRun,
  report: SliceReport,
): Promise<void> {
  const { rows, bytes, files, written, removed, isWhole, place, content } = report;
  const now = ctx.clock.now();
  const by = { accountId: row.account_id, actor: ctx.actor, origin: null };
  await changeAs(ctx, by, 'data.export', async ({ db }) => {
    await updateExportRun(db, row, {
      ...endedRun(begun, now),
      exported_to: report.to,
      ...(isWhole && { compared_at: now }),
      run_error: null,
      run_error_detail: null,
      rows: rows.calls + rows.observations + rows.scores,
      bytes,
      files,
    });
    return {
      result: null,
      target: { type: 'account', id: row.account_id },
      metadata: { place, content, rows, written, removed, scheduled: true },
    };
  });
}

/**
 * A fault that may pass is thrown on, so that the queue tries again; for others the next day is early enough.
 */
async function noteFault(
  ctx: Context,
  row: ExportSchedulesTable,
  begun: BegunRun,
  thrown: AppError,
): Promise<void> {
  const { error, errorDetail, mayPass } = exportFaultOf(thrown);
  await ctx.metadata.transaction((db) =>
    updateExportRun(db, row, {
      ...endedRun(begun, ctx.clock.now()),
      run_error: error,
      run_error_detail: errorDetail,
    }),
  );
  if (mayPass) throw thrown;
  ctx.log.warn({ accountId: row.account_id, error, errorDetail }, 'scheduled export failed');
}
