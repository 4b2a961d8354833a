// Counts the rows of an import by result.
import type { DataTable } from './format.ts';
import type { RowFault } from './read-rows.ts';

export interface ImportedTable {
  read: number;
  stored: number;
  /** Rows that were already stored. */
  duplicates: number;
  rejected: { rule: string; count: number; example: string }[];
}

/** A damaged export might have a different fault in each row. */
const MAX_RULES = 50;
const OTHERS = 'other reasons';

const empty = (): ImportedTable => ({ read: 0, stored: 0, duplicates: 0, rejected: [] });

export class ImportTally {
  readonly tables: Record<DataTable, ImportedTable> = {
    calls: empty(),
    observations: empty(),
    scores: empty(),
  };

  read(table: DataTable): void {
    this.tables[table].read += 1;
  }

  store(table: DataTable, { stored, duplicates }: { stored: number; duplicates: number }): void {
    this.tables[table].stored += stored;
    this.tables[table].duplicates += duplicates;
  }

  reject(table: DataTable, { id, rule: given, reason }: RowFault): void {
    const { rejected } = this.tables[table];
    const rule = rejected.length < MAX_RULES || rejected.some((each) => each.rule === given) ? given : OTHERS;
    const before = rejected.find((each) => each.rule === rule);
    if (before) before.count += 1;
    else rejected.push({ rule, count: 1, example: id === null ? reason : `${id}: ${reason}` });
  }
}
