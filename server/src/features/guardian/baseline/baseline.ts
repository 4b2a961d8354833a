// The baseline of an account's projects, loaded when a detector needs it and cached for an hour if it was
// expensive to compute.
import { DAY_MS, HOUR_MS } from '#lib/clock';
import type { RecordsStore, Scope } from '#records';
import { latencyKey } from '../detect/latency-spike.ts';
import { askedKey, NEWS_MS } from '../detect/silent-model-change.ts';
import {
  selectAnsweringModels,
  selectLatencyBaselines,
  selectQuarterBaselines,
  selectTraceBaselines,
  type AnsweringModel,
  type LatencyBaseline,
  type QuarterBaseline,
  type TraceBaseline,
} from '../records/baseline.ts';

const HISTORY_DAYS = 14;
const KEEP_MS = HOUR_MS;
/** Below this number of calls the baseline is computed each time: it is cheap and never stale. */
const CACHE_FROM_CALLS = 5_000;
const SAMPLE_CALLS = 100_000;
const MAX_ACCOUNTS = 2_000;

interface Asked {
  project: number;
  provider: string;
  model: string;
  responseModel: string;
}

export interface Usual {
  quarters(): Promise<ReadonlyMap<number, QuarterBaseline>>;
  latencies(): Promise<ReadonlyMap<string, LatencyBaseline>>;
  traces(): Promise<ReadonlyMap<number, TraceBaseline>>;
  /** Only for models with a response model that is not known yet. */
  answers(asked: readonly Asked[]): Promise<AnsweringModel[]>;
}

interface Kept {
  untilMs: number;
  quarters?: Promise<ReadonlyMap<number, QuarterBaseline>>;
  latencies?: Promise<ReadonlyMap<string, LatencyBaseline>>;
  traces?: Promise<ReadonlyMap<number, TraceBaseline>>;
  /** Response models that are not new. */
  known: Set<string>;
}

const answerKey = (asked: Asked): string => JSON.stringify([askedKey(asked), asked.responseModel]);

export class UsualCache {
  readonly #kept = new Map<number, Kept>();
  readonly #keepMs: number;

  constructor(keepMs = KEEP_MS) {
    this.#keepMs = keepMs;
  }

  of(records: Pick<RecordsStore, 'ask'>, scope: Scope, nowMs: number): Usual {
    const history = { fromMs: nowMs - HISTORY_DAYS * DAY_MS, toMs: nowMs - HOUR_MS };
    // The baseline includes the traces and answers of the current scan.
    const all = { fromMs: history.fromMs, toMs: nowMs + DAY_MS };
    const kept = this.#keptOf(scope.account, nowMs);
    const quarters = () =>
      (kept.quarters ??= records
        .ask(scope, selectQuarterBaselines(history))
        .then((rows) => new Map(rows.map((row) => [row.project, row]))));
    const oneIn = async (): Promise<number> => {
      let calls = 0;
      for (const row of (await quarters()).values()) calls += row.calls;
      if (calls < CACHE_FROM_CALLS) kept.untilMs = 0;
      return Math.max(1, Math.ceil(calls / SAMPLE_CALLS));
    };
    return {
      quarters: async () => {
        await oneIn();
        return quarters();
      },
      latencies: () =>
        (kept.latencies ??= oneIn()
          .then((sample) => records.ask(scope, selectLatencyBaselines(history, sample)))
          .then((rows) => new Map(rows.map((row) => [latencyKey(row), row])))),
      traces: () =>
        (kept.traces ??= oneIn()
          .then((sample) => records.ask(scope, selectTraceBaselines(all, sample)))
          .then((rows) => new Map(rows.map((row) => [row.project, row])))),
      answers: async (asked) => {
        const news = asked.filter((one) => one.responseModel !== '' && !kept.known.has(answerKey(one)));
        if (news.length === 0) return [];
        const models = [...new Set(news.map(({ model }) => model))];
        const rows = await records.ask(scope, selectAnsweringModels(all, models));
        const answering = Map.groupBy(rows, askedKey);
        for (const row of rows) {
          const alone = answering.get(askedKey(row))?.length === 1;
          if (alone || row.firstMs < nowMs - NEWS_MS) kept.known.add(answerKey(row));
        }
        return rows;
      },
    };
  }

  #keptOf(account: number, nowMs: number): Kept {
    const kept = this.#kept.get(account);
    // Ignores an expiry that is too far ahead, which means that the clock was set back.
    if (kept && nowMs < kept.untilMs && kept.untilMs <= nowMs + this.#keepMs) return kept;
    if (this.#kept.size >= MAX_ACCOUNTS) this.#kept.clear();
    const fresh: Kept = { untilMs: nowMs + this.#keepMs, known: new Set() };
    this.#kept.set(account, fresh);
    return fresh;
  }

  /** A failed load is repeated next time. */
  forget(account: number): void {
    this.#kept.delete(account);
  }
}
