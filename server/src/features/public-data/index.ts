export { publicDataEndpoints } from './endpoints.ts';
