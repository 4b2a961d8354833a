// Another request is done while this one looks something up.
import type { Kysely } from 'kysely';
import type { Database, Reader } from '#metadata';

/** The answer of the first look into the table is delayed until `other` is done. It does not see what `other` has changed. */
export function overtakeFirstLook(
  db: Reader,
  table: 'identities' | 'invitations',
  other: () => Promise<void>,
): void {
  const reader = db as Kysely<Database>;
  let looks = 0;
  const overtaken = reader.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      looks += 1;
      if (looks === 1) await other();
      return result;
    },
  });
  const selectFrom = reader.selectFrom.bind(reader);
  reader.selectFrom = ((from: 'identities') =>
    from === table ? overtaken.selectFrom(from) : selectFrom(from)) as typeof selectFrom;
}
