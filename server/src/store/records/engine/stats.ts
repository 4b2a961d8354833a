import type { RecordsEngine } from './engine.ts';

export interface RecordsStats {
  /** Calls and observations, including expired ones that are not deleted yet. */
  records: number;
  bytesOnDisk: number;
}

export async function recordsStats(engine: RecordsEngine): Promise<RecordsStats> {
  const [row] = await engine.query<{ records: string; bytes: string }>(
    `SELECT sumIf(rows, table IN ('calls', 'observations')) AS records, sum(bytes_on_disk) AS bytes
     FROM system.parts WHERE active AND database = currentDatabase()`,
  );
  return { records: Number(row?.records ?? 0), bytesOnDisk: Number(row?.bytes ?? 0) };
}
