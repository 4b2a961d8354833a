export { callColumns } from './export-parquet.ts';
export { presentCall } from './present-call.ts';
export { findPage, type FoundPage } from './list-calls.ts';
export { findRunIds, findSessionIds, SessionSelection, TraceSelection } from './find-groups.ts';
export { Call } from './schemas/calls.ts';
export { streamedExport } from './streamed-export.ts';
