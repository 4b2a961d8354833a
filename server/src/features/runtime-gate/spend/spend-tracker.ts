// Tracks spend in this process. Checks are answered from here without waiting. What is counted here is
// written to the store about once a second, and the counts of other processes are read back.
import { unavailable } from '#lib/app-error';
import { MINUTE_MS, SECOND_MS } from '#lib/clock';
import { withTimeout } from '#lib/with-timeout';
import type { Config } from '#config';
import type { Services } from '#core/context';
import { providerNamer } from '#otlp';
import { perProcess } from '#core/process-state';
import { viewOf, type ViewBudget } from '../view.ts';
import { AccountState } from './account-state.ts';
import { SpendExchange } from './exchange.ts';
import { HoldQueue, type HeldVerdict, type HoldOrder } from './hold-queue.ts';
import { budgetsOf, takeHolds } from './holds/store.ts';
import { reconcileSpend } from './reconcile.ts';
import { selectBudgetRows, selectPolicyRows } from './store.ts';

type GateServices = Pick<Services, 'metadata' | 'records' | 'accounts' | 'feed' | 'clock' | 'log'> & {
  config: Pick<Config, 'providers'>;
};

const TICK_MS = SECOND_MS;
/** Changes of other processes are known within this time, or read before the answer. */
const FRESH_MS = 2.5 * SECOND_MS;
/** An account without checks is not kept up to date. */
const IDLE_MS = MINUTE_MS;
const PATIENCE_MS = SECOND_MS;
const RECORDS_PATIENCE_MS = 2 * SECOND_MS;
const HOLD_PATIENCE_MS = 3 * SECOND_MS;
const PAUSE_MS = SECOND_MS;
const ASK_AGAIN_MS = 5 * SECOND_MS;

const late = () => unavailable('metadata_unavailable', 'The metadata store does not answer at the moment.');

class SpendTracker {
  readonly services: GateServices;
  readonly exchange: SpendExchange;
  readonly #accounts = new Map<string, AccountState>();
  readonly #holds: HoldQueue;
  #timer: NodeJS.Timeout | null = null;
  #ticking = false;
  #failing = false;
  #closed = false;

  constructor(services: GateServices) {
    this.services = services;
    this.exchange = new SpendExchange(services);
    this.#holds = new HoldQueue(this.exchange);
    services.feed.on('gate', (id) => {
      for (const state of id === null ? this.#accounts.values() : [this.#accounts.get(id)])
        if (state) {
          state.outdated = true;
          state.changes += 1;
        }
    });
  }

  state(accountId: string): AccountState {
    return this.#accounts.getOrInsertComputed(accountId, (id) => new AccountState(id));
  }

  peek(accountId: string): AccountState | undefined {
    return this.#accounts.get(accountId);
  }

  /** Whether a check can be answered without waiting. */
  isReady(state: AccountState, now: number): boolean {
    if (state.view === null || state.awaited !== null) return false;
    if (!state.outdated && (state.view.budgets.length === 0 || isFresh(state, now))) return true;
    return performance.now() < state.pausedUntil;
  }

  /** Throws only if nothing is known about the account. Outdated data is better than no answer. */
  async ready(state: AccountState): Promise<void> {
    if (!this.isReady(state, this.services.clock.now())) {
      const fetched = state.outdated || state.view === null ? this.#load(state) : this.refresh(state);
      try {
        await withTimeout(PATIENCE_MS, fetched, late);
      } catch (error) {
        if (state.view === null) throw error;
        state.pausedUntil = performance.now() + PAUSE_MS;
      }
    }
    this.#askRecords(state);
    await this.#firstAnswer(state);
  }

  /** Waits for a while. Then the fail modes decide, for this check and the next ones. */
  async #firstAnswer(state: AccountState): Promise<void> {
    const deadline = performance.now() + RECORDS_PATIENCE_MS;
    for (let { awaited } = state; awaited; awaited = state.awaited) {
      await withTimeout(deadline - performance.now(), awaited, late).catch(() => undefined);
      if (performance.now() >= deadline) state.awaited = null;
    }
  }

  /** Loads in the background. The records are queried afterwards and contain what was stored meanwhile. */
  prepare(state: AccountState): void {
    if (!state.outdated || state.loading || performance.now() < state.pausedUntil) return;
    this.#load(state).catch(() => (state.pausedUntil = performance.now() + PAUSE_MS));
  }

  /** Without querying the records. */
  async loaded(state: AccountState): Promise<void> {
    if (state.outdated || state.view === null) await this.#load(state);
  }

  #load(state: AccountState): Promise<void> {
    state.loading ??= this.#loadView(state).finally(() => (state.loading = null));
    return state.loading;
  }

  async #loadView(state: AccountState): Promise<void> {
    const { metadata, config } = this.services;
    const { reader } = metadata;
    const nameOf = providerNamer(config.providers);
    let seen: number;
    do {
      seen = state.changes;
      const [budgets, policies] = await Promise.all([
        selectBudgetRows(reader, state.accountId),
        selectPolicyRows(reader, state.accountId),
      ]);
      const view = viewOf(budgets, policies, nameOf);
      state.setView(view);
      if (view.budgets.length > 0) await this.exchange.inTurn(() => this.exchange.read([state]));
      // Changed during the read: read again.
    } while (state.changes !== seen);
    state.outdated = false;
    this.#askRecords(state);
  }

  refresh(state: AccountState): Promise<void> {
    state.refreshing ??= this.exchange
      .inTurn(() => this.exchange.read([state]))
      .then(() => undefined)
      .finally(() => (state.refreshing = null));
    return state.refreshing;
  }

  /** Runs when this process first meets a budget, and again if something was missed. */
  #askRecords(state: AccountState): void {
    const unasked = (state.view?.budgets ?? []).filter(({ spendKey }) => !state.asked.has(spendKey));
    if (unasked.length === 0 || state.asking || performance.now() < state.askAgainAt) return;
    const asking = this.#ask(state, unasked).finally(() => {
      state.asking = null;
      if (state.awaited === asking) state.awaited = null;
      // Budgets may have been created meanwhile.
      this.#askRecords(state);
    });
    state.asking = asking;
    // A check waits for the first attempt only.
    if (state.askAgainAt === 0) state.awaited = asking;
  }

  async #ask(state: AccountState, budgets: readonly ViewBudget[]): Promise<void> {
    try {
      await reconcileSpend(this, state, budgets);
      for (const { spendKey } of budgets) state.asked.add(spendKey);
      state.askAgainAt = 0;
    } catch (error) {
      state.askAgainAt = performance.now() + ASK_AGAIN_MS;
      if (this.#closed) return;
      const account = state.accountId;
      this.services.log.warn({ err: error, account }, 'spend could not be read from the records');
    }
  }

  /** It is unknown which records were new, so the spend is recomputed from the records store. */
  missed(state: AccountState): void {
    state.asked.clear();
    this.#askRecords(state);
  }

  /** Decided in the store, together with all other waiting holds. */
  hold(order: HoldOrder): Promise<HeldVerdict> {
    return withTimeout(HOLD_PATIENCE_MS, this.#holds.add(order), late);
  }

  /** Returns the released amount; null if there is no such hold. With a project, only holds of its checks. */
  release(accountId: string, projectId: string | null, id: string): Promise<number | null> {
    return this.exchange.inTurn(async () => {
      const { metadata, clock } = this.services;
      const state = this.#accounts.get(accountId);
      if (state?.isSettling(id)) return null;
      const now = clock.now();
      const [hold] = await metadata.transaction((db) => takeHolds(db, accountId, projectId, [id], now));
      if (!hold || hold.expires_at <= now) return null;
      state?.released(id, budgetsOf(hold), hold.micros);
      return hold.micros;
    });
  }

  /** Counts that cannot be written are kept for the next time, and logged once. */
  async flush(): Promise<void> {
    const now = this.services.clock.now();
    const states = [...this.#accounts.values()].filter(
      (state) => state.dirty || (now - state.usedAt < IDLE_MS && (state.view?.budgets.length ?? 0) > 0),
    );
    if (states.length === 0) return;
    try {
      await this.exchange.inTurn(() => this.exchange.read(states));
      if (this.#failing) this.services.log.info('spend of running agents can be written again');
      this.#failing = false;
      for (const state of states) this.#askRecords(state);
    } catch (error) {
      if (!this.#failing)
        this.services.log.warn(
          { err: error },
          'spend of running agents could not be written and is kept in memory',
        );
      this.#failing = true;
      for (const state of states) state.pausedUntil = performance.now() + PAUSE_MS;
    }
  }

  start(): void {
    this.#timer ??= setInterval(() => {
      if (this.#ticking) return;
      this.#ticking = true;
      void this.flush().finally(() => (this.#ticking = false));
    }, TICK_MS).unref();
  }

  async close(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer);
    this.#timer = null;
    await this.flush();
    // A query of the records that still runs has no effect; the next process repeats it.
    this.#closed = true;
    await this.exchange.close();
  }
}

/** A clock that was set back says nothing about the age. */
const isFresh = ({ refreshedAt }: AccountState, now: number): boolean =>
  now >= refreshedAt && now - refreshedAt <= FRESH_MS;

export const spendTrackerOf = perProcess((services, onEnd) => {
  const gate = new SpendTracker(services);
  onEnd(() => gate.close());
  return gate;
});
