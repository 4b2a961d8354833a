export { OPEN_BODY_BYTES, openTracesEndpoint } from './endpoints.ts';
export { prepareOtherBody } from './prepare-and-store.ts';
export { projectInHeaders } from './project-in-headers.ts';
export { receiveLogs } from './receive-logs.ts';
export {
  OPEN_TRACES,
  receiveSpans,
  receiveTraces,
  storeSpans,
  type ReceivedSpans,
} from './receive-traces.ts';
export { refuseSignal } from './refuse-signal.ts';
export { readRecord } from './read-record.ts';
export { reasonOf } from './rejections.ts';
export { storeImported, type ImportedRecord } from './store-imported.ts';
export { resealSpanEvents } from './span-events/waiting-events.ts';
export { storeOwnRecords } from './store-own.ts';
export type { OtherSpans, ReaderAddress } from './prepare-body.ts';
export { inThisThread } from './preparer.ts';
export { preparerFor } from './thread/choose-preparer.ts';
