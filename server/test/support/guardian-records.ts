// The guardian's queries to the records, answered from arrays by plain code. Tests can simulate weeks of
// calls in a second, and the real statements are checked against this code
// (features/guardian/records/records.engine.test.ts).
import { QUARTER_MS } from '#records';
import { DAY_MS } from '#lib/clock';
import { hashId, idHashText } from '../../src/store/records/writer/dedup/id-hash.ts';
import { grouped, KeptRecords, quarterOf, type MadeCall } from './made-records.ts';
import type { ArrivalCount } from '../../src/features/guardian/records/arrivals.ts';
import type { CallGroup } from '../../src/features/guardian/records/call-groups.ts';
import type { QuarterSums } from '../../src/features/guardian/records/quarters.ts';
import type { RedactionGroup } from '../../src/features/guardian/records/redactions.ts';
import type { Repeat, TraceSize } from '../../src/features/guardian/records/traces.ts';
import type { Retried } from '../../src/features/guardian/records/retries.ts';
import type {
  AnsweringModel,
  LatencyBaseline,
  QuarterBaseline,
  TraceBaseline,
} from '../../src/features/guardian/records/baseline.ts';
import type { FakeRecords } from './fake-records.ts';

interface Told extends Pick<Repeat, 'source' | 'told'> {
  hash: number;
  id: string;
  atMs: number;
}

function quantile(values: readonly number[], q: number): number {
  const sorted = values.toSorted((left, right) => left - right);
  const rank = (sorted.length - 1) * q;
  const below = sorted[Math.floor(rank)] ?? 0;
  const above = sorted[Math.ceil(rank)] ?? 0;
  return below + (above - below) * (rank - Math.floor(rank));
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const first = <T>([one]: readonly T[]): T => one as T;

export class MadeRecords extends KeptRecords {
  /** Number of queries, by name. */
  readonly asked: Record<string, number> = {};

  readonly questions: FakeRecords = this.#counted({
    selectArrivalCounts: async (sinceDay) => {
      const counts = new Map<string, ArrivalCount>();
      const sinceMs = Date.parse(sinceDay);
      for (const { account, receivedMs } of this.all) {
        if (receivedMs < sinceMs || receivedMs > this.nowMs) continue;
        const key = `${account} ${Math.floor(receivedMs / DAY_MS)}`;
        const known = counts.get(key);
        if (known) known.records += 1;
        else counts.set(key, { account, day: dayOf(receivedMs), records: 1 });
      }
      return [...counts.values()];
    },
    selectCallGroups: async ({ account }, window) =>
      grouped(
        this.newCalls(account, window),
        ({ project }) => project,
        ({ provider }) => provider,
        ({ model }) => model,
        ({ responseModel }) => responseModel,
      ).map((some): CallGroup => {
        const { project, provider, model, responseModel } = first(some);
        return {
          project,
          provider,
          model,
          responseModel,
          calls: some.length,
          errors: some.filter(({ error }) => error !== '').length,
          redacted: some.filter(({ redaction }) => redaction !== null).length,
          failedInputs: some.filter(({ error, inputHash }) => error !== '' && inputHash !== 0).length,
          firstMs: Math.min(...some.map(({ atMs }) => atMs)),
          quarters: [...new Set(some.map(({ atMs }) => quarterOf(atMs)))].toSorted((a, b) => a - b),
        };
      }),
    selectLargeTraces: async ({ account }, window, least) =>
      this.touched(account, window)
        .map((some): TraceSize => {
          const calls = some.filter((each) => each.kind === 'call');
          return {
            project: first(some).project,
            traceId: first(some).traceId,
            spans: some.length,
            calls: calls.length,
            costUsd: sum(calls.map(({ costUsd }) => costUsd)),
            firstMs: Math.min(...some.map(({ atMs }) => atMs)),
            lastMs: Math.max(...some.map(({ atMs }) => atMs)),
            callIds: calls
              .toSorted((left, right) => right.costUsd - left.costUsd || (left.id < right.id ? 1 : -1))
              .slice(0, 20)
              .map(({ id }) => id),
          };
        })
        .filter(({ spans, costUsd }) => spans >= least.spans || costUsd >= least.costUsd),
    selectToolRepeats: async ({ account }, window, least) =>
      this.touched(account, window).flatMap((some) => {
        const told = some.flatMap((each): Told[] => {
          const { id, atMs } = each;
          if (each.kind === 'call')
            return each.toolsHash === 0
              ? []
              : [{ source: 'call', told: each.tools, hash: each.toolsHash, id, atMs }];
          return each.type === 'tool' && each.inputHash !== 0
            ? [{ source: 'observation', told: each.name, hash: each.inputHash, id, atMs }]
            : [];
        });
        return grouped(
          told,
          ({ source }) => source,
          ({ hash }) => hash,
        )
          .filter((same) => same.length >= least)
          .map((same): Repeat => ({
            project: first(some).project,
            traceId: first(some).traceId,
            source: first(same).source,
            told: first(same).told,
            hash: String(first(same).hash),
            times: same.length,
            firstMs: Math.min(...same.map(({ atMs }) => atMs)),
            lastMs: Math.max(...same.map(({ atMs }) => atMs)),
            callIds: first(same).source === 'call' ? same.slice(0, 20).map(({ id }) => id) : [],
          }));
      }),
    selectRetries: async ({ account }, window, { sinceMs, leastAttempts, leastFailures }) => {
      const failing = this.newCalls(account, window).filter(
        ({ error, inputHash }) => error !== '' && inputHash !== 0,
      );
      const inputs = [...new Set(failing.map(({ inputHash }) => inputHash))];
      return inputs.flatMap((input) =>
        grouped(
          (this.inputs.get(input) ?? []).filter(this.here(account)).filter(({ atMs }) => atMs >= sinceMs),
          ({ project }) => project,
          ({ provider }) => provider,
          ({ model }) => model,
        )
          .map((some): Retried => {
            const { project, provider, model } = first(some);
            return {
              project,
              provider,
              model,
              hash: String(input),
              attempts: some.map(({ atMs, error }) => [atMs, error === '' ? 0 : 1]),
              callIds: some
                .filter(({ error }) => error !== '')
                .slice(0, 20)
                .map(({ id }) => id),
              traceIds: tracesIn(some),
            };
          })
          .filter(
            ({ attempts }) =>
              attempts.length >= leastAttempts && sum(attempts.map(([, failed]) => failed)) >= leastFailures,
          ),
      );
    },
    selectRedactedCalls: async ({ account }, window, limit) =>
      this.newCalls(account, window)
        .filter(({ redaction }) => tells(redaction))
        .slice(0, limit)
        .map(({ id }) => idHashText(hashId(id))),
    selectRedactions: async ({ account }, window, { settledMs, seen, fresh, kinds }) => {
      const [old, now] = [new Set(seen), new Set(fresh)];
      const looked = this.newCalls(account, window).filter(({ id, receivedMs, redaction }) => {
        const hash = idHashText(hashId(id));
        return tells(redaction) && (receivedMs <= settledMs ? !old.has(hash) : now.has(hash));
      });
      const each = looked.flatMap((call) =>
        [...new Set(call.redaction?.kinds.map((kind) => (kinds.includes(kind) ? kind : 'other')))].map(
          (kind) => ({
            call,
            kind,
            places: placesOf(call.redaction),
          }),
        ),
      );
      return grouped(
        each,
        ({ call }) => call.project,
        ({ kind }) => kind,
        ({ places }) => places,
      ).map((some): RedactionGroup => {
        const { call, kind, places } = first(some);
        const calls = some.map((one) => one.call);
        return {
          project: call.project,
          kind,
          inInput: places.inInput,
          inOutput: places.inOutput,
          calls: some.length,
          firstMs: Math.min(...calls.map(({ atMs }) => atMs)),
          lastMs: Math.max(...calls.map(({ atMs }) => atMs)),
          callIds: calls.slice(0, 20).map(({ id }) => id),
          traceIds: tracesIn(calls),
        };
      });
    },
    selectQuarters: async ({ account }, quarters) =>
      quarters.flatMap((quarter) =>
        grouped(
          (this.quarters.get(quarter) ?? []).filter(this.here(account)),
          ({ project }) => project,
          ({ provider }) => provider,
          ({ model }) => model,
        ).map((some): QuarterSums => {
          const { project, provider, model } = first(some);
          const answered = some.filter(({ error }) => error === '');
          return {
            project,
            provider,
            model,
            quarter,
            calls: some.length,
            errors: some.length - answered.length,
            failedInputs: failedInputs(some.filter(({ error }) => error !== '')),
            costUsd: sum(some.map(({ costUsd }) => costUsd)),
            maxCostUsd: Math.max(...some.map(({ costUsd }) => costUsd)),
            answered: answered.length,
            p75LatencyMs: quantile(
              answered.map(({ latencyMs }) => latencyMs),
              0.75,
            ),
            lastMs: Math.max(...some.map(({ atMs }) => atMs)),
          };
        }),
      ),
    selectEvidence: async ({ account }, { project, model, fromMs, toMs, responseModel, by }) => {
      const order = (call: MadeCall): number =>
        by === 'cost' ? call.costUsd : by === 'latency' ? call.latencyMs : call.atMs;
      return this.between(account, fromMs, toMs)
        .filter((each) => each.kind === 'call')
        .filter(
          (call) =>
            call.project === project &&
            (!model || (call.provider === model.provider && call.model === model.model)) &&
            (responseModel === null || call.responseModel === responseModel) &&
            (by !== 'errors' || call.error !== '') &&
            (by !== 'latency' || call.error === ''),
        )
        .toSorted((left, right) => order(right) - order(left) || (left.id < right.id ? -1 : 1))
        .slice(0, 20)
        .map(({ id, traceId, error }) => ({ id, traceId, error }));
    },
    selectQuarterBaselines: async ({ account }, { fromMs, toMs }) => {
      const start = quarterOf(fromMs) * QUARTER_MS;
      const end = quarterOf(toMs) * QUARTER_MS;
      const calls = this.between(account, start, end).filter((each) => each.kind === 'call');
      return grouped(calls, ({ project }) => project).map((some): QuarterBaseline => {
        const costs = grouped(some, ({ atMs }) => quarterOf(atMs)).map((quarter) =>
          sum(quarter.map(({ costUsd }) => costUsd)),
        );
        return {
          project: first(some).project,
          quarters: costs.length,
          days: new Set(some.map(({ atMs }) => dayOf(atMs))).size,
          calls: some.length,
          errors: some.filter(({ error }) => error !== '').length,
          q50: quantile(costs, 0.5),
          q90: quantile(costs, 0.9),
          q99: quantile(costs, 0.99),
        };
      });
    },
    selectLatencyBaselines: async ({ account }, { fromMs, toMs }) =>
      grouped(
        this.between(account, fromMs, toMs)
          .filter((each) => each.kind === 'call')
          .filter(({ error }) => error === ''),
        ({ project }) => project,
        ({ provider }) => provider,
        ({ model }) => model,
      ).map((some): LatencyBaseline => {
        const { project, provider, model } = first(some);
        const latencies = some.map(({ latencyMs }) => latencyMs);
        return {
          project,
          provider,
          model,
          calls: some.length,
          days: new Set(some.map(({ atMs }) => dayOf(atMs))).size,
          q50: quantile(latencies, 0.5),
          q95: quantile(latencies, 0.95),
        };
      }),
    selectTraceBaselines: async ({ account }, { fromMs, toMs }) => {
      const traced = this.between(account, fromMs, toMs).filter(({ traceId }) => traceId !== '');
      return grouped(traced, ({ project }) => project).map((some): TraceBaseline => {
        const traces = [...Map.groupBy(some, ({ traceId }) => traceId).values()];
        const spans = traces.map(({ length }) => length);
        const costs = traces.map((trace) =>
          sum(trace.map((each) => (each.kind === 'call' ? each.costUsd : 0))),
        );
        return {
          project: first(some).project,
          traces: traces.length,
          spans50: quantile(spans, 0.5),
          spans95: quantile(spans, 0.95),
          cost50: quantile(costs, 0.5),
          cost95: quantile(costs, 0.95),
        };
      });
    },
    selectAnsweringModels: async ({ account }, { fromMs, toMs }, models) =>
      grouped(
        this.between(account, fromMs, toMs)
          .filter((each) => each.kind === 'call')
          .filter(({ model, responseModel }) => models.includes(model) && responseModel !== ''),
        ({ project }) => project,
        ({ provider }) => provider,
        ({ model }) => model,
        ({ responseModel }) => responseModel,
      ).map((some): AnsweringModel => {
        const { project, provider, model, responseModel } = first(some);
        return {
          project,
          provider,
          model,
          responseModel,
          calls: some.length,
          firstMs: Math.min(...some.map(({ atMs }) => atMs)),
          lastMs: Math.max(...some.map(({ atMs }) => atMs)),
        };
      }),
  });

  #counted(questions: FakeRecords): FakeRecords {
    return Object.fromEntries(
      Object.entries(questions).map(([name, ask]) => [
        name,
        (...rest: unknown[]) => {
          this.asked[name] = (this.asked[name] ?? 0) + 1;
          return (ask as (...all: unknown[]) => unknown)(...rest);
        },
      ]),
    );
  }
}

const failedInputs = (failed: readonly MadeCall[]): number => {
  const inputs = failed.map(({ inputHash }) => inputHash);
  const compared = inputs.filter((hash) => hash !== 0);
  return inputs.length - compared.length + new Set(compared).size;
};
const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
const tracesIn = (calls: readonly MadeCall[]): string[] =>
  [...new Set(calls.map(({ traceId }) => traceId).filter((id) => id !== ''))].slice(0, 10);
const placesOf = (redaction: MadeCall['redaction']) => ({
  inInput: redaction?.fields.some((field) => field === 'input' || field === 'systemInstructions') ?? false,
  inOutput: redaction?.fields.includes('output') ?? false,
});
const tells = (redaction: MadeCall['redaction']): boolean => {
  const { inInput, inOutput } = placesOf(redaction);
  return inInput || inOutput;
};
