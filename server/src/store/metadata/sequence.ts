import type { Writer } from './database.ts';

/** The next whole number of a named sequence, starting at 1; safe under concurrency on both engines. */
export async function nextNumber(db: Writer, name: string): Promise<number> {
  const row = await db
    .insertInto('sequences')
    .values({ name, value: 1 })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet((eb) => ({ value: eb('sequences.value', '+', 1) })),
    )
    .returning('value')
    .executeTakeFirstOrThrow();
  return row.value;
}
