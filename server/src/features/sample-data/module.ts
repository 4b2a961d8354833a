import type { Module } from '#core/module';
import { sampleDataEndpoints } from './endpoints.ts';
import { sampleDataRemovalJob } from './removal.job.ts';
import { sampleShowcaseJob } from './showcase/showcase.job.ts';

export const sampleDataModule: Module = {
  tag: { name: 'sample-data', description: 'A week of made-up agent data to explore' },
  endpoints: sampleDataEndpoints,
  jobs: [sampleDataRemovalJob, sampleShowcaseJob],
};
