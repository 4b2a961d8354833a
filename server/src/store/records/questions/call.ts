// One call by its id. The narrow table of ids gives its time, and with it the place in the wide table.
import { hashId, idHashText } from '../writer/dedup/id-hash.ts';
import { aboutText } from './about.ts';
import { CALL_SELECT, callFromRow, type CallRow, type ReadCall } from './call-columns.ts';
import { question } from './question.ts';
import { OF_ACCOUNT, Where, type Scope } from './scope.ts';

export const selectCall = question({
  name: 'selectCall',
  about: aboutText,
  sql: selectCallSql,
  read: ([row]: CallRow[]): ReadCall | null => (row ? callFromRow(row) : null),
});

export const callById = (scope: Scope, id: string): Where =>
  Where.of(scope)
    .and(`timestamp IN (SELECT timestamp FROM call_ids WHERE ${OF_ACCOUNT} AND id_hash = {idHash: UInt64})`, {
      idHash: BigInt(idHashText(hashId(id))),
    })
    .and('id = {id: String}', { id });

export function selectCallSql(scope: Scope, id: string) {
  const where = callById(scope, id);
  return { sql: `SELECT ${CALL_SELECT}\nFROM calls\nWHERE ${where.sql}\nLIMIT 1`, params: where.params };
}
