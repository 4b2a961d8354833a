// Data out and in again: exports as Parquet by day, and their import.
export type { DataExportReport } from './export-data.ts';
export type { DataImportReport } from './import-data.ts';
export { orderExport, orderImport, type OrderedExport, type OrderedImport } from './orders.ts';
export { resealExportKeys } from './scheduled/place.ts';
