// Checks that hold money are decided in the store. Those that arrive during a transaction share the next one.
// The budget rows are locked during the decision, so agents in any number of processes cannot exceed a limit.
import { AppError } from '#lib/app-error';
import { newId } from '#lib/ids';
import { SECOND_MS } from '#lib/clock';
import type { GateHoldsTable } from '#metadata';
import { decideCheck, type CheckFigures, type GateRequest, type CheckVerdict } from '../check/decide.ts';
import type { View, ViewBudget } from '../view.ts';
import type { AccountState } from './account-state.ts';
import type { SpendExchange, Exchanged } from './exchange.ts';
import { NOTHING } from './spent.ts';
import type { SpendKey } from './store.ts';
import { insertHolds } from './holds/store.ts';

const MAX_AT_ONCE = 500;
/**
 * A transaction takes a millisecond of the main thread, whether it decides one check or ten. The delay gives
 * others a turn and lets more holds share one transaction.
 */
const APART_MS = 2;
/** Per account: every decision about its budgets reads all of them. */
const MAX_HOLDS = 10_000;

export interface HoldOrder {
  state: AccountState;
  view: View;
  request: GateRequest;
  seconds: number;
}

export interface HeldVerdict {
  verdict: CheckVerdict;
  /** Null if nothing was held: the step was not allowed, or no budget matches. */
  hold: { id: string; micros: number; expiresAt: number } | null;
}

interface Waiting extends PromiseWithResolvers<HeldVerdict> {
  order: HoldOrder;
}

type Outcome = HeldVerdict | { full: true };

export class HoldQueue {
  readonly #exchange: SpendExchange;
  readonly #waiting: Waiting[] = [];
  #lastAt = -Infinity;

  constructor(exchange: SpendExchange) {
    this.#exchange = exchange;
  }

  add(order: HoldOrder): Promise<HeldVerdict> {
    const waiting: Waiting = { ...Promise.withResolvers<HeldVerdict>(), order };
    this.#waiting.push(waiting);
    // The first one asks for a turn, which takes all that have arrived by then.
    if (this.#waiting.length === 1) this.#askForTurn();
    return waiting.promise;
  }

  #askForTurn(): void {
    const turn = () => {
      this.#exchange.inTurn(() => this.#decideAll()).catch((error: unknown) => this.#refuseAll(error));
    };
    const rest = this.#lastAt + APART_MS - performance.now();
    if (rest > 0) setTimeout(turn, rest);
    else setImmediate(turn);
  }

  async #decideAll(): Promise<void> {
    const batch = this.#waiting.splice(0, MAX_AT_ONCE);
    this.#lastAt = performance.now();
    if (this.#waiting.length > 0) this.#askForTurn();
    try {
      const outcomes = await this.#decide(batch.map(({ order }) => order));
      batch.forEach((waiting, at) => {
        const outcome = outcomes[at];
        if (outcome && !('full' in outcome)) waiting.resolve(outcome);
        else waiting.reject(tooMany());
      });
    } catch (error) {
      for (const waiting of batch) waiting.reject(error);
    }
  }

  #refuseAll(error: unknown): void {
    for (const { reject } of this.#waiting.splice(0)) reject(error);
  }

  async #decide(orders: readonly HoldOrder[]): Promise<Outcome[]> {
    const states = [...new Set(orders.map(({ state }) => state))];
    const outcomes = await this.#exchange.write(
      states,
      (now) => locksFor(orders, now),
      async (db, exchanged, now) => {
        const decided = decideInOrder(orders, exchanged, now);
        await insertHolds(db, decided.rows);
        return decided.outcomes;
      },
    );
    outcomes.forEach((outcome, at) => {
      if ('full' in outcome || !outcome.hold) return;
      const { id, micros, expiresAt } = outcome.hold;
      const budgetIds = outcome.verdict.matched.map(({ budget }) => budget.id);
      const order = orders[at];
      order?.state.held(id, { projectId: order.request.projectId, micros, expiresAt, budgetIds });
    });
    return outcomes;
  }
}

const tooMany = () =>
  new AppError(
    'too_many_requests',
    'too_many_holds',
    `At most ${MAX_HOLDS} checks may hold money at once. Send the calls with their gateCheckId, release what is not needed, or hold it for a shorter time.`,
    { retryAfterSeconds: 5 },
  );

/** Includes budgets without a counted amount, because the row represents the budget. */
const locksFor = (orders: readonly HoldOrder[], now: number): SpendKey[] =>
  orders.flatMap(({ state, view, request }) =>
    view.budgets.filter((budget) => budget.matches(request)).map((budget) => state.keyOf(budget, now)),
  );

/** Each decision sees the holds of those before it. */
function decideInOrder(
  orders: readonly HoldOrder[],
  { spend, held }: Exchanged,
  now: number,
): { outcomes: Outcome[]; rows: GateHoldsTable[] } {
  const spendOf = new Map(spend.map((row) => [`${row.budgetId} ${row.generation} ${row.start}`, row]));
  const heldOf = new Map(held.map(({ budgetId, micros, holds }) => [budgetId, { micros, holds }]));
  const heldBy = ({ id }: ViewBudget) => heldOf.getOrInsertComputed(id, () => ({ micros: 0, holds: 0 }));
  const rows: GateHoldsTable[] = [];
  const outcomes = orders.map(({ state, view, request, seconds }): Outcome => {
    const figuresOf = (budget: ViewBudget): CheckFigures => {
      const { budgetId, generation, start } = state.keyOf(budget, now);
      const row = spendOf.get(`${budgetId} ${generation} ${start}`);
      return {
        ...(row?.spent ?? NOTHING),
        heldMicros: heldBy(budget).micros,
        known: (row?.reconciledAt ?? null) !== null || state.figures(budget, now).known,
      };
    };
    const verdict = decideCheck(view, figuresOf, request);
    const micros = request.costMicros ?? 0;
    if (verdict.decision !== 'allow' || verdict.matched.length === 0 || micros === 0)
      return { verdict, hold: null };
    if (verdict.matched.some(({ budget }) => heldBy(budget).holds >= MAX_HOLDS)) return { full: true };
    const expiresAt = Math.ceil((now + seconds * SECOND_MS) / SECOND_MS) * SECOND_MS;
    const hold = { id: newId('gateHold'), micros, expiresAt };
    for (const each of verdict.matched) {
      const sum = heldBy(each.budget);
      sum.micros += micros;
      sum.holds += 1;
      each.figures = { ...each.figures, heldMicros: sum.micros };
    }
    rows.push({
      id: hold.id,
      account_id: state.accountId,
      project_id: request.projectId,
      micros,
      budget_ids: JSON.stringify(verdict.matched.map(({ budget }) => budget.id)),
      created_at: now,
      expires_at: expiresAt,
    });
    return { verdict, hold };
  });
  return { outcomes, rows };
}
