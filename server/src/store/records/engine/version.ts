// The oldest ClickHouse server that has what the store needs: small corrections of rows (`UPDATE … SET`).
import { AppError } from '#lib/app-error';
import type { RecordsEngine } from './engine.ts';

export const OLDEST_SERVER = '25.8';

/** Of `25.8.3.66` and the like. A version of another form is taken for a new one. */
export function isTooOld(version: string): boolean {
  const [year = Infinity, month = Infinity] = version.split('.').map(Number);
  const [oldestYear = 0, oldestMonth = 0] = OLDEST_SERVER.split('.').map(Number);
  return year < oldestYear || (year === oldestYear && month < oldestMonth);
}

export async function requireVersion(engine: RecordsEngine): Promise<void> {
  const [row] = await engine.query<{ version: string }>('SELECT version() AS version');
  if (!row || !isTooOld(row.version)) return;
  throw new AppError(
    'unavailable',
    'records_engine_older',
    `The ClickHouse server has version ${row.version}. Tracewell needs ${OLDEST_SERVER} or newer. Upgrade the server, and start again.`,
  );
}
