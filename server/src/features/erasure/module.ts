import type { Module } from '#core/module';
import { erasureEndpoints } from './endpoints.ts';
import { erasureJob } from './erasure.job.ts';
import { erasurePurgeJob } from './purge.job.ts';
import { erasureSweepJob } from './sweep.job.ts';

export const erasureModule: Module = {
  tag: { name: 'erasures', description: 'Records taken out for good, with all that is known about them' },
  endpoints: erasureEndpoints,
  jobs: [erasureJob, erasurePurgeJob, erasureSweepJob],
};
