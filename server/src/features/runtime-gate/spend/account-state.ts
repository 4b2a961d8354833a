// The spend of an account as this process knows it: the last state of the store, what was counted here since,
// and holds. Every change is one synchronous step, so no check sees a hold released before its cost is
// counted.
import { MINUTE_MS, SECOND_MS } from '#lib/clock';
import { CurrentPeriods } from '../budgets/period.ts';
import type { CheckFigures } from '../check/decide.ts';
import type { GateSubject, View, ViewBudget } from '../view.ts';
import type { HeldRow } from './holds/store.ts';
import { isNothing, minus, NOTHING, plus, rounded, type Spent } from './spent.ts';
import type { SpendKey, SpendRow } from './store.ts';

interface Counter extends SpendKey {
  stored: Spent;
  /** Being written to the store. */
  sent: Spent;
  /** Not rounded; fractions of a micro-dollar wait until they add up. */
  pending: Spent;
  known: boolean;
}

interface OwnHold {
  /** The id of the check. */
  projectId: string;
  micros: number;
  budgetIds: readonly string[];
  expiresAt: number;
}

/**
 * A call that ends a hold of another process. The hold is replaced by the cost once both are in the store.
 */
interface Settlement {
  holdId: string;
  /** The hold ends only if it belongs to this project; null means any. */
  onlyOf: string | null;
  costs: { counter: Counter; spent: Spent }[];
}

/** The next write. */
export interface UnwrittenSpend {
  additions: { counter: Counter; spent: Spent; seen: Spent }[];
  settled: string[];
  settlements: Settlement[];
}

export interface SpentCall extends GateSubject {
  timestampMs: number;
  costMicros: number;
  /** 0 if its cost is known. */
  unpricedTokens: number;
  holdId: string | null;
  /** The project that the sender's key is bound to. Such a key ends no hold of another project. */
  onlyOf: string | null;
}

const spentBy = ({ costMicros, unpricedTokens }: SpentCall): Spent => ({
  spentMicros: costMicros,
  unpricedCalls: unpricedTokens > 0 ? 1 : 0,
  unpricedTokens,
});

const REMEMBER_MS = 10 * MINUTE_MS;
const MAX_REMEMBERED = 20_000;
/** Thousands may be remembered, and holds are written hundreds of times a second. */
const FORGET_EVERY_MS = SECOND_MS;

const noCounters = (): Map<number, Counter> => new Map();

export class AccountState {
  readonly accountId: string;
  view: View | null = null;
  /** The rules changed since the view was loaded. Stays true until the new view is there. */
  outdated = true;
  /** The number of changes that this process has seen. */
  changes = 0;
  loading: Promise<void> | null = null;
  refreshing: Promise<void> | null = null;
  /** By the service's clock. */
  refreshedAt = -Infinity;
  usedAt = -Infinity;
  /** Monotonic time. The store did not answer, and no check waits for it until then. */
  pausedUntil = 0;
  /** Keys of budgets whose spend this process has read from the records. */
  readonly asked = new Set<string>();
  asking: Promise<void> | null = null;
  askAgainAt = 0;
  /** The first query of the records, while checks should wait for it. */
  awaited: Promise<void> | null = null;
  /** True if there is something to write. */
  dirty = false;

  readonly #counters = new Map<string, Map<number, Counter>>();
  readonly #periods = new CurrentPeriods();
  readonly #held = new Map<string, number>();
  /** Created here and not settled; some may have expired. */
  readonly #holds = new Map<string, OwnHold>();
  /** Settled here, but still in the store. */
  readonly #settling = new Map<string, OwnHold>();
  readonly #settlingMicros = new Map<string, number>();
  #settlements: Settlement[] = [];
  #forgotAt = -Infinity;

  constructor(accountId: string) {
    this.accountId = accountId;
  }

  setView(view: View): void {
    this.view = view;
    const there = new Set(view.budgets.map(({ spendKey }) => spendKey));
    for (const [key, counters] of this.#counters) {
      const idle = [...counters.values()].every((each) => isNothing(each.pending) && isNothing(each.sent));
      if (!there.has(key) && idle) this.#counters.delete(key);
    }
    for (const key of this.asked) if (!there.has(key)) this.asked.delete(key);
  }

  figures(budget: ViewBudget, now: number): CheckFigures {
    const counter = this.counter(budget, this.#periods.start(budget.period, now));
    const held = (this.#held.get(budget.id) ?? 0) - (this.#settlingMicros.get(budget.id) ?? 0);
    return {
      ...plus(plus(counter.stored, counter.sent), counter.pending),
      heldMicros: Math.max(0, held),
      known: counter.known,
    };
  }

  counter({ id, spendKey, generation }: ViewBudget, start: number): Counter {
    const counters = this.#counters.getOrInsertComputed(spendKey, noCounters);
    let counter = counters.get(start);
    if (!counter) {
      // A process that knew the whole previous period has seen the new one from its start.
      const known = [...counters.values()].some((each) => each.known && each.start < start);
      counter = { budgetId: id, generation, start, stored: NOTHING, sent: NOTHING, pending: NOTHING, known };
      counters.set(start, counter);
    }
    return counter;
  }

  keyOf(budget: ViewBudget, now: number): SpendKey {
    return {
      budgetId: budget.id,
      generation: budget.generation,
      start: this.#periods.start(budget.period, now),
    };
  }

  /** Counts a stored call in the period of its own time, unless that period is over. */
  count(call: SpentCall, now: number): void {
    const known = call.holdId === null ? undefined : this.#holds.get(call.holdId);
    const own = known && (call.onlyOf === null || call.onlyOf === known.projectId) ? known : undefined;
    const settlement = call.holdId === null || known ? null : this.#settlement(call.holdId, call.onlyOf);
    const spent = spentBy(call);
    if (!isNothing(spent)) {
      for (const budget of this.view?.budgets ?? []) {
        if (!budget.matches(call)) continue;
        if (call.timestampMs < this.#periods.start(budget.period, now)) continue;
        const counter = this.counter(budget, this.#periods.startOf(budget.period, call.timestampMs));
        if (settlement) settlement.costs.push({ counter, spent });
        else counter.pending = plus(counter.pending, spent);
        this.dirty = true;
      }
    }
    if (own && call.holdId !== null) this.#settleOwn(call.holdId, own, now);
  }

  /** The call was stored before this process knew any budget. Reconciling with the records adds its cost. */
  settleUnseen(holdId: string, onlyOf: string | null): void {
    this.#settlement(holdId, onlyOf);
  }

  /**
   * Null if too many writes wait for a store that is unavailable. Then costs count at once, and the hold
   * stays until it expires.
   */
  #settlement(holdId: string, onlyOf: string | null): Settlement | null {
    if (this.#settlements.length >= MAX_REMEMBERED) return null;
    const settlement: Settlement = { holdId, onlyOf, costs: [] };
    this.#settlements.push(settlement);
    this.dirty = true;
    return settlement;
  }

  #settleOwn(id: string, hold: OwnHold, now: number): void {
    this.#holds.delete(id);
    this.dirty = true;
    // Expired holds no longer count.
    const micros = hold.expiresAt > now ? hold.micros : 0;
    this.#settling.set(id, { ...hold, micros });
    this.#moveSettling(hold.budgetIds, micros);
  }

  #moveSettling(budgetIds: readonly string[], micros: number): void {
    for (const id of budgetIds) this.#settlingMicros.set(id, (this.#settlingMicros.get(id) ?? 0) + micros);
  }

  isSettling(holdId: string): boolean {
    return this.#settling.has(holdId);
  }

  held(id: string, hold: OwnHold): void {
    this.#holds.set(id, hold);
    for (const budget of hold.budgetIds) this.#held.set(budget, (this.#held.get(budget) ?? 0) + hold.micros);
  }

  /** A hold that was deleted from the store. */
  released(id: string, budgetIds: readonly string[], micros: number): void {
    this.#holds.delete(id);
    for (const budget of budgetIds)
      this.#held.set(budget, Math.max(0, (this.#held.get(budget) ?? 0) - micros));
  }

  take(now: number): UnwrittenSpend {
    const outgoing: UnwrittenSpend = {
      additions: [],
      settled: [...this.#settling.keys()],
      settlements: this.#settlements,
    };
    this.#settlements = [];
    this.dirty = false;
    const unseen = new Map<Counter, Spent>();
    for (const { costs } of outgoing.settlements)
      for (const { counter, spent } of costs)
        unseen.set(counter, plus(unseen.get(counter) ?? NOTHING, spent));
    for (const counters of this.#counters.values()) {
      for (const counter of counters.values()) {
        const seen = rounded(counter.pending);
        const spent = plus(seen, rounded(unseen.get(counter) ?? NOTHING));
        if (isNothing(spent)) continue;
        counter.pending = minus(counter.pending, seen);
        counter.sent = plus(counter.sent, seen);
        outgoing.additions.push({ counter, spent, seen });
      }
    }
    this.#forgetHolds(now);
    return outgoing;
  }

  /** A call that arrives soon after its hold expired still belongs to it. */
  #forgetHolds(now: number): void {
    if (Math.abs(now - this.#forgotAt) < FORGET_EVERY_MS) return;
    this.#forgotAt = now;
    const before = this.#holds.size > MAX_REMEMBERED ? now : now - REMEMBER_MS;
    for (const [id, hold] of this.#holds) if (hold.expiresAt <= before) this.#holds.delete(id);
  }

  /** The write failed. */
  restore({ additions, settlements }: UnwrittenSpend): void {
    for (const { counter, seen } of additions) {
      counter.sent = minus(counter.sent, seen);
      counter.pending = plus(counter.pending, seen);
    }
    this.#settlements.push(...settlements);
    this.dirty = true;
  }

  /** The write succeeded; this is the new state of the store. */
  commit(
    { additions, settled }: UnwrittenSpend,
    spend: readonly SpendRow[],
    held: readonly HeldRow[],
    now: number,
  ): void {
    for (const { counter, seen } of additions) counter.sent = minus(counter.sent, seen);
    for (const id of settled) {
      const hold = this.#settling.get(id);
      this.#settling.delete(id);
      if (hold) this.#moveSettling(hold.budgetIds, -hold.micros);
    }
    for (const row of spend) {
      const budget = this.view?.budgets.find((each) => each.id === row.budgetId);
      if (!budget || budget.generation !== row.generation) continue;
      const counter = this.counter(budget, row.start);
      counter.stored = row.spent;
      if (row.reconciledAt !== null) counter.known = true;
    }
    this.#held.clear();
    for (const row of held) this.#held.set(row.budgetId, row.micros);
    this.refreshedAt = now;
    this.#forgetOldPeriods(now);
  }

  #forgetOldPeriods(now: number): void {
    for (const budget of this.view?.budgets ?? []) {
      const counters = this.#counters.get(budget.spendKey);
      if (!counters || counters.size < 2) continue;
      const start = this.#periods.start(budget.period, now);
      // The new counter comes first: it takes over whether the old one was complete.
      this.counter(budget, start);
      for (const counter of counters.values())
        if (counter.start < start && isNothing(counter.sent)) counters.delete(counter.start);
    }
  }
}
