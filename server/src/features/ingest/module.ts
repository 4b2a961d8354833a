import type { Module } from '#core/module';
import { callDemotionJob, forgetDemotions } from './doubles/call-demotion.job.ts';
import { nestedDoublesJob } from './doubles/nested-doubles.job.ts';
import { ingestEndpoints } from './endpoints.ts';
import { threadUseOf } from './thread/thread-for.ts';

export const ingestModule: Module = {
  tag: { name: 'ingest', description: 'Send records, and see what became of them' },
  endpoints: ingestEndpoints,
  jobs: [nestedDoublesJob, callDemotionJob],
  hooks: { onErased: (db, { number }) => forgetDemotions(db, number) },
  // A thread that always runs starts now.
  open: (services) => void threadUseOf(services),
};
