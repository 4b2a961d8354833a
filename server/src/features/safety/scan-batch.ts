// POST /v1/safety-assessments/scan-batch: the newest calls that have no assessment yet, now, while somebody waits.
import { MINUTE_MS } from '#lib/clock';
import { change } from '#core/change';
import type { Context } from '#core/context';
import { hit, requireAllowed, type RateRule } from '#core/rate-limit';
import { classifierId } from './classifier/classify.ts';
import { requireClassifier, requireScannable } from './prerequisites.ts';
import { addCounts, CALLS_AT_ONCE, NOTHING_SCANNED, scanCalls, type ScanAs } from './scan/scan-calls.ts';
import { unassessed } from './scan/unassessed.ts';
import type { ScanCounts, ScanOrder } from './schemas.ts';

const LIMIT: RateRule = { name: 'safety-scan-batch', limit: 30, windowMs: MINUTE_MS };
const DEFAULT_RECORDS = 50;
/** After this nothing more is begun: what is left then is left to the next scan. */
const MOST_MS = MINUTE_MS;

export async function scanBatch(
  ctx: Context,
  { maxRecords = DEFAULT_RECORDS }: ScanOrder,
  gone: AbortSignal,
): Promise<ScanCounts> {
  requireScannable(ctx.account);
  requireAllowed(
    await hit(ctx.metadata, ctx.clock, LIMIT, ctx.account.id),
    `At most ${LIMIT.limit} batch scans a minute.`,
  );
  const classifier = requireClassifier(ctx.config);
  const tally: Tally = { counts: NOTHING_SCANNED };
  const audit = (outcome: 'done' | 'failed') =>
    change(ctx, 'safety.scan_batch_run', async () => ({
      result: undefined,
      target: { type: 'account', id: ctx.account.id },
      metadata: { outcome, maxRecords, classifier: classifierId(classifier), ...tally.counts },
    }));
  try {
    await scanNewest(ctx, maxRecords, { classifier, source: 'on_demand', signal: gone }, tally);
  } catch (error) {
    // Content has left the service all the same.
    if (tally.counts.scanned > 0) await audit('failed');
    throw error;
  }
  await audit('done');
  return tally.counts;
}

interface Tally {
  /** So far. */
  counts: ScanCounts;
}

/**
 * Those that have content come first: the others are there again with every scan, and would keep it from ever getting beyond them.
 * What somebody else is asking about just now is left to them.
 */
async function scanNewest(ctx: Context, maxRecords: number, as: ScanAs, tally: Tally): Promise<void> {
  const until = performance.now() + MOST_MS;
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
