// What an import of data prints about each table. The commands of both programs have it.
import { paint } from './output.ts';

interface TableOfImport {
  read: number;
  stored: number;
  duplicates: number;
  rejected: readonly { rule: string; count: number; example: string }[];
}

export const amountOf = (number: number, what: string): string => `${number.toLocaleString('en')} ${what}`;

export function importedTables(tables: Readonly<Record<string, TableOfImport>>): string[] {
  const lines: string[] = [];
  for (const [table, { read, stored, duplicates, rejected }] of Object.entries(tables)) {
    const refused = rejected.reduce((sum, { count }) => sum + count, 0);
    lines.push(
      `${amountOf(read, table)}: ${amountOf(stored, 'stored')}, ${amountOf(duplicates, 'already there')}, ${amountOf(refused, 'rejected')}`,
      ...rejected.map(({ rule, count, example }) => `  ${count} × ${rule} ${paint('dim', `(${example})`)}`),
    );
  }
  return lines;
}
