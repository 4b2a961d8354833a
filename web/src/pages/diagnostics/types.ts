import type { Schemas } from '#api';

export type DiagnosticsData = Schemas['IngestDiagnostics'];
export type Source = DiagnosticsData['sources'][number];
export type Merged = DiagnosticsData['merged'][number];
