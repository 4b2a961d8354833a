import type { Context } from '#core/context';
import { importSome } from '../import-data.ts';
import type { DataRow } from '../read-part.ts';
import type { DataRows, ImportedRows } from './schemas.ts';

const TIMES = ['timestamp', 'createdAt'];

/** As they are in a file. A text that is no time is rejected with its row. */
const withTimes = (row: DataRow): DataRow => {
  const times = TIMES.flatMap((name) =>
    typeof row[name] === 'string' ? [[name, new Date(row[name])] as const] : [],
  );
  return { ...row, ...Object.fromEntries(times) };
};

export const importRowsOf = (ctx: Context, { rows, ...sent }: DataRows): Promise<ImportedRows> =>
  importSome(ctx, { ...sent, rows: rows.map(withTimes) });
