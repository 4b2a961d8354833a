import { change } from '#core/change/change';
import type { Context } from '#core/context';
import { lockAccount } from '#core/lock-account';
import { noSchedule } from './check.ts';
import { readPlaceOfExport } from './place.ts';
import { spoken } from './set.ts';
import { deleteExportSchedule, selectExportSchedule } from './store.ts';

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
