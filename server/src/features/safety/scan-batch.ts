// POST /v1/safety-assessments/scan-batch: classifies the newest calls without an assessment while the caller
// waits.
import { MINUTE_MS } from '#lib/clock';
import { change } from '#core/change/change';
import type { Context } from '#core/context';
import { hit, requireAllowed, type RateRule } from '#core/access/rate-limit';
import { classifierId } from './classifier/classify.ts';
import { requireClassifier, requireScannable } from './prerequisites.ts';
import { addCounts, CALLS_AT_ONCE, NOTHING_SCANNED, scanCalls, type ScanAs } from './scan/scan-calls.ts';
import { unassessed } from './scan/unassessed.ts';
import type { ScanCounts, ScanOrder } from './schemas.ts';

const LIMIT: RateRule = { name: 'safety-scan-batch', limit: 30, windowMs: MINUTE_MS };
const DEFAULT_RECORDS = 50;
/** After this time no new work starts; the rest waits for the next scan. */
const MAX_MS = MINUTE_MS;

export async function scanBatch(
  ctx: Context,
  { maxRecords = DEFAULT_RECORDS }: ScanOrder,
  signal: AbortSignal,
): Promise<ScanCounts> {
  requireScannable(ctx.account);
  requireAllowed(await hit(ctx, LIMIT, ctx.account.id), `At most ${LIMIT.limit} batch scans a minute.`);
  const classifier = requireClassifier(ctx.config);
  const tally: Tally = { counts: NOTHING_SCANNED };
  const audit = (outcome: 'done' | 'failed') =>
    change(ctx, 'safety.scan_batch_run', async () => ({
      result: undefined,
      target: { type: 'account', id: ctx.account.id },
      metadata: { outcome, maxRecords, classifier: classifierId(classifier), ...tally.counts },
    }));
  try {
    await scanNewest(ctx, maxRecords, { classifier, source: 'on_demand', signal }, tally);
  } catch (error) {
    // Content has already left the service.
    if (tally.counts.scanned > 0) await audit('failed');
    throw error;
  }
  await audit('done');
  return tally.counts;
}

interface Tally {
  /** Counts so far. */
  counts: ScanCounts;
}

/**
 * Calls with content come first, because calls without content appear in every scan and would block it. Calls
 * that another process is classifying are skipped.
 */
async function scanNewest(ctx: Context, maxRecords: number, as: ScanAs, tally: Tally): Promise<void> {
  const until = performance.now() + MAX_MS;
  let bare = 0;
  let over = false;
  for await (const page of unassessed(ctx, classifierId(as.classifier))) {
    bare += page.filter(({ hasContent }) => !hasContent).length;
    let open = page.filter(({ hasContent }) => hasContent);
    while (open.length > 0 && !over) {
      const next = open.slice(0, Math.min(CALLS_AT_ONCE, maxRecords - tally.counts.scanned));
      open = open.slice(next.length);
      const scanned = await scanCalls(ctx, next, as);
      tally.counts = addCounts(tally.counts, scanned.counts);
      over = tally.counts.scanned >= maxRecords || scanned.stuck || performance.now() > until;
    }
    if (over || as.signal.aborted || performance.now() > until) break;
  }
  const skipped = Math.min(bare, maxRecords - tally.counts.scanned);
  tally.counts = addCounts(tally.counts, { ...NOTHING_SCANNED, scanned: skipped, skipped });
}
