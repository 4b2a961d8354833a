// Stops the process before each step of its work in turn, as a power cut does, and lets it start again. A step
// is a transaction of the metadata store, or a change of records; before it, everything up to it has happened.
import { sql } from 'kysely';
import type { RecordsAdmin, RecordsStore } from '#records';
import type { TestApp } from './app.ts';
import { columnsOf, ownedBy } from './neighbour.ts';
import { recordRows } from './stored-rows.ts';

const STOPPED = 'The process was stopped.';

/** The steps of an app since `arm`. */
export interface Steps {
  /** Stops before that step, counted from 1. Without a number, only counts. */
  arm: (at?: number) => void;
  /** Whether it was stopped; runs again from here on. */
  revive: () => boolean;
  /** The steps that were taken, in order. */
  done: () => readonly string[];
}

const WRITES: ReadonlySet<keyof RecordsStore> = new Set(['write']);

type Step = (...input: never[]) => Promise<unknown>;

export function watchSteps({ services }: TestApp): Steps {
  let [stopAt, isStopped] = [Infinity, false];
  let done: string[] = [];
  const step = (name: string) => {
    if (isStopped) throw new Error(STOPPED);
    done.push(name);
    isStopped = done.length === stopAt;
    if (isStopped) throw new Error(STOPPED);
  };
  const stepping =
    (name: string, work: Step): Step =>
    async (...input) => {
      step(name);
      return work(...input);
    };
  const { metadata, records } = services;
  // Transactions that wait for the disk are built on it.
  const commit = metadata.countingTransaction.bind(metadata) as Step;
  metadata.countingTransaction = stepping('transaction', commit) as typeof metadata.countingTransaction;
  const admin = new Proxy({} as RecordsAdmin, {
    get: (_, name) => {
      const found: unknown = Reflect.get(records.admin, name);
      if (typeof found !== 'function') return found;
      return async (...input: never[]) => {
        const changed =
          name === 'change' ? ` ${(input as unknown as [number, { name: string }])[1].name}` : '';
        step(`records ${String(name)}${changed}`);
        return (found as Step).apply(records.admin, input);
      };
    },
  });
  services.records = new Proxy(records, {
    get: (_, name) => {
      if (name === 'admin') return admin;
      const found: unknown = Reflect.get(records, name);
      if (!WRITES.has(name as keyof RecordsStore) || typeof found !== 'function') return found;
      return stepping(`records ${String(name)}`, found.bind(records) as Step);
    },
  });
  return {
    arm: (at = Infinity) => {
      [stopAt, isStopped, done] = [at, false, []];
    },
    revive: () => {
      const was = isStopped;
      [stopAt, isStopped] = [Infinity, false];
      return was;
    },
    done: () => done,
  };
}

/** Sorted values by `table.column`. */
export type State = Map<string, string[]>;

/** Everything that the stores have of the account, and the names of the jobs that wait for it. */
export async function stateOf(app: TestApp, accountId: string): Promise<State> {
  const { metadata } = app.services;
  const state: State = new Map();
  const add = (table: string, rows: readonly Record<string, unknown>[]) => {
    for (const row of rows) {
      for (const [column, value] of Object.entries(row)) {
        const key = `${table}.${column}`;
        state.set(key, [...(state.get(key) ?? []), JSON.stringify(value)]);
      }
    }
  };
  const tables = await metadata.transaction(async (db) => {
    const found: [string, Record<string, unknown>[]][] = [];
    for (const { table, where } of ownedBy(accountId)) {
      const columns = sql.join((await columnsOf(db, metadata.kind, table)).map((name) => sql.ref(name)));
      const { rows } = await sql<Record<string, unknown>>`
        select ${columns} from ${sql.table(table)} where ${where}`.execute(db);
      found.push([table, rows]);
    }
    return found;
  });
  for (const [table, rows] of tables) add(table, rows);
  for (const [table, rows] of await recordRows(app, accountId))
    add(
      table,
      [...rows].map((row) => JSON.parse(row) as Record<string, unknown>),
    );
  const jobs = await metadata.reader
    .selectFrom('jobs')
    .select('name')
    .distinct()
    .where('status', '=', 'queued')
    .where('payload', 'like', `%"${accountId}"%`)
    .execute();
  add('waiting jobs', jobs);
  return new Map([...state].map(([key, values]) => [key, values.toSorted()]));
}

/** Random and sealed values, and times: whatever differs between two runs of the same work. */
export function volatileIn(one: State, other: State): Set<string> {
  const keys = new Set([...one.keys(), ...other.keys()]);
  return new Set([...keys].filter((key) => String(one.get(key)) !== String(other.get(key))));
}

/**
 * `table.column: values instead of values`, without what is volatile, or `table: 3 rows instead of 2`.
 */
export function changesOf(wanted: State, found: State, volatile: ReadonlySet<string>): string[] {
  const changes = new Set<string>();
  for (const key of new Set([...wanted.keys(), ...found.keys()])) {
    const [was, is] = [wanted.get(key) ?? [], found.get(key) ?? []];
    if (was.length !== is.length)
      changes.add(`${key.split('.')[0]}: ${is.length} rows instead of ${was.length}`);
    else if (!volatile.has(key) && was.join(' ') !== is.join(' '))
      changes.add(`${key}: ${is.join(' ')} instead of ${was.join(' ')}`);
  }
  return [...changes];
}

/** Jobs that ran when the process was stopped are queued again, as when their lease has ended. */
export async function takeOver({ services: { metadata, clock } }: TestApp): Promise<void> {
  await metadata.transaction((db) =>
    db
      .updateTable('jobs')
      .set({ status: 'queued', locked_by: null, locked_until: null, run_at: clock.now() })
      .where('status', '=', 'running')
      .where('max_attempts', '!=', 1)
      .execute(),
  );
}
