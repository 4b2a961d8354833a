// Holds of checks: one row each, so that each can be settled, and sums by expiry second, which decisions
// read.
import type { GateHeldTable, GateHoldsTable, Reader, Writer } from '#metadata';
import { chunks } from '#lib/chunks';

export interface HeldRow {
  budgetId: string;
  micros: number;
  holds: number;
}

/** Sums of unexpired holds; budgets without holds are left out. */
export async function selectHeld(db: Reader, budgetIds: readonly string[], now: number): Promise<HeldRow[]> {
  const rows: HeldRow[] = [];
  for (const some of chunks(budgetIds)) {
    const found = await db
      .selectFrom('gate_held')
      .select((eb) => [
        'budget_id',
        eb.fn.sum<number>('micros').as('micros'),
        eb.fn.sum<number>('holds').as('holds'),
      ])
      .where('budget_id', 'in', some)
      .where('expires_at', '>', now)
      .groupBy('budget_id')
      .execute();
    rows.push(...found.map((row) => ({ budgetId: row.budget_id, micros: row.micros, holds: row.holds })));
  }
  return rows;
}

export async function insertHolds(db: Writer, rows: readonly GateHoldsTable[]): Promise<void> {
  for (const some of chunks(rows)) await db.insertInto('gate_holds').values(some).execute();
  await addHeld(db, rows, 1);
}

/** Deletes holds and returns those that existed. With a project, only holds of its checks. */
export async function takeHolds(
  db: Writer,
  accountId: string,
  projectId: string | null,
  ids: readonly string[],
  now: number,
): Promise<GateHoldsTable[]> {
  const taken: GateHoldsTable[] = [];
  for (const some of chunks(ids)) {
    const rows = await db
      .deleteFrom('gate_holds')
      .where('account_id', '=', accountId)
      .$if(projectId !== null, (query) => query.where('project_id', '=', projectId))
      .where('id', 'in', some)
      .returningAll()
      .execute();
    taken.push(...rows);
  }
  // Expired holds are in no sum.
  await addHeld(
    db,
    taken.filter((row) => row.expires_at > now),
    -1,
  );
  return taken;
}

export const budgetsOf = (row: GateHoldsTable): string[] => JSON.parse(row.budget_ids) as string[];

async function addHeld(db: Writer, holds: readonly GateHoldsTable[], sign: 1 | -1): Promise<void> {
  const sums = new Map<string, GateHeldTable>();
  for (const hold of holds)
    for (const budgetId of budgetsOf(hold)) {
      const key = `${budgetId} ${hold.expires_at}`;
      const sum = sums.getOrInsertComputed(key, () => ({
        budget_id: budgetId,
        expires_at: hold.expires_at,
        micros: 0,
        holds: 0,
      }));
      sum.micros += sign * hold.micros;
      sum.holds += sign;
    }
  const rows = [...sums.values()].toSorted((left, right) =>
    left.budget_id === right.budget_id
      ? left.expires_at - right.expires_at
      : left.budget_id < right.budget_id
        ? -1
        : 1,
  );
  for (const some of chunks(rows))
    await db
      .insertInto('gate_held')
      .values(some)
      .onConflict((conflict) =>
        conflict.columns(['budget_id', 'expires_at']).doUpdateSet((eb) => ({
          micros: eb('gate_held.micros', '+', eb.ref('excluded.micros')),
          holds: eb('gate_held.holds', '+', eb.ref('excluded.holds')),
        })),
      )
      .execute();
}

export async function deleteExpiredHolds(db: Writer, now: number): Promise<void> {
  await db.deleteFrom('gate_holds').where('expires_at', '<=', now).execute();
  await db.deleteFrom('gate_held').where('expires_at', '<=', now).execute();
}
