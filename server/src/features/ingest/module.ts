import type { Module } from '#core/module';
import { callDemotionJob, forgetDemotions } from './duplicate-spans/call-demotion.job.ts';
import { findDuplicatesJob } from './duplicate-spans/find-duplicates.job.ts';
import { ingestEndpoints } from './endpoints.ts';
import { storeOwnRecords } from './store-own.ts';
import { threadUseOf } from './thread/choose-preparer.ts';

export const ingestModule: Module = {
  tag: { name: 'ingest', description: 'Send records, and see why records were rejected' },
  endpoints: ingestEndpoints,
  jobs: [findDuplicatesJob, callDemotionJob],
  hooks: { onErased: (db, { number }) => forgetDemotions(db, number), storeMade: storeOwnRecords },
  // A thread that always runs starts now.
  start: (services) => void threadUseOf(services),
};
