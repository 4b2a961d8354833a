// The scores of one call, trace or session, to show with it. The caller has read the record within its scope.
import { chunks } from '#lib/chunks';
import type { Context } from '#core/context';
import { criteriaOf } from '#services/criteria';
import { scopeOf } from '#services/record-access';
import { selectScoredRecords } from './records.ts';
import { recordOf, refsOf } from './refs.ts';
import type { ShownScore } from './schemas.ts';
import { presentScores } from './view/present.ts';
import { ARMS, newestFirst, selectView, type ScoreSelection, type ViewRow } from './view/store.ts';

/** Only the newest scores are shown. */
const MAX_SHOWN = 200;

interface SpanIds {
  id: string;
  spanId: string | null;
}

export const scoresOfCall = (
  ctx: Context,
  { id, spanId, traceId }: SpanIds & { traceId: string | null },
): Promise<ShownScore[]> =>
  shown(ctx, [
    { callId: id, isSeen: true },
    ...(spanId === null ? [] : [{ spans: { ids: [spanId], traceId } }]),
  ]);

/** Scores of the whole trace and of these spans of it. */
export const scoresOfTrace = (
  ctx: Context,
  traceId: string,
  spans: readonly SpanIds[],
): Promise<ShownScore[]> => {
  const spanIds = spans.flatMap(({ spanId }) => spanId ?? []);
  return shown(ctx, [
    { traceId, isSeen: true },
    { callIds: spans.map(({ id }) => id), isSeen: true },
    ...(spanIds.length === 0 ? [] : [{ spans: { ids: spanIds, traceId } }]),
  ]);
};

const CALLS_AT_ONCE = 500;
const MAX_PER_CHUNK = 5_000;

interface ScoredTrace {
  traceId: string;
  /** Calls whose scores count too. */
  callIds: readonly string[];
}

/** The newest `most` scores of each trace, by trace id. Traces without a score are missing. */
export async function scoresOfTraces(
  ctx: Context,
  traces: readonly ScoredTrace[],
  most: number,
): Promise<Map<string, ShownScore[]>> {
  if (traces.length === 0) return new Map();
  const traceOf = new Map(traces.flatMap(({ traceId, callIds }) => callIds.map((id) => [id, traceId])));
  const known = new Set(traces.map(({ traceId }) => traceId));
  const criteria = await criteriaOf(ctx.db, ctx.account.id);
  const selections: ScoreSelection[] = [
    { traceIds: [...known], isSeen: true },
    ...[...chunks([...traceOf.keys()], CALLS_AT_ONCE)].map((callIds) => ({ callIds, isSeen: true })),
  ];
  const rows = await rowsOf(ctx, selections, criteria, MAX_PER_CHUNK);
  const byTrace = Map.groupBy(rows.toSorted(newestFirst), (row) =>
    row.trace_id !== null && known.has(row.trace_id) ? row.trace_id : (traceOf.get(row.call_id ?? '') ?? ''),
  );
  const newest = [...byTrace].map(([traceId, found]) => [traceId, found.slice(0, most)] as const);
  const shownRows = await presentScores(
    ctx,
    newest.flatMap(([, found]) => found),
    criteria,
  );
  let from = 0;
  return new Map(
    newest.map(([traceId, { length }]) => [traceId, shownRows.slice(from, (from += length))] as const),
  );
}

/** Without the scores of its calls. */
export const scoresOfSession = (ctx: Context, sessionId: string): Promise<ShownScore[]> =>
  shown(ctx, [{ sessionId, isWhole: true }]);

async function shown(ctx: Context, selections: readonly ScoreSelection[]): Promise<ShownScore[]> {
  const criteria = await criteriaOf(ctx.db, ctx.account.id);
  const rows = await rowsOf(ctx, selections, criteria, MAX_SHOWN);
  return presentScores(ctx, rows.toSorted(newestFirst).slice(0, MAX_SHOWN), criteria);
}

/** Each row once, at most `limit` per selection. */
async function rowsOf(
  ctx: Context,
  selections: readonly ScoreSelection[],
  criteria: Awaited<ReturnType<typeof criteriaOf>>,
  limit: number,
): Promise<readonly ViewRow[]> {
  const page = { after: null, limit };
  const found = await Promise.all(selections.map((selection) => selectView(ctx, selection, criteria, page)));
  const each = new Map(found.flat().map((row) => [`${row.arm} ${row.key}`, row]));
  return ofTheirProject(ctx, [...each.values()]);
}

/**
 * A key that is bound to a project can name a record of another one in a score. Such a score is not shown
 * with the record. Only a reader of all projects could see it.
 */
export async function ofTheirProject(ctx: Context, rows: readonly ViewRow[]): Promise<readonly ViewRow[]> {
  const sent = rows.filter(({ arm }) => ARMS[arm] === 'sent');
  if (ctx.project !== null || ctx.account.projects.size <= 1 || sent.length === 0) return rows;
  const records = await ctx.records.ask(scopeOf(ctx), selectScoredRecords(refsOf(sent)));
  const isOurs = (row: ViewRow) => recordOf(row, records, row.project_number) !== undefined;
  return rows.filter((row) => ARMS[row.arm] !== 'sent' || isOurs(row));
}
