import { AppError } from '#lib/app-error';
import { change } from '#core/change/change';
import type { Context } from '#core/context';
import { hastenJob, selectJobByKey } from '#core/jobs/job-queue';
import { lockAccount } from '#core/lock-account';
import { noSchedule } from './check.ts';
import { exportRun, exportRunKey } from './queue.ts';
import type { ExportSettings } from './schemas.ts';
import { showExportSettings } from './show.ts';
import { selectExportSchedule } from './store.ts';

export const runExportNow = (ctx: Context): Promise<ExportSettings> =>
  change(ctx, 'export_schedule.run', async ({ db, enqueue }) => {
    const accountId = ctx.account.id;
    await lockAccount(db, accountId);
    const row = await selectExportSchedule(db, accountId);
    if (!row) throw noSchedule();
    if (row.enabled === 0)
      throw new AppError('conflict', 'export_disabled', 'The scheduled export is switched off.');
    const key = exportRunKey(accountId);
    if ((await selectJobByKey(db, key))?.status === 'running')
      throw new AppError('conflict', 'export_running', 'The export is running.');
    // A run that waits for its next attempt is brought forward.
    if (!(await hastenJob(db, ctx.clock, key))) await enqueue(exportRun(accountId));
    return {
      result: await showExportSettings(ctx, db),
      target: { type: 'account', id: accountId },
    };
  });
