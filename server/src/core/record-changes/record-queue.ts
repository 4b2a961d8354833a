// The queue of changes of stored records, in the metadata store. Each change has a row, in the order of
// arrival; the first row of an account has its turn. A row of ALL_ACCOUNTS waits for all rows before it, and
// all rows after it wait for it.
import { nextNumber, type Reader, type RecordChangesTable, type Writer } from '#metadata';

export const ALL_ACCOUNTS = 0;
/**
 * The retention job, whose records may be of any account. It conflicts with itself and with changes of all
 * accounts.
 */
export const EXPIRED_RECORDS = -1;

export type ChangeKind =
  | 'reprice'
  | 'call-demotion'
  | 'project-deletion'
  | 'account-deletion'
  | 'erasure'
  | 'lineage'
  | 'additions'
  | 'retention'
  | 'recovery'
  | 'completion'
  | 'backup';

interface Want {
  account: number;
  kind: ChangeKind;
  place: string;
  /** Identifies this attempt. */
  holder: string;
  calls: string | null;
  /** How long a turn lasts without renewal; LEASE_MS by default. */
  leaseMs?: number;
}

export type Standing =
  | { turn: false; ahead: string[] }
  /** `left`: unfinished changes of others, which this holder takes over. */
  | { turn: true; left: RecordChangesTable[] };

/** A dead holder loses its turn after this time. */
export const LEASE_MS = 120_000;
/** A waiting change renews more often, so its place is lost sooner. */
const WAITING_MS = 20_000;

export const meets = (left: number, right: number): boolean =>
  left === right || left === ALL_ACCOUNTS || right === ALL_ACCOUNTS;

/** A lease that ends later than any lease can comes from a clock that was set back since. */
const isLive = ({ held_until }: RecordChangesTable, now: number): boolean =>
  held_until > now && held_until <= now + 2 * LEASE_MS;

/** Takes or keeps a place in the queue, and takes the turn if it has come. */
export async function joinQueue(db: Writer, want: Want, now: number): Promise<Standing> {
  const { account, kind, place, holder, calls, leaseMs = LEASE_MS } = want;
  // The sequence row stays locked until the commit, so tickets appear in order and one process at a time
  // reads the queue.
  const ticket = await nextNumber(db, 'record-changes');
  await db
    .insertInto('record_changes')
    .values({ ticket, account, kind, place, holder: null, held_until: now + WAITING_MS, calls, note: null })
    .onConflict((conflict) => conflict.column('place').doNothing())
    .execute();
  // No lease is renewed between this check and taking the turn.
  await db
    .updateTable('record_changes')
    .set((eb) => ({ kind: eb.ref('kind') }))
    .execute();
  const rows = await db.selectFrom('record_changes').selectAll().orderBy('ticket').execute();
  const own = rows.find((row) => row.place === place);
  if (!own) throw new Error('The record change has no place in the queue.');
  const before = rows.filter((row) => row.ticket < own.ticket && meets(row.account, account));
  const ahead = before.filter((row) => isLive(row, now));
  if (own.holder !== null && isLive(own, now)) ahead.push(own);
  if (ahead.length > 0) {
    if (own.holder === null) await hold(db, [own.ticket], null, now + WAITING_MS);
    return { turn: false, ahead: ahead.map((row) => row.kind) };
  }
  const left = [...before, own].filter((row) => row.holder !== null);
  const released = before.filter((row) => row.holder === null).map((row) => row.ticket);
  if (released.length > 0) await db.deleteFrom('record_changes').where('ticket', 'in', released).execute();
  const taken = [...left.map((row) => row.ticket), own.ticket];
  await hold(db, taken, holder, now + leaseMs);
  return { turn: true, left };
}

const hold = (db: Writer, tickets: readonly number[], holder: string | null, until: number) =>
  db
    .updateTable('record_changes')
    .set({ holder, held_until: until })
    .where('ticket', 'in', tickets)
    .execute();

/** False if the lease expired and another process took over. */
export async function keepTurn(db: Writer, holder: string, until: number): Promise<boolean> {
  const result = await db
    .updateTable('record_changes')
    .set({ held_until: until })
    .where('holder', '=', holder)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/**
 * A change whose note could not be recorded, as in a command without the service, is kept for the next change.
 */
export async function endTurn(db: Writer, holder: string): Promise<void> {
  await db.deleteFrom('record_changes').where('holder', '=', holder).where('note', 'is', null).execute();
  await abandonTurn(db, holder);
}

/** Stores the note to record if the change is interrupted now; null: none. */
export async function noteOnTurn(db: Writer, place: string, note: object | null): Promise<void> {
  await db
    .updateTable('record_changes')
    .set({ note: note && JSON.stringify(note) })
    .where('place', '=', place)
    .execute();
}

/** Keeps the row, so that the next change finishes the work. */
export async function abandonTurn(db: Writer, holder: string): Promise<void> {
  await db.updateTable('record_changes').set({ held_until: 0 }).where('holder', '=', holder).execute();
}

export async function leaveQueue(db: Writer, place: string): Promise<void> {
  await db.deleteFrom('record_changes').where('place', '=', place).where('holder', 'is', null).execute();
}

/** For a store of one process: any earlier holder has ended. */
export async function abandonAllTurns(db: Writer): Promise<void> {
  await db.updateTable('record_changes').set({ held_until: 0 }).execute();
}

/** Accounts with unfinished changes. */
export async function selectCutOff(db: Reader, now: number): Promise<number[]> {
  const rows = await db.selectFrom('record_changes').selectAll().where('holder', 'is not', null).execute();
  return [...new Set(rows.filter((row) => !isLive(row, now)).map((row) => row.account))];
}
