import type { Module } from '#core/module';
import { trustEndpoints } from './endpoints.ts';
import { judgeProbesJob } from './probe.job.ts';

export const judgeTrustModule: Module = {
  endpoints: trustEndpoints,
  jobs: [judgeProbesJob],
};
