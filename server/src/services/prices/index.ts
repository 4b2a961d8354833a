export { priceBookFor } from './price-book.ts';
