// Whose records a question is about. `Where.of` is the only place that binds an account and a project for
// reading.
import type { Params } from '../engine/params.ts';
import type { CallRef } from '../record.ts';
import { hashId, idHashText } from '../writer/dedup/id-hash.ts';

export interface Scope {
  account: number;
  /** Null for the whole account. */
  project: number | null;
  /** Records up to this time are past their retention, whether or not they are deleted yet. */
  sinceMs: number;
}

/** All records of an account, also those past their retention. */
export const wholeAccount = (account: number): Scope => ({ account, project: null, sinceMs: 0 });

/** The placeholder of the account. It is written here and nowhere else (isolation.test.ts). */
export const ACCOUNT = '{account: UInt32}';

/** For subqueries inside a `Where`, and for changes, which get their account from `admin.change`. */
export const OF_ACCOUNT = `account = ${ACCOUNT}`;

/** Collects conditions and their values. Values are always bound, never written into the text. */
export class Where {
  readonly #conditions: string[] = [];
  readonly params: Params = {};

  /** Every question about calls or observations starts with this. */
  static of({ account, project, sinceMs }: Scope): Where {
    const where = new Where();
    where.and(OF_ACCOUNT, { account });
    where.and('timestamp > fromUnixTimestamp64Milli({retained: Int64})', { retained: Math.floor(sinceMs) });
    if (project !== null) where.and('project = {project: UInt32}', { project });
    return where;
  }

  /** Every question about the rollup starts with this. A quarter that retention cuts through is left out. */
  static ofSums({ account, project, sinceMs }: Scope): Where {
    const where = new Where();
    where.and(OF_ACCOUNT, { account });
    where.and('bucket > {retainedSeconds: UInt32}', {
      retainedSeconds: Math.max(0, Math.floor(Math.floor(sinceMs) / 1_000)),
    });
    if (project !== null) where.and('project = {project: UInt32}', { project });
    return where;
  }

  and(condition: string, params: Params = {}): this {
    this.#conditions.push(condition);
    return this.with(params);
  }

  /** Values that several conditions share. */
  with(params: Params): this {
    Object.assign(this.params, params);
    return this;
  }

  /** Calls or observations by their time and id, which is how the tables are ordered. */
  at(refs: readonly CallRef[]): this {
    return this.and('timestamp IN (SELECT fromUnixTimestamp64Milli(arrayJoin({times: Array(Int64)})))', {
      times: [...new Set(refs.map(({ timestampMs }) => BigInt(timestampMs)))],
    }).and('id IN {ids: Array(String)}', { ids: [...new Set(refs.map(({ id }) => id))] });
  }

  /** Calls or observations by their ids alone: the narrow table of ids gives their times. */
  withIds(ids: readonly string[]): this {
    return this.and(
      `timestamp IN (SELECT timestamp FROM call_ids WHERE ${OF_ACCOUNT} AND id_hash IN {idHashes: Array(UInt64)})`,
      // As bigint: the client would write text in quotes, which an array of numbers does not accept.
      { idHashes: ids.map((id) => BigInt(idHashText(hashId(id)))) },
    ).and('id IN {ids: Array(String)}', { ids: [...ids] });
  }

  get sql(): string {
    return this.#conditions.join('\n  AND ');
  }
}
