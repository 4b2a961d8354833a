// Stores records that the service itself created for an account. They are redacted, sealed, priced and
// charged like any others. Either all of them are stored or none.
import { Pace } from '#lib/yield-to-event-loop';
import type { Context } from '#core/context';
import { hooksOf } from '#core/hooks';
import type { StoredRecord } from '#records';
import { RowGatherer } from './gather-rows.ts';
import { keepMediaOfRecord } from './keep-media.ts';
import { preparation } from './preparation.ts';
import { prepareInPieces } from './prepare.ts';
import { quotaExceeded } from './quota.ts';
import { learnMessages } from './thread/choose-preparer.ts';

export async function storeOwnRecords(ctx: Context, records: readonly StoredRecord[]): Promise<void> {
  const how = await preparation(ctx, 'service');
  const pace = new Pace();
  const gatherer = new RowGatherer(false);
  for (const record of records) {
    if (pace.isDue) await pace.rest();
    if (how.keys !== null) await keepMediaOfRecord(ctx, how.project, record);
    gatherer.take(await prepareInPieces(record, how, pace));
  }
  const { account } = ctx;
  const { encoded, newMessages } = gatherer.rows(how.messages);
  const outcome = await ctx.records.write({
    account: account.number,
    quota: account.recordQuota,
    encoded,
    returnUsed: true,
  });
  if (outcome.status === 'refused') throw quotaExceeded(ctx, outcome);
  if (outcome.stored > 0) learnMessages(ctx, newMessages);
  for (const { onRecordsStored } of hooksOf(ctx)) onRecordsStored?.(ctx, outcome);
}
