// Measures the windows of all alerts of a round with few queries. Alerts on the same window share one
// measurement, and one statement covers the windows of hundreds of accounts. Statements are independent:
// alerts are decided as soon as theirs returns, and a statement that fails or is late is skipped until the
// next round.
import { AppError, unavailable } from '#lib/app-error';
import { SECOND_MS } from '#lib/clock';
import { withTimeout } from '#lib/with-timeout';
import type { Account } from '#core/access/accounts';
import type { SystemContext } from '#core/context';
import { selectWindowSums, type WindowSums, type WindowWant } from '#records';
import { TYPE_FACTS, type AlertType } from '../alert-types.ts';
import { NO_SCORES, type Measured, type WindowScores } from '../evaluate.ts';
import type { AlertRow } from '../store.ts';
import { selectSentSums } from './sent-store.ts';
import { selectScoreSums, selectUntold } from './store.ts';
import { scoreWantOf, sentWantOf, wantsOf } from './windows.ts';

export interface Due {
  alert: AlertRow;
  account: Account;
}

/** Windows per statement. Latency windows read single calls, so a statement covers fewer of them. */
const SUMS_AT_ONCE = 300;
const LATENCIES_AT_ONCE = 100;
const SCORES_AT_ONCE = 500;
const FINDINGS_AT_ONCE = 100;
/** Parallel queries. The service's own queries go first, and the in-process engine runs three at a time. */
const AT_ONCE = 2;
/** How long a round keeps splitting failed queries. */
const SPLIT_MS = 30 * SECOND_MS;

export const NO_CALLS: WindowSums = { calls: 0, errors: 0, costUsd: 0, latencyMs: null };

interface Asked {
  /** The window, and parts of it. */
  wants: WindowWant[];
  /** The alerts behind it. */
  askers: Due[];
}

interface Batch {
  latencies: boolean;
  asked: Asked[];
}

export interface MeasuredAlert extends Due {
  measured: Measured;
}

/** Receives each result as soon as it arrives. */
type Tell = (found: readonly MeasuredAlert[]) => Promise<void>;

export interface RoundOrder {
  nowMs: number;
  /** The time limit of one query. */
  patienceMs: number;
  signal: AbortSignal;
}

/** Returns the errors. Alerts behind a failed query get no result. */
export async function measureEach(
  ctx: Pick<SystemContext, 'records' | 'db'>,
  due: readonly Due[],
  { nowMs, patienceMs, signal }: RoundOrder,
  tell: Tell,
): Promise<unknown[]> {
  const failures: unknown[] = [];
  const fail = (error: unknown) => {
    signal.throwIfAborted();
    failures.push(error);
  };
  const splitUntil = performance.now() + SPLIT_MS;
  const askAll = async (batches: Batch[]): Promise<void> => {
    for (let batch = batches.pop(); batch !== undefined; batch = batches.pop()) {
      signal.throwIfAborted();
      const answers = await ask(ctx.records, batch, patienceMs).catch((error: unknown) => {
        if (batch.asked.length > 1 && isTooMuch(error) && performance.now() < splitUntil)
          batches.push(...halvesOf(batch));
        else fail(error);
        return [];
      });
      await tell(foundBy(batch, answers)).catch(fail);
    }
  };
  // Reversed, because batches are taken from the end.
  const batches = batchesOf(due, nowMs).toReversed();
  await Promise.all([
    ...Array.from({ length: AT_ONCE }, () => askAll(batches)),
    measureScores(
      due,
      'scores',
      (some) =>
        selectScoreSums(
          ctx.db,
          some.map(({ alert }) => scoreWantOf(alert, nowMs)),
        ),
      signal,
      tell,
      fail,
    ),
    measureScores(
      due,
      'sent scores',
      (some) =>
        selectSentSums(
          ctx.db,
          some.map(({ alert, account }) => sentWantOf(alert, account, nowMs)),
        ),
      signal,
      tell,
      fail,
    ),
    measureFindings(ctx.db, due, signal, tell, fail),
  ]);
  return failures;
}

const ask = (records: SystemContext['records'], { asked, latencies }: Batch, patienceMs: number) => {
  const wants = asked.flatMap((each) => each.wants);
  return withTimeout(patienceMs, records.askAll(selectWindowSums(wants, latencies)), () =>
    unavailable('query_too_slow', 'The windows of some alerts could not be measured in time.'),
  );
};

/** The calls of one account may be too many for the engine. Splitting spares the alerts in the same query. */
const isTooMuch = (error: unknown): boolean =>
  error instanceof AppError && (error.reason === 'query_too_slow' || error.reason === 'query_too_large');

function halvesOf({ latencies, asked }: Batch): Batch[] {
  const half = Math.ceil(asked.length / 2);
  return [
    { latencies, asked: asked.slice(0, half) },
    { latencies, asked: asked.slice(half) },
  ];
}

function foundBy({ asked }: Batch, answers: readonly WindowSums[][]): MeasuredAlert[] {
  if (answers.length === 0) return [];
  const left = answers.map(([window = NO_CALLS, ...history]) => ({ window, history })).values();
  return asked.flatMap(({ wants, askers }) => {
    const [whole = { window: NO_CALLS }, ...parts] = left.take(wants.length).toArray();
    const pairs = parts.flatMap((part, at) => (at % 2 === 0 ? [parts.slice(at, at + 2)] : []));
    const measured: Measured = parts.length === 0 ? whole : { ...whole, pairs };
    return askers.map(({ alert, account }) => ({ alert, account, measured }));
  });
}

async function measureScores(
  due: readonly Due[],
  measures: 'scores' | 'sent scores',
  select: (some: readonly Due[]) => Promise<WindowScores[]>,
  signal: AbortSignal,
  tell: Tell,
  fail: (error: unknown) => void,
): Promise<void> {
  const scored = due.filter(({ alert }) => factsOf(alert).measures === measures);
  for (let from = 0; from < scored.length; from += SCORES_AT_ONCE) {
    signal.throwIfAborted();
    const some = scored.slice(from, from + SCORES_AT_ONCE);
    const measured = (scores = NO_SCORES): Measured => ({ window: NO_CALLS, scores });
    await select(some)
      .then((sums) =>
        tell(some.map(({ alert, account }, at) => ({ alert, account, measured: measured(sums[at]) }))),
      )
      .catch(fail);
  }
}

async function measureFindings(
  db: SystemContext['db'],
  due: readonly Due[],
  signal: AbortSignal,
  tell: Tell,
  fail: (error: unknown) => void,
): Promise<void> {
  const waiting = due.filter(({ alert }) => factsOf(alert).measures === 'findings');
  for (let from = 0; from < waiting.length; from += FINDINGS_AT_ONCE) {
    signal.throwIfAborted();
    const some = waiting.slice(from, from + FINDINGS_AT_ONCE);
    await selectUntold(
      db,
      some.map(({ alert }) => alert.id),
    )
      .then((unreported) =>
        tell(
          some.map(({ alert, account }) => {
            const findings = unreported.get(alert.id) ?? { titles: [], upTo: alert.findings_told };
            return { alert, account, measured: { window: NO_CALLS, findings } };
          }),
        ),
      )
      .catch(fail);
  }
}

const NOT_OF_CALLS: ReadonlySet<string> = new Set(['scores', 'sent scores', 'findings']);

const factsOf = ({ alert_type: type }: AlertRow) => TYPE_FACTS[type as AlertType];

/**
 * Alerts on the same window share it. Windows with history are batched separately, because they read other
 * times.
 */
function batchesOf(due: readonly Due[], nowMs: number): Batch[] {
  const batches: Batch[] = [];
  for (const latencies of [false, true]) {
    for (const history of [false, true]) {
      const shared = new Map<string, Asked>();
      for (const each of due) {
        const { alert, account } = each;
        const facts = factsOf(alert);
        if (NOT_OF_CALLS.has(facts.measures)) continue;
        if ((facts.latency ?? false) !== latencies || (facts.measures === 'history') !== history) continue;
        const wants = wantsOf(alert, account, nowMs);
        const key = wants.flatMap((want) => [want.account, want.project, want.startMs]).join(' ');
        const known = shared.get(key);
        if (known) known.askers.push(each);
        else shared.set(key, { wants, askers: [each] });
      }
      const all = [...shared.values()].toSorted((left, right) => startOf(left) - startOf(right));
      const most = Math.max(1, ...all.map(({ wants }) => wants.length));
      const atOnce = Math.ceil((latencies ? LATENCIES_AT_ONCE : SUMS_AT_ONCE) / most);
      for (let from = 0; from < all.length; from += atOnce)
        batches.push({ latencies, asked: all.slice(from, from + atOnce) });
    }
  }
  return batches;
}

const startOf = ({ wants }: Asked): number => wants[0]?.startMs ?? 0;
