// The records that matching scores refer to, for filters of calls.
import type { Criterion } from '#services/scores';
import { ARMS, armQuery, type ScoreSelection, type ViewAsker, type ViewColumns } from './store.ts';

export type ScoredRefRow = Pick<
  ViewColumns,
  'call_id' | 'trace_id' | 'span_id' | 'session_id' | 'project_number'
>;

interface CallTimes {
  /** The window of the calls. */
  startMs: number | undefined;
  endMs: number | undefined;
  /** A score may have been created this long before its call. */
  earlierMs: number;
  limit: number;
}

/** At most `limit` rows of each arm, in any order. */
export async function selectScoredRefs(
  asker: ViewAsker,
  selection: ScoreSelection,
  criteria: readonly Criterion[],
  { startMs, endMs, earlierMs, limit }: CallTimes,
): Promise<ScoredRefRow[]> {
  const found = await Promise.all(
    ARMS.map(async (arm): Promise<ScoredRefRow[]> => {
      let query = armQuery(asker, arm, selection, criteria);
      if (!query) return [];
      if (arm === 'sent') {
        if (startMs !== undefined) query = query.where('created_at', '>=', startMs - earlierMs);
      } else {
        if (startMs !== undefined) query = query.where('call_timestamp', '>=', startMs);
        if (endMs !== undefined) query = query.where('call_timestamp', '<', endMs);
      }
      return query
        .select(['call_id', 'trace_id', 'span_id', 'session_id', 'project_number'])
        .distinct()
        .limit(limit)
        .execute();
    }),
  );
  return found.flat();
}
