export { webhookEndpoints } from './endpoints.ts';
