// Exchanges spend with the store: writes what was counted here and reads the new state, in one transaction.
// Exchanges run one at a time, so the last read state is the newest.
import { unavailable } from '#lib/app-error';
import { DAY_MS } from '#lib/clock';
import type { Services } from '#core/context';
import type { Reader, Writer } from '#metadata';
import { MAX_MICROS } from '../money.ts';
import type { AccountState, UnwrittenSpend } from './account-state.ts';
import { selectHeld, takeHolds, type HeldRow } from './holds/store.ts';
import { limited, NOTHING, plus, type Spent } from './spent.ts';
import { addSpend, selectSpend, type Addition, type SpendKey, type SpendRow } from './store.ts';

const LONGEST_PERIOD_MS = 32 * DAY_MS;

export interface Exchanged {
  spend: SpendRow[];
  held: HeldRow[];
}

type Inside<T> = (db: Writer, exchanged: Exchanged, now: number) => Promise<T>;

export class SpendExchange {
  readonly #services: Pick<Services, 'metadata' | 'clock'>;
  #last: Promise<unknown> = Promise.resolve();
  #closed = false;

  constructor(services: Pick<Services, 'metadata' | 'clock'>) {
    this.#services = services;
  }

  /** One at a time: what is being written is in an unknown state. */
  inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.#closed) return Promise.reject(unavailable('stopping', 'This process is stopping.'));
    const turn = this.#last.then(work);
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#last;
  }

  /**
   * Runs alone. Without anything to write it only reads. The records contain everything that is written here.
   */
  async read(states: readonly AccountState[]): Promise<Exchanged> {
    if (states.some((state) => state.dirty))
      return this.#write(
        'countingTransaction',
        states,
        () => [],
        (_db, exchanged) => Promise.resolve(exchanged),
      );
    const now = this.#services.clock.now();
    const exchanged = await readFigures(this.#services.metadata.reader, states, now);
    commit(states, [], exchanged, now);
    return exchanged;
  }

  /** Runs alone. `locked`: spend rows to lock even if nothing is added to them. */
  write<T>(
    states: readonly AccountState[],
    locked: (now: number) => readonly SpendKey[],
    inside: Inside<T>,
  ): Promise<T> {
    return this.#write('transaction', states, locked, inside);
  }

  async #write<T>(
    transaction: 'transaction' | 'countingTransaction',
    states: readonly AccountState[],
    locked: (now: number) => readonly SpendKey[],
    inside: Inside<T>,
  ): Promise<T> {
    const { metadata, clock } = this.#services;
    const now = clock.now();
    const outgoing = states.map((state) => state.take(now));
    try {
      const { exchanged, result } = await metadata[transaction](async (db) => {
        await writeCounted(db, states, outgoing, locked(now), now);
        const exchanged = await readFigures(db, states, now);
        return { exchanged, result: await inside(db, exchanged, now) };
      });
      commit(states, outgoing, exchanged, now);
      return result;
    } catch (error) {
      states.forEach((state, at) => state.restore(outgoing[at] ?? UNWRITTEN));
      throw error;
    }
  }
}

const UNWRITTEN: UnwrittenSpend = { additions: [], settled: [], settlements: [] };

async function writeCounted(
  db: Writer,
  states: readonly AccountState[],
  outgoing: readonly UnwrittenSpend[],
  locked: readonly SpendKey[],
  now: number,
): Promise<void> {
  const additions = new Map<string, Addition>();
  const add = ({ budgetId, generation, start }: SpendKey, more: Spent) => {
    const key = `${budgetId} ${generation} ${start}`;
    const sum = additions.getOrInsertComputed(key, () => ({ budgetId, generation, start, spent: NOTHING }));
    sum.spent = limited(plus(sum.spent, more), MAX_MICROS);
  };
  for (const key of locked) add(key, NOTHING);
  for (const each of outgoing) for (const { counter, spent } of each.additions) add(counter, spent);
  if (additions.size > 0) await addSpend(db, [...additions.values()]);
  for (const [at, { settled, settlements }] of outgoing.entries()) {
    const accountId = states[at]?.accountId;
    if (accountId === undefined) continue;
    const ended = [...settled.map((holdId) => ({ holdId, onlyOf: null })), ...settlements];
    for (const [projectId, some] of Map.groupBy(ended, ({ onlyOf }) => onlyOf)) {
      const ids = some.map(({ holdId }) => holdId);
      await takeHolds(db, accountId, projectId, ids, now);
    }
  }
}

async function readFigures(db: Reader, states: readonly AccountState[], now: number): Promise<Exchanged> {
  const ids = states.flatMap((state) => state.view?.budgets.map(({ id }) => id) ?? []);
  return {
    spend: await selectSpend(db, ids, now - LONGEST_PERIOD_MS),
    held: await selectHeld(db, ids, now),
  };
}

function commit(
  states: readonly AccountState[],
  outgoing: readonly UnwrittenSpend[],
  { spend, held }: Exchanged,
  now: number,
): void {
  const spendOf = Map.groupBy(spend, ({ budgetId }) => budgetId);
  const heldOf = new Map(held.map((row) => [row.budgetId, row]));
  states.forEach((state, at) => {
    const ids = state.view?.budgets.map(({ id }) => id) ?? [];
    state.commit(
      outgoing[at] ?? UNWRITTEN,
      ids.flatMap((id) => spendOf.get(id) ?? []),
      ids.flatMap((id) => heldOf.get(id) ?? []),
      now,
    );
  });
}
