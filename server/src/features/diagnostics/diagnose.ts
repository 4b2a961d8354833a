import { DAY_MS, HOUR_MS, isoTime } from '#lib/clock';
import type { Context } from '#core/context';
import { mergedCallsOf } from '#services/merged-calls';
import { receiptsOf } from '#services/receipts';
import { hintsFor } from './hints.ts';
import type { Diagnostics, MERGE_REASONS } from './schemas.ts';
import { selectKeyNames } from './store.ts';
import { summarizeReceipts } from './summarize.ts';

const MAX_SOURCES = 200;
const MAX_MERGED = 200;

/** Covers at least the last 24 hours, because counts are by whole hours. */
export async function diagnose(ctx: Context): Promise<Diagnostics> {
  const { account, project, config } = ctx;
  const to = ctx.clock.now();
  const from = to - DAY_MS - (to % HOUR_MS);
  const [all, merged, keyNames] = await Promise.all([
    receiptsOf(ctx).read(account.id, from),
    mergedCallsOf(ctx).read(account.id, project?.number ?? null, from, MAX_MERGED),
    selectKeyNames(ctx.db, account.id, project?.id ?? null),
  ]);
  const rows = project === null ? all : all.filter((row) => keyNames.has(row.key_id));
  const { totals, sources, hours } = summarizeReceipts(rows, keyNames, from, to);
  const codedHints = hintsFor({
    totals,
    sources,
    providers: config.providers,
    url: config.publicUrl,
    sameSpans: merged.filter((row) => row.is_merged === 0).length,
    ofProject: project !== null,
  });
  return {
    from: isoTime(from),
    to: isoTime(to),
    totals,
    sources: sources.slice(0, MAX_SOURCES),
    hours,
    merged: merged.map((row) => ({
      id: row.call_id,
      duplicateOf: row.kept_id,
      reason: row.reason as (typeof MERGE_REASONS)[number],
      counted: row.is_merged === 0,
      at: isoTime(row.noted_at),
    })),
    hints: codedHints.map(({ message }) => message),
    codedHints,
  };
}
