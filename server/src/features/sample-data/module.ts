import type { Module } from '#core/module';
import { sampleDataEndpoints } from './endpoints.ts';
import { sampleDataRemovalJob } from './removal.job.ts';

export const sampleDataModule: Module = {
  tag: { name: 'sample-data', description: 'A week of made-up agents to look around with' },
  endpoints: sampleDataEndpoints,
  jobs: [sampleDataRemovalJob],
};
