// Whose records a question is about. Every statement that reads records begins with this, and gets its account from nowhere else.
import type { Params } from '../engine/engine.ts';

export interface Scope {
  account: number;
  /** Null: the whole account. */
  project: number | null;
  /** Records up to here are past their retention, deleted or not. */
  sinceMs: number;
}

/** Conditions and their values, gathered; values are only ever bound. */
export class Where {
  readonly #conditions: string[] = [];
  readonly params: Params = {};

  /** The start of every question about calls or observations. */
  static of({ account, project, sinceMs }: Scope): Where {
    const where = new Where();
    where.and('account = {account: UInt32}', { account });
    where.and('timestamp > fromUnixTimestamp64Milli({retained: Int64})', { retained: Math.floor(sinceMs) });
    if (project !== null) where.and('project = {project: UInt32}', { project });
    return where;
  }

  /** The start of every question about sums: only those of quarters of an hour that lie behind the edge of retention as a whole. */
  static ofSums({ account, project, sinceMs }: Scope): Where {
    const where = new Where();
    where.and('account = {account: UInt32}', { account });
    where.and(`bucket > toDateTime({retainedSeconds: UInt32}, 'UTC')`, {
      retainedSeconds: Math.max(0, Math.floor(Math.floor(sinceMs) / 1_000)),
    });
    if (project !== null) where.and('project = {project: UInt32}', { project });
    return where;
  }

  and(condition: string, params: Params = {}): this {
    this.#conditions.push(condition);
    Object.assign(this.params, params);
    return this;
  }

  get sql(): string {
    return this.#conditions.join('\n  AND ');
  }
}
