import type { Reader } from '#metadata';

interface ScoreWindow {
  accountId: string;
  /** The project number in the records store; null for the whole account. */
  project: number | null;
  startMs: number;
  endMs: number;
  limit: number;
}

/** Scores by people for calls in the window, newest calls first. */
export function selectVersionHumanScores(
  db: Reader,
  { accountId, project, startMs, endMs, limit }: ScoreWindow,
): Promise<{ call_id: string; call_timestamp: number; quality_score: number | null }[]> {
  const scored = db
    .selectFrom('annotations')
    .select(['call_id', 'call_timestamp', 'quality_score'])
    .where('account_id', '=', accountId)
    .where('quality_score', 'is not', null)
    .where('call_timestamp', '>=', startMs)
    .where('call_timestamp', '<', endMs);
  return (project === null ? scored : scored.where('project_number', '=', project))
    .orderBy('call_timestamp', 'desc')
    .orderBy('call_id')
    .limit(limit)
    .execute();
}

/** Scores of single calls in the window by evaluation, newest scores first. */
export const selectVersionJudgeScores = (db: Reader, { accountId, startMs, endMs, limit }: ScoreWindow) =>
  db
    .selectFrom('eval_scores')
    .select(['call_id', 'call_timestamp', 'criterion_id', 'normalized'])
    .where('account_id', '=', accountId)
    .where('status', '=', 'scored')
    .where('trace_id', 'is', null)
    .where('session_id', 'is', null)
    .where('normalized', 'is not', null)
    .where('call_timestamp', '>=', startMs)
    .where('call_timestamp', '<', endMs)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
