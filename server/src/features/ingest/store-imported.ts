// Stores records from an export of this service, with their content. They are redacted, sealed and charged
// like any others. Calls of the current period count towards budgets: an import is no way around them.
import { Pace } from '#lib/yield-to-event-loop';
import { joinContent } from '#content';
import type { Content } from '#core/content/content';
import type { Context } from '#core/context';
import { needsCalls } from '#core/hooks';
import { receiptsOf } from '#services/receipts';
import type { StoredRecord } from '#records';
import { RowGatherer } from './gather-rows.ts';
import { storeRows } from './prepare-and-store.ts';
import { keepMediaOfRecord } from './keep-media.ts';
import { droppedTags, preparation } from './preparation.ts';
import { prepareInPieces } from './prepare.ts';
import { quotaExceeded } from './quota.ts';

export interface ImportedRecord {
  /** The record as the exporting service stored it, without content. */
  record: StoredRecord;
  content: Content | null;
}

/**
 * Stores the records in the project of the context. Known ids are not stored again. Rows that come through the
 * interface are what a client says, so the tags that only the service may set are dropped from them.
 */
export async function storeImported(
  ctx: Context,
  records: readonly ImportedRecord[],
): Promise<{ stored: number; duplicates: number }> {
  const isSent = ctx.actor.type !== 'system';
  const how = await preparation(ctx, isSent ? 'json' : 'service');
  const pace = new Pace();
  const gatherer = new RowGatherer(needsCalls(ctx));
  for (const { record, content } of records) {
    if (pace.isDue) await pace.rest();
    // A stored error is a label unless the content has its message.
    const errorIsLabel = content?.error === undefined;
    const joined = joinContent(record, content);
    if (how.keys !== null && content !== null) await keepMediaOfRecord(ctx, how.project, joined);
    gatherer.take(await prepareInPieces(joined, { ...how, errorIsLabel }, pace));
  }
  const rows = gatherer.rows(how.messages);
  const outcome = await storeRows(ctx, rows);
  if (outcome.status === 'refused') throw quotaExceeded(ctx, outcome);
  const { stored, duplicates } = outcome;
  if (isSent) {
    receiptsOf(ctx).note(
      ctx.account.id,
      { keyId: ctx.actor.id, client: ctx.origin.userAgent ?? '', scope: '', endpoint: 'ingest' },
      {
        accepted: stored,
        duplicates,
        observations: rows.observations,
        unpriced: rows.unpriced,
        rejections: [],
        dropped: droppedTags(how.reservedTags),
      },
    );
  }
  return { stored, duplicates };
}
