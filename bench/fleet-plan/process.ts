// One process of the service: a thread that prepares requests, and the writer for a ClickHouse server with
// its lanes and bounds (server/src/store/records/writer/direct/direct-writer.ts), step by step.
import type { Costs } from './constants.ts';
import { Cores, Level, type Simulation } from './simulation.ts';
import type { ClickHouse, Locks } from './stores.ts';

type Turn = 'free' | 'wait';

export type Answer = 'stored' | 'memory' | 'patience' | 'locked' | 'failed' | 'late';

/** One attempt to send a batch. The first answer counts, as for a client. */
interface Request {
  account: number;
  records: number;
  bytes: number;
  answer: (what: Answer) => void;
  /** Called when its records are in the tables, whether or not the client still waits. */
  stored: () => void;
}

interface Waiting {
  request: Request;
  taken: boolean;
}

export interface Cell {
  simulation: Simulation;
  costs: Costs;
  locks: Locks;
  clickhouse: ClickHouse;
  /** Accounts with a write that began and did not end. Their next holder completes it first. */
  unfinished: Set<number>;
  connections: Level;
  postgresUp: () => boolean;
  count: { flushes: number; rows: number; transactions: number };
}

export class Process {
  readonly #cell: Cell;
  readonly thread: Cores;
  readonly bytes: Level;
  up = true;
  /** A killed process answers no more; what it had begun ends without it. */
  #life = 0;
  #queues: Record<Turn, Waiting[]> = { free: [], wait: [] };
  #running: Record<Turn, number> = { free: 0, wait: 0 };
  #busy = new Set<number>();
  /** The accounts that each running flush holds, for a kill. */
  #held = new Set<ReadonlySet<number>>();
  #open = new Set<Request>();

  constructor(cell: Cell) {
    this.#cell = cell;
    this.thread = new Cores(cell.simulation, 1);
    this.bytes = new Level(cell.simulation);
  }

  receive(request: Request): void {
    const life = this.#life;
    this.#open.add(request);
    this.thread.run(this.#cell.costs.prepareMs(request.records), () => {
      if (life === this.#life) this.#write(request);
    });
  }

  /** PostgreSQL ends its sessions, which frees the locks. Clients see a broken connection. */
  kill(): void {
    this.up = false;
    this.#life += 1;
    this.thread.fail();
    for (const held of this.#held) {
      for (const account of held) this.#cell.unfinished.add(account);
      this.#cell.locks.release(held);
    }
    const flushes = this.#running.free + this.#running.wait;
    this.#cell.connections.add(-flushes);
    this.bytes.add(-this.bytes.value);
    const open = [...this.#open];
    [this.#queues, this.#running] = [
      { free: [], wait: [] },
      { free: 0, wait: 0 },
    ];
    [this.#busy, this.#held, this.#open] = [new Set(), new Set(), new Set()];
    for (const request of open) request.answer('failed');
  }

  #answer(request: Request, what: Answer): void {
    this.#open.delete(request);
    request.answer(what);
  }

  #write(request: Request): void {
    const { flush } = this.#cell.costs;
    if (this.bytes.value > 0 && this.bytes.value + request.bytes > flush.maxWaitingBytes) {
      this.#answer(request, 'memory');
      return;
    }
    this.bytes.add(request.bytes);
    const life = this.#life;
    this.#cell.simulation.after(flush.answerMs, () => {
      if (life === this.#life && this.#open.has(request)) this.#answer(request, 'late');
    });
    this.#enqueue('free', request);
    this.#start('free');
  }

  #enqueue(turn: Turn, request: Request): void {
    const waiting: Waiting = { request, taken: false };
    this.#queues[turn].push(waiting);
    const life = this.#life;
    this.#cell.simulation.after(this.#cell.costs.flush.patienceMs, () => {
      if (waiting.taken || life !== this.#life) return;
      waiting.taken = true;
      const queue = this.#queues[turn];
      queue.splice(queue.indexOf(waiting), 1);
      this.#end(request, 'patience');
    });
  }

  #end(request: Request, what: Answer): void {
    this.bytes.add(-request.bytes);
    if (what === 'stored') request.stored();
    if (this.#open.has(request)) this.#answer(request, what);
  }

  #start(turn: Turn): void {
    while (this.#running[turn] < this.#cell.costs.lanes[turn]) {
      const batch = this.#take(turn);
      if (batch.length === 0) return;
      this.#running[turn] += 1;
      this.#flush(batch, turn);
    }
  }

  /** The oldest requests that fit into one flush, of accounts that no flush of this process has. */
  #take(turn: Turn): Request[] {
    const { maxRows, maxBytes } = this.#cell.costs.flush;
    const [batch, rest]: [Request[], Waiting[]] = [[], []];
    let [rows, bytes, full] = [0, 0, false];
    for (const waiting of this.#queues[turn]) {
      const { request } = waiting;
      const busy = this.#busy.has(request.account);
      if (!full && !busy)
        full = batch.length > 0 && (rows + request.records > maxRows || bytes + request.bytes > maxBytes);
      if (full || busy) {
        rest.push(waiting);
        continue;
      }
      rows += request.records;
      bytes += request.bytes;
      waiting.taken = true;
      batch.push(request);
    }
    this.#queues[turn] = rest;
    return batch;
  }

  #flush(batch: readonly Request[], turn: Turn): void {
    const { simulation, costs, locks, clickhouse, unfinished, connections, count } = this.#cell;
    const life = this.#life;
    const accounts = new Set(batch.map(({ account }) => account));
    for (const account of accounts) this.#busy.add(account);
    connections.add(1);
    const end = (held: ReadonlySet<number>, what: Answer): void => {
      if (life !== this.#life) return;
      connections.add(-1);
      if (this.#held.delete(held)) locks.release(held);
      for (const request of batch) {
        if (held.has(request.account)) this.#end(request, what);
        else if (turn === 'free') this.#enqueue('wait', request);
        else this.#end(request, 'locked');
      }
      this.#running[turn] -= 1;
      for (const account of accounts) this.#busy.delete(account);
      this.#start('wait');
      this.#start('free');
    };
    const work = (held: ReadonlySet<number>): void => {
      if (life !== this.#life) {
        locks.release(held);
        return;
      }
      this.#held.add(held);
      const rows = batch.reduce((sum, each) => sum + (held.has(each.account) ? each.records : 0), 0);
      count.transactions += rows > 0 ? 2 : 1;
      if (rows > 0) {
        count.flushes += 1;
        count.rows += rows;
      }
      const left = [...held].filter((account) => unfinished.delete(account)).length;
      simulation.after(costs.ledgerMs(rows) + (left > 0 ? costs.completeMs : 0), () => {
        if (rows === 0) {
          end(held, 'stored');
          return;
        }
        clickhouse.ask(rows, (known) => {
          if (!known) {
            end(held, 'failed');
            return;
          }
          clickhouse.insert(rows, (ok) => {
            // The note of the write stays in PostgreSQL.
            if (!ok) for (const account of held) unfinished.add(account);
            end(held, ok ? 'stored' : 'failed');
          });
        });
      });
    };
    if (!this.#cell.postgresUp()) end(accounts, 'failed');
    else if (turn === 'free') work(locks.takeFree(accounts));
    else locks.takeAll([...accounts], work);
  }
}
