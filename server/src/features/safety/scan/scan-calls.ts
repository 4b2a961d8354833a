// Classifies a few calls: claims them, so that no one else pays for them at the same time, decrypts and
// classifies them, and saves the result before the claim ends.
import { randomUUID } from 'node:crypto';
import { MINUTE_MS } from '#lib/clock';
import type { ModerationConfig } from '#config';
import type { Context } from '#core/context';
import { classifierId, classifyTexts, type Classified } from '../classifier/classify.ts';
import type { ScanCounts, ScanSource } from '../schemas.ts';
import { insertAssessments } from '../store.ts';
import { openScanTexts, type OpenedTexts } from './open-texts.ts';
import { claimScans, releaseClaims } from './store.ts';
import type { ScannableCall } from './records.ts';

/** Calls per batch; their content is in memory at once. */
export const CALLS_AT_ONCE = 32;
/** Longer than a batch can take. The claim of a dead process ends after this time. */
const CLAIM_MS = 10 * MINUTE_MS;

export interface ScanAs {
  classifier: ModerationConfig;
  source: ScanSource;
  signal: AbortSignal;
}

export interface Scanned {
  counts: ScanCounts;
  /** Calls without further work: assessed by any process, without content, or never classifiable. */
  settled: Set<string>;
  /** Nothing could be assessed, so more calls would only add failures. */
  stuck: boolean;
}

export const NOTHING_SCANNED: ScanCounts = { scanned: 0, assessed: 0, flagged: 0, failures: 0, skipped: 0 };

export const addCounts = (left: ScanCounts, right: ScanCounts): ScanCounts => ({
  scanned: left.scanned + right.scanned,
  assessed: left.assessed + right.assessed,
  flagged: left.flagged + right.flagged,
  failures: left.failures + right.failures,
  skipped: left.skipped + right.skipped,
});

export async function scanCalls(ctx: Context, calls: readonly ScannableCall[], as: ScanAs): Promise<Scanned> {
  const { metadata, clock, account, log } = ctx;
  const classifier = classifierId(as.classifier);
  const holder = randomUUID();
  const now = clock.now();
  const withContent = calls.filter(({ hasContent }) => hasContent);
  const { mine, done } = await metadata.transaction((db) =>
    claimScans(
      db,
      { accountId: account.id, classifier, holder, now, until: now + CLAIM_MS },
      withContent.map(({ id }) => id),
    ),
  );
  try {
    const claimed = withContent.filter(({ id }) => mine.has(id));
    const opened = await openScanTexts(ctx, claimed);
    const classified = await classifyTexts(ctx, as.classifier, opened.texts, as.signal);
    const added = await metadata.transaction(async (db) => {
      const rows = await insertAssessments(db, rowsOf(ctx, claimed, classified, classifier, as.source));
      await releaseClaims(db, holder);
      return rows;
    });
    logFailures(ctx, classifier, classified, opened);
    const bare = calls.filter(({ hasContent }) => !hasContent).map(({ id }) => id);
    return outcomeOf(added, classified, opened, done, bare);
  } catch (error) {
    await metadata
      .transaction((db) => releaseClaims(db, holder))
      .catch((left: unknown) =>
        log.warn({ err: left }, 'claims on calls could not be released and will expire'),
      );
    throw error;
  }
}

function outcomeOf(
  added: readonly { flagged: boolean }[],
  classified: ReadonlyMap<string, Classified>,
  opened: OpenedTexts,
  done: ReadonlySet<string>,
  bare: readonly string[],
): Scanned {
  const settled = new Set([...done, ...bare, ...opened.bare, ...opened.unreadable]);
  let failed = 0;
  for (const [id, each] of classified) {
    if (!each.ok) failed += 1;
    if (each.ok || each.reason === 'refused') settled.add(id);
  }
  const assessed = added.length;
  const failures = failed + opened.unreadable.size;
  const skipped = bare.length + opened.bare.size;
  return {
    counts: {
      scanned: assessed + failures + skipped,
      assessed,
      flagged: added.filter(({ flagged }) => flagged).length,
      failures,
      skipped,
    },
    settled,
    stuck: assessed === 0 && [...classified].some(([id, each]) => !each.ok && !settled.has(id)),
  };
}

const rowsOf = (
  { account, clock }: Context,
  calls: readonly ScannableCall[],
  classified: ReadonlyMap<string, Classified>,
  classifier: string,
  source: ScanSource,
) =>
  calls.flatMap(({ id, timestampMs, project }) => {
    const each = classified.get(id);
    if (!each?.ok) return [];
    const { labels, score, reasoning, code, values } = each.conclusion;
    return [
      {
        account_id: account.id,
        project_number: project,
        call_id: id,
        call_timestamp: timestampMs,
        classifier_id: classifier,
        source,
        labels: JSON.stringify(labels),
        flagged: labels.length > 0 ? (1 as const) : (0 as const),
        score,
        reasoning,
        figures: JSON.stringify({ code, values }),
        created_at: clock.now(),
      },
    ];
  });

/** Logs failures by reason, without content: one line per scan. */
function logFailures(
  { log, account }: Context,
  classifier: string,
  classified: ReadonlyMap<string, Classified>,
  { unreadable }: OpenedTexts,
): void {
  const failures = new Map<string, number>();
  const count = (reason: string) => failures.set(reason, (failures.get(reason) ?? 0) + 1);
  for (const each of classified.values())
    if (!each.ok) count(each.status === null ? each.reason : `${each.reason} (HTTP ${each.status})`);
  for (const _ of unreadable) count('content_unreadable');
  if (failures.size === 0) return;
  log.warn(
    { account: account.id, classifier, failures: Object.fromEntries(failures) },
    'calls could not be classified',
  );
}
