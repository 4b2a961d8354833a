// Exports an account or a project, day by day. A run on an older export writes only days that are new or
// whose records have changed since, so a run that was killed continues, and late records arrive with the next
// run.
import { AppError, invalid } from '#lib/app-error';
import type { DataTarget } from '#lib/storage/target';
import type { Context } from '#core/context';
import { scopeOf } from '#services/record-access';
import { openExport, type ExportManifest } from './export-manifest.ts';
import {
  dayOf,
  endOfDay,
  partPath,
  requireDay,
  startOfDay,
  type ArchiveManifest,
  type DataTable,
} from './format.ts';
import { dataSources, type DataSource } from './sources.ts';

interface DataExportOrder {
  target: DataTarget;
  /** First and last day, in UTC. By default from the oldest record to today. */
  from?: string | undefined;
  to?: string | undefined;
  /** With messages, arguments and results. The account must store them. */
  content: boolean;
  signal: AbortSignal;
  /**
   * Called before each day with the days written so far. It ends the run by throwing; a later run continues
   * it.
   */
  beforeDay?: (written: number) => Promise<void>;
}

export interface DataExportReport {
  place: string;
  window: ArchiveManifest['window'];
  content: boolean;
  /** Days of a table, in this run. */
  written: number;
  kept: number;
  removed: number;
  /** In the whole export. */
  rows: Record<DataTable, number>;
  files: number;
  bytes: number;
}

/** Exports the project of the context, or the whole account. */
export async function exportData(ctx: Context, order: DataExportOrder): Promise<DataExportReport> {
  const { target, content, signal } = order;
  requireContentStored(ctx, content);
  const window = exportWindow(ctx, order);
  const manifest = await openExport(ctx, target, { content, window });
  const report = { written: 0, kept: 0, removed: 0 };
  const beforeDay = async (): Promise<void> => {
    stopIfAsked(ctx, signal);
    await order.beforeDay?.(report.written);
  };
  for (const source of dataSources(ctx, content))
    await exportTable({ ctx, target, manifest, window, signal, report, beforeDay }, source);
  await manifest.save(true);
  return { place: target.place, window: manifest.window, content, ...report, ...manifest.totals() };
}

export function requireContentStored({ account }: Context, content: boolean): void {
  if (!content || account.consents.plaintextStorage) return;
  throw new AppError(
    'conflict',
    'content_not_stored',
    `${account.name} does not store messages, so they cannot be exported. Export without content.`,
  );
}

export function exportWindow(
  ctx: Context,
  { from, to }: Pick<DataExportOrder, 'from' | 'to'>,
): ArchiveManifest['window'] {
  const window = {
    from: from === undefined ? dayOf(Math.max(0, scopeOf(ctx).sinceMs)) : requireDay('from', from),
    to: to === undefined ? dayOf(ctx.clock.now()) : requireDay('to', to),
  };
  if (window.from > window.to) throw invalid('to', 'to must not be earlier than from.');
  return window;
}

interface ExportRun {
  ctx: Context;
  target: DataTarget;
  manifest: ExportManifest;
  window: ArchiveManifest['window'];
  signal: AbortSignal;
  report: Pick<DataExportReport, 'written' | 'kept' | 'removed'>;
  beforeDay: () => Promise<void>;
}

async function exportTable(run: ExportRun, source: DataSource): Promise<void> {
  const { ctx, target, manifest, window, signal, report, beforeDay } = run;
  const { table } = source;
  const { sinceMs } = scopeOf(ctx);
  // Records that retention deletes stay in the export, because that is the purpose of an archive.
  const isFading = (day: string): boolean => startOfDay(day) <= sinceMs;
  const days = await source.days({ startMs: startOfDay(window.from), endMs: endOfDay(window.to) });
  for (const { day, mark } of days) {
    await beforeDay();
    const before = manifest.day(table, day);
    const isSame = before !== null && (before.mark === mark || isFading(day));
    if (isSame && (await isWhole(run, table, day))) {
      report.kept += 1;
      continue;
    }
    const files = await source.write(target, day, signal);
    await removeParts(run, table, day, files.length);
    await manifest.put({ table, day, mark }, files);
    report.written += 1;
  }
  const there = new Set(days.map(({ day }) => day));
  for (const { day, mark } of manifest.daysOf(table)) {
    if (there.has(day) || day < window.from || day > window.to || isFading(day)) continue;
    await beforeDay();
    await removeParts(run, table, day, 0);
    await manifest.put({ table, day, mark }, []);
    report.removed += 1;
  }
}

function stopIfAsked({ lifecycle }: Context, signal: AbortSignal): void {
  signal.throwIfAborted();
  if (lifecycle.stopping)
    throw new AppError(
      'unavailable',
      'stopping',
      'The service is stopping. Run the export again: it continues.',
    );
}

/** Whether all files of the day exist unchanged. */
async function isWhole({ target, manifest }: ExportRun, table: DataTable, day: string): Promise<boolean> {
  for (const { path, sha256 } of manifest.files(table, day))
    if ((await target.sha256(path)) !== sha256) return false;
  return true;
}

/** Call before the manifest drops them. It also removes files that a killed run wrote but did not list. */
async function removeParts(
  { target, manifest }: ExportRun,
  table: DataTable,
  day: string,
  from: number,
): Promise<void> {
  const known = manifest.files(table, day).length;
  for (let part = from; ; part += 1) {
    const path = partPath(table, day, part);
    if (part >= known && (await target.sha256(path)) === null) return;
    await target.remove(path);
  }
}
