import { isoTime } from '#lib/clock';
import type { Context } from '#core/context';
import type { ShownScore } from './schemas.ts';
import { openScore } from './score-text.ts';
import { selectSentScore } from './store.ts';
import { shownValue } from './view/present.ts';

/** One score that a client sent, by the client's id. Null if there is none in the project of the request. */
export async function findSentScore(ctx: Context, id: string): Promise<ShownScore | null> {
  const row = await selectSentScore(ctx, id);
  if (!row) return null;
  const keys = row.sealed === null ? null : await ctx.contentKeys.load(ctx.account);
  const { comment, text, metadata } = openScore(keys, id, row.sealed);
  return {
    id,
    name: row.name,
    dataType: row.data_type,
    value: shownValue(row, text),
    comment,
    source: row.source,
    callId: row.call_id,
    traceId: row.trace_id,
    spanId: row.span_id,
    sessionId: row.session_id,
    runId: row.run_id,
    metadata,
    createdAt: isoTime(row.created_at),
  };
}
