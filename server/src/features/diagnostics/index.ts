export { diagnosticsEndpoints } from './endpoints.ts';
