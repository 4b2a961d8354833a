export { modelPriceEndpoints } from './endpoints.ts';
