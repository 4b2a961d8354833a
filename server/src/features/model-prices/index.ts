export { modelPriceEndpoints } from './endpoints.ts';
export { priceBookFor } from './price-book.ts';
