export { compareTables } from './compare-tables.ts';
export { mergedTable, PUBLIC_LISTS } from './merged-table.ts';
export { operatorTable } from './operator-table.ts';
export { priceBookFor } from './price-book.ts';
