import { invalid } from '#lib/app-error';
import { decodeCursor, encodeCursor } from '#lib/cursor';
import type { Context } from '#core/context';
import { criteriaOf } from '#services/criteria';
import type { ScoresPage, ScoresQuery } from './schemas.ts';
import { presentScores } from './view/present.ts';
import { selectView, type ScoreSelection, type ValueTest, type ViewPlace } from './view/store.ts';

const DEFAULT_LIMIT = 50;

/** The filters of the interface, and ids that clients gave their scores. */
export type ScoreListQuery = ScoresQuery & { ids?: readonly string[] };

/** Newest first. */
export async function listAllScores(ctx: Context, query: ScoreListQuery): Promise<ScoresPage> {
  const { limit = DEFAULT_LIMIT, cursor } = query;
  const after = cursor === undefined ? null : placeIn(cursor);
  const selection = { ...selectionOf(query), sentIds: query.ids };
  const criteria = await criteriaOf(ctx.db, ctx.account.id);
  const rows = await selectView(ctx, selection, criteria, { after, limit: limit + 1 });
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return {
    scores: await presentScores(ctx, shown, criteria),
    nextCursor: last ? encodeCursor([last.created_at, last.arm, last.key]) : null,
  };
}

type Selected = Pick<
  ScoresQuery,
  'name' | 'source' | 'dataType' | 'from' | 'to' | 'callId' | 'traceId' | 'sessionId' | 'runId'
> &
  Pick<ScoresQuery, 'value' | 'minValue' | 'maxValue'>;

function selectionOf(query: Selected): ScoreSelection {
  const { name, source, dataType, from, to, callId, traceId, sessionId, runId } = query;
  const fromMs = from === undefined ? undefined : Date.parse(from);
  const toMs = to === undefined ? undefined : Date.parse(to);
  if (fromMs !== undefined && toMs !== undefined && fromMs >= toMs)
    throw invalid('to', 'to must be later than from.');
  const tests: ValueTest[] = [];
  if (query.value !== undefined) tests.push({ op: 'eq', value: query.value });
  if (query.minValue !== undefined) tests.push({ op: 'gte', value: query.minValue });
  if (query.maxValue !== undefined) tests.push({ op: 'lte', value: query.maxValue });
  return { name, source, dataType, fromMs, toMs, callId, traceId, sessionId, runId, tests };
}

function placeIn(cursor: string): ViewPlace {
  const [createdAt, arm, key] = decodeCursor(cursor, ['integer', 'integer', 'integer']) ?? [];
  if (typeof createdAt !== 'number' || typeof arm !== 'number' || typeof key !== 'number')
    throw invalid('cursor', 'The cursor is not one that this list gave out.');
  return { createdAt, arm, key };
}
