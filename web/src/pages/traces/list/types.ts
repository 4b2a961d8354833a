import type { Schemas } from '#api';

export type Trace = Schemas['TraceSummary'];
