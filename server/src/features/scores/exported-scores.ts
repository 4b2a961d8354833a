// The scores of many calls, for exports. They are exported without content: without comment, text and
// metadata.
import { chunks } from '#lib/chunks';
import { isoTime } from '#lib/clock';
import type { Context } from '#core/context';
import { criteriaOf } from '#services/criteria';
import type { CallRecord } from '#records';
import { ofTheirProject } from './of-records.ts';
import { nameOf, shownId, shownValue } from './view/present.ts';
import { newestFirst, selectView, type ViewRow } from './view/store.ts';
import type { ShownScore } from './schemas.ts';

type ExportedScore = Pick<ShownScore, 'id' | 'name' | 'dataType' | 'value' | 'source' | 'createdAt'>;

type ScoredCall = Pick<CallRecord, 'id' | 'traceId' | 'spanId'>;

const CALLS_AT_ONCE = 500;
const MAX_PER_CHUNK = 20_000;

/** Scores by call id, newest first. Calls without a score are missing. */
export async function exportedScores(
  ctx: Context,
  calls: readonly ScoredCall[],
): Promise<Map<string, ExportedScore[]>> {
  const criteria = await criteriaOf(ctx.db, ctx.account.id);
  const names = new Map(criteria.map(({ id, name }) => [id, name]));
  const found = new Map<string, ExportedScore[]>();
  const page = { after: null, limit: MAX_PER_CHUNK };
  for (const some of chunks(calls, CALLS_AT_ONCE)) {
    const spanIds = some.flatMap(({ spanId }) => spanId ?? []);
    const selections = [
      { callIds: some.map(({ id }) => id), isSeen: true },
      ...(spanIds.length === 0 ? [] : [{ spans: { ids: spanIds, traceId: null, isAnyTrace: true } }]),
    ];
    const rows = await Promise.all(selections.map((selection) => selectView(ctx, selection, criteria, page)));
    const each = new Map(rows.flat().map((row) => [`${row.arm} ${row.key}`, row]));
    const ours = (await ofTheirProject(ctx, [...each.values()])).toSorted(newestFirst);
    const byId = new Map(some.map((call) => [call.id, call]));
    const bySpan = Map.groupBy(some, ({ spanId }) => spanId);
    for (const row of ours) {
      for (const { id } of callsOf(row, byId, bySpan)) {
        const scores = found.get(id) ?? [];
        scores.push({
          id: shownId(row),
          name: nameOf(row, names),
          dataType: row.data_type,
          value: shownValue(row, null),
          source: row.source,
          createdAt: isoTime(row.created_at),
        });
        found.set(id, scores);
      }
    }
  }
  return found;
}

function callsOf(
  row: ViewRow,
  byId: ReadonlyMap<string, ScoredCall>,
  bySpan: ReadonlyMap<string | null, ScoredCall[]>,
): Set<ScoredCall> {
  const calls = new Set<ScoredCall>();
  const named = row.call_id === null ? undefined : byId.get(row.call_id);
  if (named) calls.add(named);
  if (row.span_id === null) return calls;
  for (const call of bySpan.get(row.span_id) ?? [])
    if (row.trace_id === null || row.trace_id === call.traceId) calls.add(call);
  return calls;
}
