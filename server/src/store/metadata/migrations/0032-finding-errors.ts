import { sql, type Kysely } from 'kysely';

interface Finding {
  id: string;
  evidence: string;
}

/**
 * Findings quoted the error of a call. Records keep only the words of an error that are not content, but
 * older findings may have the whole message, so it is removed. The job that seals items clears what remains
 * on disk.
 */
export const findingErrors = async (db: Kysely<never>) => {
  const { rows } =
    await sql<Finding>`select id, evidence from guardian_findings where kind = 'error_burst'`.execute(db);
  let removed = 0;
  for (const { id, evidence } of rows) {
    const told = JSON.parse(evidence) as { values?: Record<string, unknown> };
    if (told.values?.['error'] === undefined) continue;
    const { error: _error, ...values } = told.values;
    await sql`update guardian_findings set evidence = ${JSON.stringify({ ...told, values })} where id = ${id}`.execute(
      db,
    );
    removed += 1;
  }
  if (removed > 0)
    await sql`insert into settings (name, value) values ('items-sealed-clear-disk', '1') on conflict (name) do nothing`.execute(
      db,
    );
};
