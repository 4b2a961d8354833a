// Everything that the stores contain of one account, row by row, so that two moments can be compared.
import type { Kysely } from 'kysely';
import type { TestApp } from '#test/support/app';
import { testEngine } from '#test/support/lazy-records';
import { selectUnpricedModels, wholeAccount } from '#records';

/** Rows as JSON, by table. */
export type Rows = Map<string, Set<string>>;

export async function metadataRows({ services }: TestApp): Promise<Rows> {
  const db = services.metadata.reader as unknown as Kysely<Record<string, Record<string, unknown>>>;
  const found: Rows = new Map();
  for (const { name } of await db.introspection.getTables()) {
    const rows = await db.selectFrom(name).selectAll().execute();
    found.set(
      name,
      new Set(
        rows.map((row) => JSON.stringify(Object.entries(row).toSorted(([a], [b]) => (a < b ? -1 : 1)))),
      ),
    );
  }
  return found;
}

const RECORDS = ['calls', 'observations', 'call_content'];

/** The rows of one account, once everything that was sent is in the tables. */
export async function recordRows({ services }: TestApp, accountId: string): Promise<Rows> {
  const account = (await services.accounts.get(accountId))?.number ?? 0;
  // A query waits for records that are still in the log.
  await services.records.ask(wholeAccount(account), selectUnpricedModels());
  const engine = await testEngine();
  const found: Rows = new Map();
  for (const table of RECORDS) {
    const rows = await engine.query<object>(`SELECT * FROM ${table} WHERE account = {account: UInt32}`, {
      account,
    });
    found.set(table, new Set(rows.map((row) => JSON.stringify(row))));
  }
  return found;
}

/** The rows of the first that are not in the second. */
export function without(rows: Rows, others: Rows): Rows {
  return new Map(
    [...rows].map(([table, all]) => [table, all.difference(others.get(table) ?? new Set<string>())]),
  );
}

/** `table: row`, without the omitted tables. */
export const listed = (rows: Rows, leftOut: ReadonlySet<string> = new Set()): string[] =>
  [...rows]
    .filter(([table]) => !leftOut.has(table))
    .flatMap(([table, all]) => [...all].map((row) => `${table}: ${row}`));
