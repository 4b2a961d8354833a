// Queries that give figures, and how to call them for an account’s records (isolation-table.ts).
import { DAY_MS } from '#lib/clock';
import { SUBJECTS } from '#records';
import { DECLARED as all, type RecordsReplies } from './fake-records.ts';
import { OWNED } from './isolation-owner.ts';
import { window, type Isolation } from './isolation-form.ts';

const MEASURED_USERS = {
  of: 'calls',
  filter: {},
  dimension: 'user',
  level: 0.95,
  slowMs: 0,
  size: 'calls',
} as const;
const arrived = (atMs: number) => ({ afterMs: atMs - DAY_MS, untilMs: atMs + DAY_MS });
const usual = (atMs: number) => ({ fromMs: atMs - DAY_MS, toMs: atMs + DAY_MS });
const quarterOf = (atMs: number) => Math.floor(atMs / 900_000);
const none = { p50: null, p95: null, p99: null, p999: null, max: null, count: 0 };

export const FIGURES = {
  selectAggregate: {
    ask: (store, scope, atMs) =>
      Promise.all(
        SUBJECTS.flatMap((of) =>
          (['model', 'agent', 'tool'] as const).map((axis) =>
            store.ask(scope, all.selectAggregate(window(atMs), { of, axis, metric: 'count' })),
          ),
        ),
      ),
    nothing: SUBJECTS.flatMap(() => [1, 2, 3].map(() => ({ groups: [], total: { value: 0, count: 0 } }))),
  },
  selectAggregateSeries: {
    ask: (store, scope, atMs) =>
      store.ask(
        scope,
        all.selectAggregateSeries(window(atMs), { axis: 'day', metric: 'count', splitBy: 'model', most: 3 }),
      ),
    nothing: { groups: [], total: { value: 0, count: 0 }, series: [] },
  },
  selectPercentiles: {
    ask: (store, scope, atMs) =>
      store.ask(scope, all.selectPercentiles(window(atMs), { metric: 'cost', axis: null })),
    nothing: none,
  },
  selectPercentileSeries: {
    ask: (store, scope, atMs) =>
      store.ask(scope, all.selectPercentileSeries(window(atMs), { metric: 'cost', axis: 'day' })),
    nothing: [],
  },
  selectDistribution: {
    ask: (store, scope, atMs) =>
      store.ask(scope, all.selectDistribution(window(atMs), { metric: 'cost', buckets: 3, scale: 'linear' })),
    nothing: [],
  },
  selectDistributionSeries: {
    ask: (store, scope, atMs) =>
      store.ask(
        scope,
        all.selectDistributionSeries(
          window(atMs),
          { metric: 'cost', buckets: 3, scale: 'linear' },
          { axis: 'day' },
        ),
      ),
    nothing: { buckets: [], steps: [] },
  },
  selectFacetValues: {
    ask: (store, scope, atMs) =>
      Promise.all(
        SUBJECTS.flatMap((of) =>
          (['model', 'status'] as const).map((facet) =>
            store.ask(scope, all.selectFacetValues(window(atMs), { of, facet, limit: 10 })),
          ),
        ),
      ),
    nothing: SUBJECTS.flatMap(() => [[], []]),
  },
  selectGroupWindows: {
    ask: (store, scope, atMs) =>
      store.ask(
        scope,
        all.selectGroupWindows({
          rows: MEASURED_USERS,
          windows: [window(atMs), { startMs: atMs - DAY_MS, endMs: atMs + 1 }],
          most: 10,
          kept: [],
        }),
      ),
    nothing: [],
  },
  selectWindowSeries: {
    ask: async (store, scope, atMs) => [
      ...(await store.ask(
        scope,
        all.selectWindowSeries({
          firstEndMs: atMs + 1,
          stepMs: DAY_MS,
          points: 2,
          windowMs: DAY_MS,
          rows: MEASURED_USERS,
          most: 10,
        }),
      )),
    ],
    nothing: [],
  },
  selectSpentUsd: {
    ask: (store, scope, atMs) => store.ask(scope, all.selectSpentUsd([window(atMs)])),
    nothing: [{ usd: 0, unpricedCalls: 0, unpricedTokens: 0 }],
  },
  selectPromptUsage: {
    ask: (store, scope, atMs) =>
      store.ask(
        scope,
        all.selectPromptUsage(window(atMs), { name: '', versions: [{ id: 1, version: '1' }] }, 10),
      ),
    nothing: [],
  },
  selectPromptCalls: {
    ask: async (store, scope, atMs) => [
      ...(await store.ask(
        scope,
        all.selectPromptCalls({ name: '', versions: [] }, [{ id: OWNED.id, timestampMs: atMs }]),
      )),
    ],
    nothing: [],
  },
  selectCallClasses: {
    ask: (store, scope, atMs) => store.ask(scope, all.selectCallClasses(window(atMs), [], 10)),
    nothing: [],
  },
  selectRepeatedInputs: {
    ask: (store, scope, atMs) =>
      store.ask(scope, all.selectRepeatedInputs(window(atMs), [], { least: 1, limit: 10 })),
    nothing: [],
  },
  selectPromptVersions: {
    ask: (store, scope, atMs) =>
      store.ask(scope, all.selectPromptVersions(window(atMs), [{ id: 0, name: 'named', version: '1' }], 10)),
    nothing: [],
  },
  selectLongContexts: {
    ask: (store, scope, atMs) =>
      store.ask(
        scope,
        all.selectLongContexts(window(atMs), [], {
          classes: [
            {
              project: OWNED.project,
              provider: 'openai',
              model: OWNED.model,
              classKind: '',
              className: '',
              reaches: 0,
              cutTo: 0,
            },
          ],
          leastCalls: 1,
          leastGrowth: -1,
          mostOutputGrowth: 1,
        }),
      ),
    nothing: [],
  },
  selectClassesOfCalls: {
    ask: (store, scope, atMs) =>
      store.ask(scope, all.selectClassesOfCalls([{ id: OWNED.id, timestampMs: atMs }], [])),
    nothing: [],
  },
  selectCallGroups: {
    ask: (store, scope, atMs) => store.ask(scope, all.selectCallGroups(arrived(atMs))),
    nothing: [],
  },
  selectLargeTraces: {
    ask: (store, scope, atMs) =>
      store.ask(scope, all.selectLargeTraces(arrived(atMs), { spans: 1, costUsd: 0 })),
    nothing: [],
  },
  selectToolRepeats: {
    ask: (store, scope, atMs) => store.ask(scope, all.selectToolRepeats(arrived(atMs), 1)),
    nothing: [],
  },
  selectRetries: {
    ask: (store, scope, atMs) =>
      store.ask(
        scope,
        all.selectRetries(arrived(atMs), {
          sinceMs: atMs - DAY_MS,
          leastAttempts: 1,
          leastFailures: 1,
        }),
      ),
    nothing: [],
  },
  selectRedactedCalls: {
    ask: (store, scope, atMs) => store.ask(scope, all.selectRedactedCalls(arrived(atMs), 10)),
    nothing: [],
  },
  selectRedactions: {
    ask: (store, scope, atMs) =>
      store.ask(
        scope,
        all.selectRedactions(arrived(atMs), {
          settledMs: atMs + DAY_MS,
          seen: [],
          fresh: [],
          kinds: ['email'],
        }),
      ),
    nothing: [],
  },
  selectQuarters: {
    ask: (store, scope, atMs) => store.ask(scope, all.selectQuarters([quarterOf(atMs)])),
    nothing: [],
  },
  selectEvidence: {
    ask: (store, scope, atMs) =>
      store.ask(
        scope,
        all.selectEvidence({
          project: OWNED.project,
          model: null,
          fromMs: atMs - DAY_MS,
          toMs: atMs + DAY_MS,
          responseModel: null,
          by: 'cost',
        }),
      ),
    nothing: [],
  },
  selectQuarterBaselines: {
    ask: (store, scope, atMs) => store.ask(scope, all.selectQuarterBaselines(usual(atMs))),
    nothing: [],
  },
  selectLatencyBaselines: {
    ask: (store, scope, atMs) => store.ask(scope, all.selectLatencyBaselines(usual(atMs), 1)),
    nothing: [],
  },
  selectTraceBaselines: {
    ask: (store, scope, atMs) => store.ask(scope, all.selectTraceBaselines(usual(atMs), 1)),
    nothing: [],
  },
  selectAnsweringModels: {
    ask: (store, scope, atMs) => store.ask(scope, all.selectAnsweringModels(usual(atMs), [OWNED.model])),
    nothing: [],
  },
} satisfies Partial<Record<keyof RecordsReplies, Isolation>>;
