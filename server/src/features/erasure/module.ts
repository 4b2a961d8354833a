import type { Module } from '#core/module';
import { countFinished } from './count-finished.ts';
import { erasureEndpoints } from './endpoints.ts';
import { erasureJob } from './erasure.job.ts';
import { erasurePurgeJob } from './purge.job.ts';
import { erasureSweepJob } from './sweep.job.ts';

export const erasureModule: Module = {
  tag: { name: 'erasures', description: 'Permanent erasure of records and all data about them' },
  endpoints: erasureEndpoints,
  hooks: { onChangeFinished: countFinished },
  jobs: [erasureJob, erasurePurgeJob, erasureSweepJob],
};
