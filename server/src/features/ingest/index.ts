export { receiveTraces } from './receive-traces.ts';
export { refuseSignal } from './refuse-signal.ts';
export { storeOwnRecords } from './store-own.ts';
