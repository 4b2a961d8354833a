// One call by its id: the narrow table of ids gives its time, and with it the place in the wide one.
import type { RecordsEngine } from '../engine/engine.ts';
import { hashId, idHashText } from '../writer/dedup/id-hash.ts';
import { CALL_SELECT, callFromRow, type CallRow, type ReadCall } from './call-columns.ts';
import { Where, type Scope } from './scope.ts';

export async function getCall(engine: RecordsEngine, scope: Scope, id: string): Promise<ReadCall | null> {
  const { sql, params } = getCallSql(scope, id);
  const [row] = await engine.query<CallRow>(sql, params);
  return row ? callFromRow(row) : null;
}

export const callById = (scope: Scope, id: string): Where =>
  Where.of(scope)
    .and(
      `timestamp IN (SELECT timestamp FROM call_ids WHERE account = {account: UInt32} AND id_hash = {idHash: UInt64})`,
      { idHash: BigInt(idHashText(hashId(id))) },
    )
    .and('id = {id: String}', { id });

export function getCallSql(scope: Scope, id: string) {
  const where = callById(scope, id);
  return { sql: `SELECT ${CALL_SELECT}\nFROM calls\nWHERE ${where.sql}\nLIMIT 1`, params: where.params };
}
