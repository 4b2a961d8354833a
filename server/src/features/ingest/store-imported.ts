// Stores records that an export of this service has, with the content that it has of them. They are redacted, sealed and
// charged like any others, but other modules do not hear of them as of new calls: a budget or an alert is about now.
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
  /** As it was stored, without content. */
  record: StoredRecord;
  content: Content | null;
}

/** Into the project of the context. Known ids are not stored again. */
export async function storeImported(
  ctx: Context,
  records: readonly ImportedRecord[],
): Promise<{ stored: number; duplicates: number }> {
  const how = await preparation(ctx, 'service');
  const pace = new Pace();
  const incoming: Incoming[] = [];
  for (const { record, content } of records) {
    if (pace.isDue) await pace.rest();
    // A stored error is a label unless its message is content beside it.
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
