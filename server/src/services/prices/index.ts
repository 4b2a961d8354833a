export { compareTables } from './compare-tables.ts';
export { mergedTable, PUBLIC_LISTS } from './merged-table.ts';
export { operatorTable } from './read-source.ts';
export { priceBookFor } from './price-book.ts';
