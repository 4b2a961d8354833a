import type { Schemas } from '#api';

export type Diagnostics = Schemas['IngestDiagnostics'];
export type Source = Diagnostics['sources'][number];
