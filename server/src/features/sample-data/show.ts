import type { SampleData } from './schemas.ts';
import type { SampleRow } from './store.ts';

export const sampleDataOf = (row: SampleRow | null): SampleData =>
  row && row.there && row.loaded === 1
    ? { loaded: true, projectId: row.project_id, records: row.records }
    : { loaded: false, projectId: null, records: 0 };
