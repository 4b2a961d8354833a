import { isDeepStrictEqual } from 'node:util';
import { change } from '#core/change/change';
import type { Context } from '#core/context';
import { lockAccount } from '#core/lock-account';
import type { ExportSchedulesTable } from '#metadata';
import { checkPlaceOfExport, requireContentConsent, noSchedule } from './check.ts';
import { openExportKey, readPlaceOfExport, sealExportKey, type PlaceOfExport } from './place.ts';
import type { ExportSettings, NewExportSchedule } from './schemas.ts';
import { showExportSettings } from './show.ts';
import { selectExportSchedule, upsertExportSchedule, deleteExportSchedule } from './store.ts';

const NO_RUN = {
  exported_to: null,
  compared_at: null,
  begun_at: null,
  begun_days: 0,
  run_started_at: null,
  run_finished_at: null,
  run_error: null,
  run_error_detail: null,
  run_days: 0,
  rows: 0,
  bytes: 0,
  files: 0,
};

/** Creates or replaces the setting. Another place, or the other choice about content, begins a new export. */
export const setExportSchedule = (ctx: Context, input: NewExportSchedule): Promise<ExportSettings> =>
  change(ctx, 'export_schedule.set', async ({ db }) => {
    const { enabled = true, content = false } = input;
    await lockAccount(db, ctx.account.id);
    const before = await selectExportSchedule(db, ctx.account.id);
    requireContentConsent(ctx, content);
    const { place, key } = checkPlaceOfExport(ctx, input, before);
    const choice = { enabled: enabled ? 1 : 0, content: content ? 1 : 0 } as const;
    const isSamePlace =
      before !== undefined &&
      before.content === choice.content &&
      isDeepStrictEqual(readPlaceOfExport(before), place);
    const isSameKey = before !== undefined && isDeepStrictEqual(storedKey(ctx, before), key);
    if (isSamePlace && isSameKey && before.enabled === choice.enabled)
      return { result: await showExportSettings(ctx, db), target: null };
    const now = ctx.clock.now();
    const row: ExportSchedulesTable = {
      ...(isSamePlace ? before : NO_RUN),
      // A run that is under way notices the change and begins again.
      begun_at: null,
      begun_days: 0,
      ...choice,
      account_id: ctx.account.id,
      place: JSON.stringify(place),
      access_key: key && sealExportKey(ctx.sealer, ctx.account.id, key),
      // Not a count alone: a setting that was deleted and made again is another one.
      version: Math.max(now, (before?.version ?? 0) + 1),
      created_at: before?.created_at ?? now,
      updated_at: now,
    };
    await upsertExportSchedule(db, row);
    return {
      result: await showExportSettings(ctx, db),
      target: { type: 'account', id: ctx.account.id },
      metadata: { enabled, content, place: spoken(place), keyChanged: key !== null && !isSameKey },
    };
  });

/** Undefined if it cannot be opened, so that another key can replace it. */
function storedKey({ sealer }: Context, row: ExportSchedulesTable) {
  try {
    return openExportKey(sealer, row);
  } catch {
    return undefined;
  }
}

/** For the audit log, without a key. */
const spoken = (place: PlaceOfExport): string =>
  place.kind === 'folder' ? `folder ${place.folder}` : `s3://${place.bucket}/${place.prefix}`;

/** Files that were exported stay where they are. A run that is under way ends before its next day. */
export const endExportSchedule = (ctx: Context): Promise<void> =>
  change(ctx, 'export_schedule.delete', async ({ db }) => {
    await lockAccount(db, ctx.account.id);
    const row = await selectExportSchedule(db, ctx.account.id);
    if (!row) throw noSchedule();
    await deleteExportSchedule(db, ctx.account.id);
    return {
      result: undefined,
      target: { type: 'account', id: ctx.account.id },
      metadata: { place: spoken(readPlaceOfExport(row)) },
    };
  });
