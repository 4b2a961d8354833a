export { callDemotionJob, forgetDemotions } from './doubles/call-demotion.job.ts';
export { nestedDoublesJob } from './doubles/nested-doubles.job.ts';
export { ingestEndpoints } from './endpoints.ts';
export { receiveTraces } from './receive-traces.ts';
export { refuseSignal } from './refuse-signal.ts';
export { openIngestThread } from './thread/thread-for.ts';
export { storeOwnRecords } from './store-own.ts';
