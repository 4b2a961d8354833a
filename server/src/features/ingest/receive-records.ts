// POST /v1/ingest: each record is accepted or rejected on its own. Accepted records are on disk before the
// response is sent.
import type { Context } from '#core/context';
import { receiptsOf } from '#services/receipts';
import type { RawBody } from '#core/endpoint';
import { noteNamedSpans } from './duplicate-spans/duplicate-check.ts';
import type { MadeRecords } from './make-records.ts';
import { prepareRecords, storeRows } from './prepare-and-store.ts';
import { quotaExceeded } from './quota.ts';

interface IngestAnswer {
  accepted: number;
  rejected: MadeRecords['rejected'];
}

export async function receiveRecords(ctx: Context, { bytes }: RawBody): Promise<IngestAnswer> {
  const { rows, rejected, rejections, spans, request, dropped } = await prepareRecords(ctx, bytes);
  const { count: accepted } = rows;
  const outcome = await storeRows(ctx, rows);
  if (outcome.status === 'refused') throw quotaExceeded(ctx, outcome);
  if (spans.length > 0) noteNamedSpans(ctx, request.project, request.receivedAtMs, spans);
  receiptsOf(ctx).note(
    ctx.account.id,
    { keyId: ctx.actor.id, client: ctx.origin.userAgent ?? '', scope: '', endpoint: 'ingest' },
    {
      accepted: outcome.stored,
      duplicates: outcome.duplicates,
      observations: 0,
      unpriced: 0,
      rejections,
      dropped,
    },
  );
  return { accepted, rejected };
}
