// The two servers of a cell, as its processes meet them: PostgreSQL, whose rows are the locks of the accounts,
// and ClickHouse, which answers which ids are known, inserts, and merges what was inserted.
import type { Costs } from './constants.ts';
import { Cores, Level, type Simulation } from './simulation.ts';

type Held = (accounts: ReadonlySet<number>) => void;

interface Waiter {
  accounts: readonly number[];
  taken: Set<number>;
  at: number;
  ended: boolean;
  held: Held;
}

/** `FOR UPDATE` on the rows of accounts, in one order for all, with and without `SKIP LOCKED`. */
export class Locks {
  readonly #simulation: Pick<Simulation, 'after'>;
  readonly #patienceMs: number;
  readonly #taken = new Set<number>();
  readonly #lines = new Map<number, Waiter[]>();

  constructor(simulation: Pick<Simulation, 'after'>, patienceMs: number) {
    this.#simulation = simulation;
    this.#patienceMs = patienceMs;
  }

  takeFree(accounts: Iterable<number>): Set<number> {
    const held = new Set<number>();
    for (const account of accounts) if (!this.#taken.has(account)) held.add(account);
    for (const account of held) this.#taken.add(account);
    return held;
  }

  /** Waits for one after the other. When the time is over it gives back what it has, and takes what is free. */
  takeAll(accounts: readonly number[], held: Held): void {
    const waiter: Waiter = {
      accounts: accounts.toSorted((left, right) => left - right),
      taken: new Set(),
      at: 0,
      ended: false,
      held,
    };
    this.#simulation.after(this.#patienceMs, () => {
      if (waiter.ended) return;
      waiter.ended = true;
      this.release(waiter.taken);
      held(this.takeFree(waiter.accounts));
    });
    this.#advance(waiter);
  }

  release(accounts: Iterable<number>): void {
    for (const account of accounts) {
      this.#taken.delete(account);
      const line = this.#lines.get(account);
      for (let next = line?.shift(); next; next = line?.shift()) {
        if (next.ended) continue;
        this.#advance(next);
        break;
      }
    }
  }

  #advance(waiter: Waiter): void {
    for (; waiter.at < waiter.accounts.length; waiter.at += 1) {
      const account = waiter.accounts[waiter.at] ?? 0;
      if (this.#taken.has(account)) {
        const line = this.#lines.get(account) ?? [];
        this.#lines.set(account, [...line, waiter]);
        return;
      }
      this.#taken.add(account);
      waiter.taken.add(account);
    }
    waiter.ended = true;
    waiter.held(waiter.taken);
  }
}

type Done = (ok: boolean) => void;

export class ClickHouse {
  readonly #simulation: Simulation;
  readonly #costs: Costs;
  readonly cores: Cores;
  /** Parts of the partition of this month that no merge has taken in yet. */
  readonly parts: Level;
  up = true;
  inserts = 0;
  insertedRows = 0;
  #buffer: { rows: number; done: Done[] } | null = null;
  #unmerged: number[] = [];
  #merges = 0;

  constructor(simulation: Simulation, costs: Costs, cores: number) {
    this.#simulation = simulation;
    this.#costs = costs;
    this.cores = new Cores(simulation, cores);
    this.parts = new Level(simulation);
  }

  fail(): void {
    this.up = false;
    const buffered = this.#buffer?.done ?? [];
    this.#buffer = null;
    this.cores.fail();
    for (const done of buffered) done(false);
  }

  /** Which ids are known: one statement after the other. */
  ask(rows: number, done: Done): void {
    if (!this.up || rows <= 0) {
      done(this.up);
      return;
    }
    const some = Math.min(rows, this.#costs.askAtOnce);
    this.cores.run(this.#costs.askMs(some), (ok) => (ok ? this.ask(rows - some, done) : done(false)));
  }

  insert(rows: number, done: Done): void {
    if (!this.up) done(false);
    else if (rows >= this.#costs.largeRows) this.#insertNow(rows, done);
    else this.#insertBuffered(rows, done);
  }

  #insertBuffered(rows: number, done: Done): void {
    if (this.#buffer === null) {
      const buffer = (this.#buffer = { rows: 0, done: [] as Done[] });
      this.#simulation.after(this.#costs.bufferMs, () => this.#flushBuffer(buffer));
    }
    const buffer = this.#buffer;
    buffer.rows += rows;
    buffer.done.push(done);
    if (buffer.rows * this.#costs.rowBytes >= this.#costs.bufferBytes) this.#flushBuffer(buffer);
  }

  #flushBuffer(buffer: { rows: number; done: Done[] }): void {
    if (this.#buffer !== buffer) return;
    this.#buffer = null;
    this.#insertNow(buffer.rows, (ok) => {
      for (const done of buffer.done) done(ok);
    });
  }

  #insertNow(rows: number, done: Done): void {
    const { delayParts, throwParts, insertMs, syncMs } = this.#costs;
    const over = (this.parts.value - delayParts) / (throwParts - delayParts);
    if (over >= 1) {
      done(false);
      return;
    }
    // ClickHouse sleeps up to a second before an insert while there are too many parts.
    this.#simulation.after(Math.max(0, over) * 1_000, () =>
      this.cores.run(insertMs(rows), (ok) => {
        if (!ok) {
          done(false);
          return;
        }
        this.#simulation.after(syncMs, () => {
          this.inserts += 1;
          this.insertedRows += rows;
          this.parts.add(1);
          this.#unmerged.push(rows);
          this.#merge();
          done(this.up);
        });
      }),
    );
  }

  /** A row is merged several times in its life. All of that work is counted at its first merge. */
  #merge(): void {
    const { mergeParts, mergeThreads, mergeMs } = this.#costs;
    while (this.#merges < mergeThreads && this.#unmerged.length >= mergeParts) {
      const rows = this.#unmerged.splice(0, mergeParts).reduce((sum, each) => sum + each, 0);
      this.#merges += 1;
      this.cores.run(mergeMs(rows), () => {
        this.#merges -= 1;
        // The merged part waits for larger merges, which this model does not follow.
        this.parts.add(-mergeParts);
        this.#merge();
      });
    }
  }
}
