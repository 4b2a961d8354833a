// Sealed content of a few calls or observations. The caller has the key that opens it.
import type { CallRef } from '../record.ts';
import { aboutRefs } from './about.ts';
import { question } from './question.ts';
import { Where, type Scope } from './scope.ts';

/** By id. Missing: records without content, and those beyond `maxBytes` in the order of time. */
export const selectSealedContent = question({
  name: 'selectSealedContent',
  about: aboutRefs,
  isEmpty: (refs) => refs.length === 0,
  sql: sealedContentSql,
  read: (rows: { id: string; sealed: string }[]): Map<string, Buffer> =>
    new Map(rows.map(({ id, sealed }) => [id, Buffer.from(sealed, 'base64')])),
});

export function sealedContentSql(scope: Scope, refs: readonly CallRef[], maxBytes?: number) {
  // Content has no project. The refs come from records that the caller may see.
  const where = Where.of({ ...scope, project: null }).at(refs);
  const found = `FROM call_content\nWHERE ${where.sql}`;
  if (maxBytes === undefined) {
    return { sql: `SELECT id, base64Encode(sealed) AS sealed\n${found}`, params: where.params };
  }
  return {
    sql: `SELECT id, base64Encode(content) AS sealed
FROM (
SELECT id, sealed AS content, sum(length(sealed)) OVER (ORDER BY timestamp, id) AS bytes
${found}
)
WHERE bytes <= {maxBytes: UInt64}`,
    params: { ...where.params, maxBytes },
  };
}
