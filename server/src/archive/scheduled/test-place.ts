// Writes, finds and removes a small file, so that people learn of a wrong key now and not in the night.
import { randomUUID } from 'node:crypto';
import { SECOND_MS } from '#lib/clock';
import { sha256Of } from '#lib/storage/target';
import { toAppError } from '#core/failure';
import type { Context } from '#core/context';
import { limitTests } from '#services/notifications';
import { checkPlaceOfExport, noSchedule } from './check.ts';
import { exportFaultOf } from './faults.ts';
import { openExportKey, readPlaceOfExport, targetOfExport } from './place.ts';
import type { ExportTarget, ExportTest } from './schemas.ts';
import { selectExportSchedule } from './store.ts';

const TIMEOUT_MS = 10 * SECOND_MS;

/** Tests the place that was sent, or the stored one. */
export async function testExportPlace(
  ctx: Context,
  asked: ExportTarget,
  signal: AbortSignal,
): Promise<ExportTest> {
  await limitTests(ctx, 'test-export');
  const stored = await selectExportSchedule(ctx.db, ctx.account.id);
  const isAsked = asked.folder !== undefined || asked.s3 !== undefined;
  if (!isAsked && !stored) throw noSchedule();
  try {
    const { place, key } =
      isAsked || !stored
        ? checkPlaceOfExport(ctx, asked, stored)
        : { place: readPlaceOfExport(stored), key: openExportKey(ctx.sealer, stored) };
    const options = { retries: 0, timeoutMs: TIMEOUT_MS, signal };
    const target = targetOfExport(ctx, ctx.account.id, place, key, options);
    const name = `tracewell-test-${randomUUID()}.txt`;
    const bytes = Buffer.from('Tracewell can write here. This file can be deleted.\n');
    await target.write(name, bytes);
    const found = await target.sha256(name);
    await target.remove(name);
    // A key that may not list the bucket is refused here, as it would be when a run looks for its manifest.
    await target.sha256(name);
    return found === sha256Of(bytes)
      ? { ok: true, error: null, errorDetail: null }
      : { ok: false, error: 's3_unavailable', errorDetail: 'x-amz-meta-sha256' };
  } catch (thrown) {
    const error = toAppError(thrown);
    // What was sent is wrong, so the answer names its field.
    if (error.details !== undefined || error.status === 400) throw error;
    if (error.code === 'internal') ctx.log.warn({ err: thrown }, 'test of an export failed');
    const { error: code, errorDetail } = exportFaultOf(error);
    if (code === 'folders_not_allowed') throw error;
    return { ok: false, error: code, errorDetail };
  }
}
