export { healthEndpoints } from './endpoints.ts';
