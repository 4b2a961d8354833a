export { queryEndpoints } from './endpoints.ts';
