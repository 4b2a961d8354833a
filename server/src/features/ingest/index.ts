export { receiveTraces } from './receive-traces.ts';
export { RECORD_REJECTION_CODES } from './rejections.ts';
export { refuseSignal } from './refuse-signal.ts';
export { storeOwnRecords } from './store-own.ts';
