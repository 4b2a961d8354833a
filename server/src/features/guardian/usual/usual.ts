// What is usual for the projects of an account, asked for when a detector wants it and kept for an hour where it was dear to find out.
import { DAY_MS, HOUR_MS } from '#lib/clock';
import type { RecordsStore, Scope, UsualAnswers, UsualLatency, UsualQuarters, UsualTraces } from '#records';
import { latencyKey } from '../detect/latency-spike.ts';
import { askedKey, NEWS_MS } from '../detect/silent-model-change.ts';

const HISTORY_DAYS = 14;
const KEEP_MS = HOUR_MS;
/** Of an account with fewer calls everything is asked for each time: it costs next to nothing, and is never out of date. */
const DEAR_CALLS = 5_000;
const SAMPLE_CALLS = 100_000;
const MAX_ACCOUNTS = 2_000;

type Questions = Pick<
  RecordsStore,
  'guardianUsualAnswers' | 'guardianUsualLatencies' | 'guardianUsualQuarters' | 'guardianUsualTraces'
>;

export interface Asked {
  project: number;
  provider: string;
  model: string;
  responseModel: string;
}

export interface Usual {
  quarters(): Promise<ReadonlyMap<number, UsualQuarters>>;
  latencies(): Promise<ReadonlyMap<string, UsualLatency>>;
  traces(): Promise<ReadonlyMap<number, UsualTraces>>;
  /** Of those models for which an answer is not known to be an old one. */
  answers(asked: readonly Asked[]): Promise<UsualAnswers[]>;
}

interface Kept {
  untilMs: number;
  quarters?: Promise<ReadonlyMap<number, UsualQuarters>>;
  latencies?: Promise<ReadonlyMap<string, UsualLatency>>;
  traces?: Promise<ReadonlyMap<number, UsualTraces>>;
  /** Answers that are no news. */
  known: Set<string>;
}

const answerKey = (asked: Asked): string => JSON.stringify([askedKey(asked), asked.responseModel]);

export class UsualCache {
  readonly #kept = new Map<number, Kept>();
  readonly #keepMs: number;

  constructor(keepMs = KEEP_MS) {
    this.#keepMs = keepMs;
  }

  of(records: Questions, scope: Scope, nowMs: number): Usual {
    const history = { fromMs: nowMs - HISTORY_DAYS * DAY_MS, toMs: nowMs - HOUR_MS };
    // Traces and answers that are looked at now belong to it.
    const all = { fromMs: history.fromMs, toMs: nowMs + DAY_MS };
    const kept = this.#keptOf(scope.account, nowMs);
    const quarters = () =>
      (kept.quarters ??= records
        .guardianUsualQuarters(scope, history)
        .then((rows) => new Map(rows.map((row) => [row.project, row]))));
    const oneIn = async (): Promise<number> => {
      let calls = 0;
      for (const row of (await quarters()).values()) calls += row.calls;
      if (calls < DEAR_CALLS) kept.untilMs = 0;
      return Math.max(1, Math.ceil(calls / SAMPLE_CALLS));
    };
    return {
      quarters: async () => {
        await oneIn();
        return quarters();
      },
      latencies: () =>
        (kept.latencies ??= oneIn()
          .then((sample) => records.guardianUsualLatencies(scope, history, sample))
          .then((rows) => new Map(rows.map((row) => [latencyKey(row), row])))),
      traces: () =>
        (kept.traces ??= oneIn()
          .then((sample) => records.guardianUsualTraces(scope, all, sample))
          .then((rows) => new Map(rows.map((row) => [row.project, row])))),
      answers: async (asked) => {
        const news = asked.filter((one) => one.responseModel !== '' && !kept.known.has(answerKey(one)));
        if (news.length === 0) return [];
        const models = [...new Set(news.map(({ model }) => model))];
        const rows = await records.guardianUsualAnswers(scope, all, models);
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
    // A clock that was set back must not keep it for longer.
    if (kept && nowMs < kept.untilMs && kept.untilMs <= nowMs + this.#keepMs) return kept;
    if (this.#kept.size >= MAX_ACCOUNTS) this.#kept.clear();
    const fresh: Kept = { untilMs: nowMs + this.#keepMs, known: new Set() };
    this.#kept.set(account, fresh);
    return fresh;
  }

  /** What was asked for in vain is asked for again. */
  forget(account: number): void {
    this.#kept.delete(account);
  }
}
