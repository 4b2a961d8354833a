import type { Module } from '#core/module';
import { scoreEndpoints } from './endpoints.ts';
import { scoreRetentionJob } from './expire.job.ts';
import { forgetSentScores } from './forget.ts';
import { scoreLocationJob } from './locate.job.ts';
import { clearScoreTexts, deleteLinkedScores, deleteProjectScores } from './store.ts';

export const scoresModule: Module = {
  tag: { name: 'scores', description: 'Scores of calls, traces, sessions and runs, from any source' },
  endpoints: scoreEndpoints,
  jobs: [scoreLocationJob, scoreRetentionJob],
  hooks: {
    onErased: (db, { id }, erased) => forgetSentScores(db, id, erased),
    onContentDeleted: (db, { id }) => clearScoreTexts(db, id),
    onProjectRemoved: async (db, { accountId, projectNumber }, callIds) => {
      await deleteProjectScores(db, accountId, projectNumber);
      await deleteLinkedScores(db, accountId, null, { column: 'call_id', ids: callIds });
    },
  },
};
