export { projectEndpoints } from './endpoints.ts';
