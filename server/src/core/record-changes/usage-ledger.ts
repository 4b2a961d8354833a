// Counts the records of each account and month, charged by the processes that write to one ClickHouse server.
// On PostgreSQL the row of an account is also its lock, held during the write; see
// docs/adr/0007-direct-writes.md.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { AppError, unavailable } from '#lib/app-error';
import { utcMonth, type Clock } from '#lib/clock';
import { Limiter, type Release } from '#lib/limiter';
import { translate, type Metadata, type Writer } from '#metadata';
import type { Charged, Completion, HeldWork, LedgerHold, Turn, UnfinishedWrite, UsageLedger } from '#records';
import { abandonTurn, endTurn, leaveQueue, joinQueue } from './record-queue.ts';
import {
  accountsWithUnfinished,
  deleteUnfinished,
  insertUnfinished,
  markCharged,
  rowId,
  selectUnfinished,
} from './unfinished-writes.ts';

type Used = ReadonlyMap<number, number>;

/** The account's number by its id. */
type Numbers = ReadonlyMap<string, number>;

const LOCK_PATIENCE_MS = 2_000;
/**
 * After this time a hanging process loses its accounts: PostgreSQL ends its session. A waiting request then
 * gets them within half a minute.
 */
const LONGEST_HOLD_MS = 25_000;
/** The process stops writing this much earlier. */
const MARGIN_MS = 2_000;
// query_canceled, lock_not_available
const LATE = new Set(['57014', '55P03']);

export class MetadataLedger implements UsageLedger {
  readonly #metadata: Metadata;
  readonly #clock: Clock;
  readonly #patienceMs: number;
  readonly #longestHoldMs: number;
  readonly #locks = new Limiter({ perKey: 1 });
  readonly #ids = new Map<number, string>();
  /** Ids that have a row for `#rowsMonth`. */
  readonly #rows = new Set<string>();
  #rowsMonth = '';

  constructor(
    metadata: Metadata,
    clock: Clock,
    patienceMs = LOCK_PATIENCE_MS,
    longestHoldMs = LONGEST_HOLD_MS,
  ) {
    this.#metadata = metadata;
    this.#clock = clock;
    this.#patienceMs = patienceMs;
    this.#longestHoldMs = longestHoldMs;
  }

  async hold<Result>(accounts: readonly number[], turn: Turn, work: HeldWork<Result>): Promise<Result> {
    const numbers = await this.#numbersOf(accounts);
    return this.#metadata.kind === 'sqlite'
      ? this.#holdHere(numbers, turn, work)
      : this.#holdInPostgres(numbers, turn, work);
  }

  async used(account: number): Promise<number> {
    try {
      const row = await this.#metadata.reader
        .selectFrom('usage')
        .innerJoin('accounts', 'accounts.id', 'usage.account_id')
        .select('usage.records')
        .where('accounts.number', '=', account)
        .where('usage.month', '=', utcMonth(this.#clock.now()))
        .executeTakeFirst();
      return row?.records ?? 0;
    } catch (error) {
      throw translate(error);
    }
  }

  async unfinished(): Promise<number[]> {
    try {
      return await accountsWithUnfinished(this.#metadata.reader);
    } catch (error) {
      throw translate(error);
    }
  }

  async whileUnchanged(account: number, work: () => Promise<void>): Promise<boolean> {
    const holder = randomUUID();
    // A process that dies with its turn has lost the account by then.
    const leaseMs = this.#longestHoldMs;
    const want = { account, kind: 'completion', place: holder, holder, calls: null, leaseMs } as const;
    const standing = await this.#metadata.transaction((db) => joinQueue(db, want, this.#clock.now()));
    if (!standing.turn) {
      await this.#metadata.transaction((db) => leaveQueue(db, holder));
      return false;
    }
    // A change of records finishes unfinished changes; a completion cannot. An interrupted completion is
    // finished by the next one.
    const begun = standing.left.some(({ kind }) => kind !== 'completion');
    try {
      if (!begun) await work();
    } finally {
      await this.#metadata.transaction((db) => (begun ? abandonTurn(db, holder) : endTurn(db, holder)));
    }
    return !begun;
  }

  /** For a store of one process: no transaction is open while the work waits for the records store. */
  async #holdHere<Result>(numbers: Numbers, turn: Turn, work: HeldWork<Result>): Promise<Result> {
    const taken = await this.#lock([...numbers.values()], turn === 'wait' ? this.#patienceMs : 0);
    try {
      const month = utcMonth(this.#clock.now());
      const held = new Map([...numbers].filter(([, number]) => taken.has(number)));
      const { used, unfinished } = await this.#metadata.transaction(async (db) => ({
        used: await rowsOf(db, held, [month]),
        unfinished: await selectUnfinished(db, [...taken.keys()]),
      }));
      const { hold, noted } = this.#holding(unfinished, month, Infinity);
      const charged = await work(used, month, hold);
      await this.#metadata.transaction((db) => keep(db, held, month, charged, { unfinished, noted }));
      return charged.result;
    } finally {
      for (const release of taken.values()) release();
    }
  }

  /** Locks the accounts that become free in time, inside this process. */
  async #lock(accounts: readonly number[], patienceMs: number): Promise<Map<number, Release>> {
    const deadline = performance.now() + patienceMs;
    const taken = new Map<number, Release>();
    // One order for all callers, or two could wait for each other.
    for (const account of accounts.toSorted((left, right) => left - right)) {
      const release = await this.#locks.take(String(account), { patienceMs: deadline - performance.now() });
      if (release) taken.set(account, release);
    }
    return taken;
  }

  async #holdInPostgres<Result>(numbers: Numbers, turn: Turn, work: HeldWork<Result>): Promise<Result> {
    const month = utcMonth(this.#clock.now());
    // At the start of a month, a flush of the previous month may be in progress, so its row is locked too.
    const months = [...new Set([utcMonth(this.#clock.now() - this.#longestHoldMs), month])];
    for (const each of months) await this.#ensureRows([...numbers.keys()], each);
    let begun = false;
    const attempt = (turn: Turn) =>
      this.#metadata.transaction(async (db) => {
        if (begun)
          throw unavailable('metadata_unavailable', 'The charge could not be stored. Try again shortly.');
        const until = performance.now() + this.#longestHoldMs - Math.min(MARGIN_MS, this.#longestHoldMs / 4);
        const used = await this.#lockRows(db, numbers, months, turn);
        const unfinished = await selectUnfinished(db, [...used.keys()]);
        begun = true;
        const { hold, noted } = this.#holding(unfinished, month, until);
        const charged = await work(used, month, hold);
        await keep(db, numbers, month, charged, { unfinished, noted });
        return charged.result;
      });
    try {
      return await attempt(turn);
    } catch (error) {
      // An account that is held for a long time must not block the others.
      if (begun || turn === 'free' || !isLate(error)) throw error;
      return attempt('free');
    }
  }

  #holding(unfinished: readonly UnfinishedWrite[], month: string, until: number) {
    const noted: string[] = [];
    const hold: LedgerHold = {
      unfinished,
      msLeft: () => until - performance.now(),
      note: async (writes) => {
        const write = randomUUID();
        // In a separate transaction, because it must survive a rollback of the one that holds the accounts.
        await this.#metadata.transaction((db) =>
          insertUnfinished(db, write, { month, now: this.#clock.now() }, writes),
        );
        for (const account of writes.keys()) noted.push(rowId(write, account));
        return write;
      },
    };
    return { hold, noted };
  }

  /** One order for all callers, so that two never wait for each other. */
  async #lockRows(db: Writer, numbers: Numbers, months: readonly string[], turn: Turn): Promise<Used> {
    await sql`select set_config('idle_in_transaction_session_timeout', ${String(this.#longestHoldMs)}, true)`.execute(
      db,
    );
    // A limit on the whole statement: a lock timeout would apply to each lock separately.
    if (turn === 'wait')
      await sql`select set_config('statement_timeout', ${String(this.#patienceMs)}, true)`.execute(db);
    const used = await rowsOf(db, numbers, months, turn);
    if (turn === 'wait') await sql`set local statement_timeout to default`.execute(db);
    return used;
  }

  /** Runs before and apart from locking: inserts that wait for each other would break the order. */
  async #ensureRows(ids: readonly string[], month: string): Promise<void> {
    if (month > this.#rowsMonth) {
      this.#rows.clear();
      this.#rowsMonth = month;
    }
    const missing = ids.filter((id) => month !== this.#rowsMonth || !this.#rows.has(id)).toSorted();
    if (missing.length === 0) return;
    try {
      await this.#metadata.transaction((db) =>
        db
          .insertInto('usage')
          .values(missing.map((id) => ({ account_id: id, month, records: 0 })))
          .onConflict((conflict) => conflict.columns(['account_id', 'month']).doNothing())
          .execute(),
      );
    } catch (error) {
      // One of them may be deleted, so they are looked up again next time.
      this.#ids.clear();
      throw error;
    }
    if (this.#rowsMonth === month) for (const id of missing) this.#rows.add(id);
  }

  /** Leaves out accounts that do not exist. */
  async #numbersOf(accounts: readonly number[]): Promise<Numbers> {
    const unknown = accounts.filter((number) => !this.#ids.has(number));
    if (unknown.length > 0) {
      try {
        const rows = await this.#metadata.reader
          .selectFrom('accounts')
          .select(['id', 'number'])
          .where('number', 'in', unknown)
          .execute();
        for (const { id, number } of rows) this.#ids.set(number, id);
      } catch (error) {
        throw translate(error);
      }
    }
    const numbers = new Map<string, number>();
    for (const number of accounts) {
      const id = this.#ids.get(number);
      if (id !== undefined) numbers.set(id, number);
    }
    return numbers;
  }
}

/**
 * The counts of the last of `months`. With `turn`, the rows are locked in all months: only free ones, or all.
 */
async function rowsOf(
  db: Writer,
  numbers: Numbers,
  months: readonly string[],
  turn?: Turn,
): Promise<Map<number, number>> {
  if (numbers.size === 0) return new Map();
  const rows = await db
    .selectFrom('usage')
    .select(['account_id', 'month', 'records'])
    .where('month', 'in', months)
    .where('account_id', 'in', [...numbers.keys()])
    .orderBy('account_id')
    .orderBy('month')
    .$if(turn !== undefined, (query) => query.forUpdate())
    .$if(turn === 'free', (query) => query.skipLocked())
    .execute();
  const used = new Map<number, number>();
  const locked = Map.groupBy(rows, (row) => row.account_id);
  for (const [id, number] of numbers) {
    const own = locked.get(id) ?? [];
    // Without a lock, a missing row means nothing used.
    if (turn === undefined || own.length === months.length)
      used.set(number, own.find((row) => row.month === months.at(-1))?.records ?? 0);
  }
  return used;
}

/** Stores the charges of a hold and deletes its finished writes. */
async function keep(
  db: Writer,
  numbers: Numbers,
  month: string,
  { charges, completed = new Map<string, Completion>() }: Charged<unknown>,
  { unfinished, noted }: { unfinished: readonly UnfinishedWrite[]; noted: readonly string[] },
): Promise<void> {
  await charge(db, numbers, month, charges);
  const ended = [...noted];
  for (const { id, account, month: ofWrite, charged } of unfinished) {
    const found = completed.get(id);
    if (!found) continue;
    if (charged === null) await charge(db, numbers, ofWrite, new Map([[account, found.stored]]));
    if (found.complete) ended.push(id);
    else if (charged === null) await markCharged(db, id, found.stored);
  }
  await deleteUnfinished(db, ended);
}

async function charge(db: Writer, numbers: Numbers, month: string, charges: Used): Promise<void> {
  const values = [...numbers].flatMap(([id, number]) => {
    const records = charges.get(number) ?? 0;
    return records === 0 ? [] : [{ account_id: id, month, records }];
  });
  if (values.length === 0) return;
  await db
    .insertInto('usage')
    .values(values)
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'month'])
        .doUpdateSet((eb) => ({ records: eb('usage.records', '+', eb.ref('excluded.records')) })),
    )
    .execute();
}

const isLate = (error: unknown): boolean =>
  error instanceof AppError && LATE.has(String((error.cause as { code?: unknown } | undefined)?.code));
