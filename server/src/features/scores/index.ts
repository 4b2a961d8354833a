// Scores of calls, traces, sessions and runs. `saveScores` is for features that receive scores, the rest is
// for features that show them.
export { aggregateScores, ScoreAggregate, ScoreAggregateQuery } from './aggregate.ts';
export { deleteScore, findSentScore } from './sent-score.ts';
export { exportedScores } from './exported-scores.ts';
export { listAllScores, type ScoreListQuery } from './list.ts';
export { scoresOfCall, scoresOfSession, scoresOfTrace, scoresOfTraces } from './of-records.ts';
export type { ScoreDraft, ScoreRejection } from './read-score.ts';
export { saveScores, type SavedScore } from './save.ts';
export { saveMadeScores, type MadeScore } from './save-made.ts';
export { allScorePages, type PagedScore } from './score-pages.ts';
export { MAX_ID, MAX_METADATA_BYTES, MAX_SCORE_TEXT, ShownScore } from './schemas.ts';
export { withScores } from './with-scores.ts';
export { selectScoredRecords } from './records.ts';
export { selectKnownScores } from './store.ts';
