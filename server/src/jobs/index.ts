export { Worker } from './worker.ts';
