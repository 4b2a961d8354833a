// Each query, change and method of the records store, and how to call it for an account's records. The
// isolation tests fail if one is missing here, so every new query states what keeps accounts apart in it.
import { DAY_MS } from '#lib/clock';
import { SUBJECTS, wholeAccount, type AddedTo, type RecordsStore, type Scope } from '#records';
import { DECLARED as all, type RecordsReplies } from './fake-records.ts';
import { plainCall, plainObservation } from './call-rows.ts';
import { FAILED_ID, OWNED, ownedCost as cost } from './isolation-owner.ts';

interface Answered {
  /** What a reader sees. */
  ask: (store: RecordsStore, scope: Scope, atMs: number) => Promise<unknown>;
  /** What a reader without records sees. */
  nothing: unknown;
  /** Set if it filters by account only, and why that is enough. */
  byProject?: string;
  /** Set if a statement reads the whole account to answer for a project, and why. */
  looksAcross?: string;
}

interface Changing {
  /** Changes the account’s own records. */
  change: (store: RecordsStore, scope: Scope, atMs: number) => Promise<unknown>;
}

interface NotAsked {
  /** Why it shows no account the records of another. */
  because: string;
}

type Isolation = Answered | Changing | NotAsked;

function addition(account: number, timestampMs: number): AddedTo {
  const call = plainCall(OWNED.id, timestampMs, { error: 'failed', requestMeta: {} });
  const content = {
    account,
    id: OWNED.id,
    timestampMs,
    expiresAtMs: timestampMs + DAY_MS,
    sealed: Buffer.from('sealed'),
    words: Buffer.from('abc'),
  };
  return {
    found: {
      isCall: true,
      id: OWNED.id,
      timestampMs,
      expiresAtMs: timestampMs + DAY_MS,
      project: OWNED.project,
      provider: 'openai',
      model: OWNED.model,
      evalRun: 0,
      hasContent: true,
      error: null,
      errorDetails: null,
      toolCalls: null,
      meta: null,
      piiRedacted: false,
      redactionMetadata: null,
      type: 'span',
      name: '',
    },
    now: { kind: 'call', row: { call } },
    content,
  };
}

const MEASURED_USERS = {
  of: 'calls',
  filter: {},
  dimension: 'user',
  level: 0.95,
  slowMs: 0,
  size: 'calls',
} as const;

const window = (atMs: number) => ({ startMs: atMs - DAY_MS, endMs: atMs + DAY_MS });
const arrived = (atMs: number) => ({ afterMs: atMs - DAY_MS, untilMs: atMs + DAY_MS });
const usual = (atMs: number) => ({ fromMs: atMs - DAY_MS, toMs: atMs + DAY_MS });
const quarterOf = (atMs: number) => Math.floor(atMs / 900_000);
const order = { by: 'timestamp', descending: true } as const;
const newest = { by: 'startTime', descending: true } as const;
const never = new AbortController().signal;
const none = { p50: null, p95: null, p99: null, p999: null, max: null, count: 0 };

async function gathered<Part>(parts: Promise<AsyncIterable<Part>>): Promise<Part[]> {
  const found: Part[] = [];
  for await (const part of await parts) found.push(part);
  return found;
}

export const ISOLATION: Record<keyof RecordsReplies, Isolation> = {
  selectCalls: {
    ask: (store, scope) =>
      store.ask(scope, all.selectCalls({ includeEvalRuns: true }, { order, after: null, limit: 10 })),
    nothing: [],
  },
  selectCall: { ask: (store, scope) => store.ask(scope, all.selectCall(OWNED.id)), nothing: null },
  selectCallLocation: {
    ask: (store, scope) => store.ask(scope, all.selectCallLocation(OWNED.id)),
    nothing: null,
  },
  selectArrivedCalls: {
    ask: (store, scope, atMs) =>
      store.ask(
        scope,
        all.selectArrivedCalls({ includeEvalRuns: true }, { sinceMs: atMs - DAY_MS, after: null, limit: 10 }),
      ),
    nothing: [],
  },
  selectReviewCandidates: {
    ask: (store, scope, atMs) =>
      store.ask(
        scope,
        all.selectReviewCandidates({ ...window(atMs), failed: false, after: null, limit: 10 }),
      ),
    nothing: [],
  },
  selectCallsAt: {
    ask: async (store, scope, atMs) => [
      ...(await store.ask(scope, all.selectCallsAt([{ id: OWNED.id, timestampMs: atMs }]))),
    ],
    nothing: [],
  },
  selectNewestCalls: {
    ask: (store, scope) => store.ask(scope, all.selectNewestCalls({ after: null, limit: 10 })),
    nothing: [],
  },
  selectScannableCalls: {
    ask: async (store, scope, atMs) => [
      ...(await store.ask(scope, all.selectScannableCalls([{ id: OWNED.id, timestampMs: atMs }]))),
    ],
    nothing: [],
  },
  selectScoredRecords: {
    ask: async (store, scope) => {
      const refs = {
        callIds: [OWNED.id],
        spans: [],
        traceIds: [OWNED.traceId],
        sessionIds: [OWNED.sessionId],
      };
      const records = await store.ask(scope, all.selectScoredRecords(refs));
      // In any order.
      return records.toSorted((left, right) => (JSON.stringify(left) < JSON.stringify(right) ? -1 : 1));
    },
    nothing: [],
  },
  selectTrace: {
    ask: (store, scope) => store.ask(scope, all.selectTrace(OWNED.traceId, 10)),
    nothing: { calls: [], observations: [], truncated: false },
  },
  selectObservation: {
    ask: (store, scope) =>
      store.ask(scope, all.selectObservation(OWNED.traceId, plainObservation(OWNED.traceId, 'b', 0).id)),
    nothing: null,
  },
  selectComparedSpans: {
    ask: (store, scope) => store.ask(scope, all.selectComparedSpans(OWNED.traceId, 10)),
    nothing: [],
  },
  selectTraceSpans: {
    ask: (store, scope) => store.ask(scope, all.selectTraceSpans(OWNED.traceId, { after: null, limit: 10 })),
    nothing: { spans: [], total: 0 },
  },
  selectSessions: {
    ask: (store, scope) =>
      store.ask(scope, all.selectSessions({ sessionId: OWNED.sessionId }, { after: null, limit: 10 })),
    nothing: { sessions: [], next: null },
  },
  selectSortedSessions: {
    ask: async (store, scope, atMs) => {
      const order = { by: 'costUsd', descending: true } as const;
      const page = { order, after: null, limit: 10, nowMs: atMs + DAY_MS };
      const [whole, cut] = await Promise.all([
        store.ask(scope, all.selectSortedSessions({ calls: {} }, page)),
        store.ask(scope, all.selectSortedSessions({ calls: window(atMs) }, page)),
      ]);
      return [whole, cut].flatMap(({ sessions }) => sessions);
    },
    nothing: [],
  },
  selectSortedTraces: {
    ask: async (store, scope, atMs) => {
      const order = { by: 'costUsd', descending: true } as const;
      const page = { order, after: null, limit: 10, nowMs: atMs + DAY_MS };
      const [whole, cut] = await Promise.all([
        store.ask(scope, all.selectSortedTraces({ calls: {} }, page)),
        store.ask(
          scope,
          all.selectSortedTraces({ calls: { ...window(atMs), traceId: OWNED.traceId } }, page),
        ),
      ]);
      return [whole, cut].flatMap(({ traces }) => traces);
    },
    nothing: [],
  },
  selectUsers: {
    ask: (store, scope, atMs) =>
      store.ask(
        scope,
        all.selectUsers({ ...window(atMs), sessionId: OWNED.sessionId }, { order: 'calls', limit: 10 }),
      ),
    nothing: { users: [], total: 0 },
  },
  selectTraceList: {
    ask: async (store, scope) => {
      const page = { after: null, limit: 10 };
      const [whole, ofCall, failed] = await Promise.all([
        store.ask(scope, all.selectTraceList({ calls: {} }, page)),
        store.ask(scope, all.selectTraceList({ calls: { traceId: OWNED.traceId } }, page)),
        store.ask(scope, all.selectTraceList({ calls: {}, hasError: true, tool: 'search' }, page)),
      ]);
      return [whole, ofCall, failed].flatMap(({ traces }) => traces);
    },
    nothing: [],
  },
  selectContentPlaces: {
    ask: async (store, scope) => [...(await store.ask(scope, all.selectContentPlaces([OWNED.id])))],
    nothing: [],
  },
  selectSessionSpans: {
    ask: (store, scope) => store.ask(scope, all.selectSessionSpans(OWNED.sessionId, 10)),
    nothing: { calls: [], observations: [], truncated: false },
  },
  selectEndedRuns: {
    ask: (store, scope, atMs) =>
      store.ask(
        scope,
        all.selectEndedRuns('trace', {
          sinceMs: atMs - DAY_MS,
          untilMs: atMs + DAY_MS,
          after: null,
          limit: 10,
        }),
      ),
    nothing: [],
  },
  selectCallsOfRuns: {
    ask: async (store, scope, atMs) => [
      ...(await store.ask(
        scope,
        all.selectCallsOfRuns('trace', { includeEvalRuns: true }, [{ id: OWNED.traceId, receivedMs: atMs }]),
      )),
    ],
    nothing: [],
  },
  selectRunSizes: {
    ask: (store, scope) => store.ask(scope, all.selectRunSizes('session', { includeEvalRuns: true }, 10)),
    nothing: { runs: 0, firstMs: null, newest: [] },
  },
  selectSession: {
    ask: (store, scope) => store.ask(scope, all.selectSession(OWNED.sessionId, 10)),
    nothing: null,
  },
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
  selectSpanPage: {
    ask: (store, scope) =>
      store.ask(scope, all.selectSpanPage({}, { order: newest, after: null, limit: 10 })),
    nothing: [],
  },
  streamSpans: {
    ask: async (store, scope) =>
      (await gathered(store.stream(scope, all.streamSpans({}, { order: newest, cap: 10 }), never))).flat(),
    nothing: [],
  },
  streamCalls: {
    ask: async (store, scope) =>
      (await gathered(store.stream(scope, all.streamCalls({}, { order, cap: 10 }), never))).flat(),
    nothing: [],
  },
  selectDaysOfRecords: {
    ask: async (store, scope, atMs) => [
      ...(await store.ask(scope, all.selectDaysOfRecords('calls', window(atMs)))),
      ...(await store.ask(scope, all.selectDaysOfRecords('observations', window(atMs)))),
    ],
    nothing: [],
  },
  streamCallsOfDays: {
    ask: async (store, scope, atMs) =>
      (await gathered(store.stream(scope, all.streamCallsOfDays(window(atMs)), never))).flat(),
    nothing: [],
  },
  streamObservationsOfDays: {
    ask: async (store, scope, atMs) =>
      (await gathered(store.stream(scope, all.streamObservationsOfDays(window(atMs)), never))).flat(),
    nothing: [],
  },
  streamParquet: {
    // The minimum and maximum of each column are in the file in the clear.
    ask: async (store, scope) =>
      Buffer.concat(
        await gathered(store.stream(scope, all.streamParquet({}, { order, cap: 10 }), never)),
      ).includes(OWNED.id),
    nothing: false,
  },
  selectFoundCalls: {
    ask: (store, scope, atMs) =>
      store.ask(
        scope,
        all.selectFoundCalls(
          { search: 'nothing but content has it' },
          { ...window(atMs), descending: true, onlyContent: false, after: null, limit: 5, words: [[1, 2]] },
        ),
      ),
    nothing: [],
  },
  selectSealedContent: {
    ask: async (store, scope, atMs) => [
      ...(await store.ask(scope, all.selectSealedContent([{ id: OWNED.id, timestampMs: atMs }], 1_000_000))),
    ],
    nothing: [],
    byProject: 'It takes places that only a reader of the record knows; the content itself has no project.',
  },
  selectUnpricedModels: {
    ask: (store, { account, project }, atMs) =>
      store.ask({ account, project, sinceMs: atMs - DAY_MS }, all.selectUnpricedModels()),
    nothing: [],
  },
  selectDerivedCosts: {
    ask: (store, { account, project }, atMs) =>
      store.ask({ account, project, sinceMs: 0 }, all.selectDerivedCosts(window(atMs), null, 10)),
    nothing: [],
  },
  deleteContent: { change: (store, { account }) => store.admin.change(account, all.deleteContent()) },
  deleteProject: {
    change: (store, { account }) => store.admin.change(account, all.deleteProject(OWNED.project)),
  },
  reclassifyAsObservation: {
    change: (store, { account }, atMs) =>
      store.admin.change(
        account,
        all.reclassifyAsObservation([
          { id: OWNED.id, timestampMs: atMs, duplicateOf: 'kept', why: 'same_response' },
        ]),
      ),
  },
  stageErasure: {
    change: (store, { account }, atMs) =>
      store.admin.change(account, all.stageErasure(1, [{ id: OWNED.id, timestampMs: atMs }])),
  },
  applyErasures: { change: (store, { account }) => store.admin.change(account, all.applyErasures()) },
  deleteAccount: { change: (store, { account }) => store.admin.change(account, all.deleteAccount()) },
  selectSpans: {
    ask: (store, scope) => store.ask(scope, all.selectSpans({ traceId: OWNED.traceId }, 10)),
    nothing: [],
  },
  selectWholeTraces: {
    ask: async (store, scope) =>
      (await store.ask(scope, all.selectWholeTraces([OWNED.traceId], new Set([OWNED.id, FAILED_ID])))).spans,
    nothing: [],
    looksAcross:
      'A trace that contains a call of another project is not whole. The spans are those of the project.',
  },
  selectStoredIds: {
    ask: async (store, { account }) => [
      ...(await store.ask(wholeAccount(account), all.selectStoredIds([OWNED.id]))),
    ],
    nothing: [],
    byProject: 'It checks whether records exist for ids in the account’s own rows.',
  },
  selectRecordsToAddTo: {
    ask: (store, { account }) =>
      store.ask(wholeAccount(account), all.selectRecordsToAddTo([OWNED.id, FAILED_ID])),
    nothing: [],
    byProject: 'The job asks for the account, and keeps to the project that the event names.',
  },
  stageAdditions: {
    change: (store, { account }, atMs) =>
      store.admin.change(account, all.stageAdditions(1, [addition(account, atMs)])),
  },
  applyAdditions: { change: (store, { account }) => store.admin.change(account, all.applyAdditions()) },
  stageCosts: {
    change: (store, { account }, atMs) =>
      store.admin.change(
        account,
        all.stageCosts(1, [
          { call: cost(atMs), costUsd: 99, cacheSavingsUsd: 0, priceSource: 'custom', pricing: '{}' },
        ]),
      ),
  },
  applyStagedCosts: { change: (store, { account }) => store.admin.change(account, all.applyStagedCosts()) },
  selectLineage: {
    ask: async (store, scope) =>
      (await store.ask(scope, all.selectLineage([OWNED.traceId], 10))).map(({ id }) => id),
    nothing: [],
  },
  setLineage: {
    change: (store, { account }, atMs) =>
      store.admin.change(
        account,
        all.setLineage([
          {
            table: 'calls',
            id: OWNED.id,
            timestampMs: atMs,
            values: ['', '', '', '', ''],
            tags: {},
            lineage: { takesTags: true, inherited: 0, inheritedTags: [] },
          },
        ]),
      ),
  },
  setRetention: { change: (store, { account }) => store.admin.change(account, all.setRetention(1)) },
  purgeErased: { because: 'It changes no answer: it removes rows from the disk that are already hidden.' },
  kind: { because: 'It is the name of the engine.' },
  ping: { because: 'It asks for nothing.' },
  stats: { because: 'For the operator of the whole service: two sums.' },
  write: { because: 'The request names the account once, and rows are stored under no other.' },
  stored: { because: 'The writer keeps ids by account, and queries the engine with selectStoredIds.' },
  usage: { because: 'A count that the writer keeps by account.' },
  writerState: { because: 'For the operator of the whole service: no record.' },
  activity: { because: 'For the operator of the whole service: two numbers.' },
  selectPossibleDuplicates: {
    because: 'For the job that finds duplicate spans of all accounts; it compares within one account only.',
  },
  selectRecentRuns: {
    because: 'For the service, which settles the runs of each account with questions about that account.',
  },
  selectWindowSums: {
    because:
      'For the alerts job of all accounts: each window names its account, and gets only the sums of its calls.',
  },
  selectAccountsWithCalls: {
    because: 'For the proposals job of all accounts, which then queries each one; it answers with numbers.',
  },
  selectArrivalCounts: {
    because: 'For the guardian job of all accounts, which then queries each one; it answers with counts.',
  },
  deleteExpired: { because: 'For the job that deletes, of all accounts; it answers with counts.' },
  reconcileUsage: { because: 'For the job that counts, of all accounts; it answers with counts.' },
  completeWrites: { because: 'For the job that completes writes, of all accounts; it answers with counts.' },
  backup: { because: 'For the operator of the whole service.' },
  restore: { because: 'For the operator of the whole service.' },
  close: { because: 'It ends the store.' },
};
