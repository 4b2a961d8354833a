// Stores records from an export of this service, with their content. They are redacted, sealed and charged
// like any others. Other modules do not receive them as new calls, because budgets and alerts concern current
// calls.
import { Pace } from '#lib/yield-to-event-loop';
import { joinContent } from '#content';
import type { Content } from '#core/content/content';
import type { Context } from '#core/context';
import { hooksOf } from '#core/hooks';
import type { Incoming, StoredRecord } from '#records';
import { preparation } from './preparation.ts';
import { prepareInPieces } from './prepare.ts';
import { quotaExceeded } from './quota.ts';

export interface ImportedRecord {
  /** The record as the exporting service stored it, without content. */
  record: StoredRecord;
  content: Content | null;
}

/** Stores the records in the project of the context. Known ids are not stored again. */
export async function storeImported(
  ctx: Context,
  records: readonly ImportedRecord[],
): Promise<{ stored: number; duplicates: number }> {
  const how = await preparation(ctx, 'service');
  const pace = new Pace();
  const incoming: Incoming[] = [];
  for (const { record, content } of records) {
    if (pace.isDue) await pace.rest();
    // A stored error is a label unless the content has its message.
    const errorIsLabel = content?.error === undefined;
    incoming.push(await prepareInPieces(joinContent(record, content), { ...how, errorIsLabel }, pace));
  }
  const { account } = ctx;
  const outcome = await ctx.records.write({
    account: account.number,
    quota: account.recordQuota,
    records: incoming,
    tellUsed: true,
  });
  if (outcome.status === 'refused') throw quotaExceeded(ctx, outcome);
  for (const { onRecordsStored } of hooksOf(ctx)) onRecordsStored?.(ctx, outcome);
  return { stored: outcome.stored, duplicates: outcome.duplicates };
}
