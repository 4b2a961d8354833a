// Scores that somebody asked for: they belong to no run and no rule.
import type { Writer } from '#metadata';
import type { ScoreRow } from '#services/scores';

export type OrderedScore = Omit<ScoreRow, 'id'> & { run_id: null; rule_id: null };

/** Replaces the earlier ones about the same call, trace or session. The caller has locked the account. */
export async function replaceOrderedScores(db: Writer, scores: readonly OrderedScore[]): Promise<void> {
  for (const score of scores) {
    const { account_id, criterion_id, call_id, trace_id, session_id } = score;
    const earlier = db
      .deleteFrom('eval_scores')
      .where('account_id', '=', account_id)
      .where('criterion_id', '=', criterion_id)
      .where('run_id', 'is', null)
      .where('rule_id', 'is', null);
    await (
      session_id !== null
        ? earlier.where('session_id', '=', session_id)
        : trace_id !== null
          ? earlier.where('trace_id', '=', trace_id)
          : earlier
              .where('call_id', '=', call_id)
              .where('trace_id', 'is', null)
              .where('session_id', 'is', null)
    ).execute();
    await db.insertInto('eval_scores').values(score).execute();
  }
}
