import type { Module } from '#core/module';
import { budgetSweepJob } from './budget/sweep.job.ts';
import { addRecordedConnection, removeRecordedConnection } from './recorded/sample-connection.ts';

export const modelsModule: Module = {
  jobs: [budgetSweepJob],
  hooks: { onSampleLoaded: addRecordedConnection, onProjectRemoved: removeRecordedConnection },
};
