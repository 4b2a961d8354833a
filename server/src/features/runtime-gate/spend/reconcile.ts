// Reads spend from the records. Calls stored during the query may be in its result and are counted on top. So
// the figure is too high by that moment at most, never too low, and the next query corrects it.
import { DAY_MS } from '#lib/clock';
import { MICROS_PER_USD } from '#lib/money';
import type { Account } from '#core/access/accounts';
import type { Services } from '#core/context';
import { periodEnd } from '../budgets/period.ts';
import { MAX_MICROS } from '../money.ts';
import type { ViewBudget } from '../view.ts';
import type { AccountState } from './account-state.ts';
import type { SpendExchange } from './exchange.ts';
import { limited, NOTHING, rounded } from './spent.ts';
import { setSpend, type Counted, type SpendKey } from './store.ts';
import { selectSpentUsd, type SpendWant } from './records.ts';

/** The names and patterns of this many budgets fit into one query. */
const AT_ONCE = 10;

/** The parts of the gate that this needs. */
interface Tracker {
  services: Pick<Services, 'accounts' | 'clock' | 'metadata' | 'records'>;
  exchange: SpendExchange;
}

interface Question {
  key: SpendKey;
  want: SpendWant;
}

export async function reconcileSpend(
  gate: Tracker,
  state: AccountState,
  budgets: readonly ViewBudget[],
  signal?: AbortSignal,
): Promise<void> {
  const { accounts, clock } = gate.services;
  const account = await accounts.get(state.accountId);
  if (!account) return;
  const questions = budgets.flatMap((budget) => questionOf(state, budget, account, clock.now()));
  for (let at = 0; at < questions.length; at += AT_ONCE) {
    signal?.throwIfAborted();
    await ask(gate, state, account, questions.slice(at, at + AT_ONCE));
  }
}

async function ask(
  gate: Tracker,
  state: AccountState,
  account: Account,
  questions: readonly Question[],
): Promise<void> {
  const { records, metadata, clock } = gate.services;
  const keys = questions.map(({ key }) => key);
  // Counts are written before the query, or they would be counted twice.
  const { spend } = await gate.exchange.inTurn(() =>
    gate.exchange.write(
      [state],
      () => keys,
      (_db, exchanged) => Promise.resolve(exchanged),
    ),
  );
  const askedAt = clock.now();
  const sinceMs = askedAt - account.retentionDays * DAY_MS;
  const sums = await records.ask(
    { account: account.number, project: null, sinceMs },
    selectSpentUsd(questions.map(({ want }) => want)),
  );
  const counted = keys.map((key, at): Counted => {
    const row = spend.find(
      (each) =>
        each.budgetId === key.budgetId && each.generation === key.generation && each.start === key.start,
    );
    const { usd = 0, unpricedCalls = 0, unpricedTokens = 0 } = sums[at] ?? {};
    const sum = rounded({ spentMicros: usd * MICROS_PER_USD, unpricedCalls, unpricedTokens });
    const spent = limited(sum, MAX_MICROS / 2);
    const addedBefore = row?.added ?? NOTHING;
    return Object.assign(key, { spent, addedBefore, askedAt, atLeast: key.start <= sinceMs });
  });
  await gate.exchange.inTurn(async () => {
    await metadata.transaction((db) => setSpend(db, counted));
    await gate.exchange.read([state]);
  });
}

function questionOf(state: AccountState, budget: ViewBudget, account: Account, now: number): Question[] {
  const { provider, model, tags, projectId } = budget.scope;
  const project = projectId === null || projectId === undefined ? null : account.projects.get(projectId);
  // Nothing can be spent in a deleted project.
  if (project === undefined) return [];
  const key = state.keyOf(budget, now);
  return [
    {
      key,
      want: {
        startMs: key.start,
        endMs: periodEnd(budget.period, key.start),
        ...(provider === null || provider === undefined ? {} : { provider }),
        ...(model === null || model === undefined ? {} : { modelGlob: model }),
        ...(tags === null || tags === undefined ? {} : { tags }),
        ...(project === null ? {} : { project: project.number }),
      },
    },
  ];
}
