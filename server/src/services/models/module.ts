import type { Module } from '#core/module';
import { budgetSweepJob } from './budget/sweep.job.ts';

export const modelsModule: Module = {
  jobs: [budgetSweepJob],
};
