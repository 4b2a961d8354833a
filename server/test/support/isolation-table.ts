// Each function of the records store, and how to ask it for what is somebody's. A function that is not here fails the test of
// isolation, so nobody adds one without saying what keeps accounts apart in it.
import { DAY_MS } from '#lib/clock';
import type { RecordsStore, Scope } from '#records';
import { plainCall } from '#test/support/call-rows';
import { FAILED_ID, OWNED, ownedCost as cost } from './isolation-owner.ts';

interface Answered {
  /** What a reader is shown. */
  ask: (store: RecordsStore, scope: Scope, atMs: number) => Promise<unknown>;
  /** What one sees who has nothing. */
  nothing: unknown;
  /** False where it is by account only, and why that is enough. */
  byProject?: string;
  /** Where a statement looks at the whole account to answer for a project, and why. */
  looksAcross?: string;
}

interface Changing {
  /** Changes what is the account's own. */
  change: (store: RecordsStore, scope: Scope, atMs: number) => Promise<unknown>;
}

interface NotAsked {
  /** Why it tells nobody of an account about another one. */
  because: string;
}

export type Isolation = Answered | Changing | NotAsked;

const window = (atMs: number) => ({ startMs: atMs - DAY_MS, endMs: atMs + DAY_MS });
const arrived = (atMs: number) => ({ afterMs: atMs - DAY_MS, untilMs: atMs + DAY_MS });
const usual = (atMs: number) => ({ fromMs: atMs - DAY_MS, toMs: atMs + DAY_MS });
const quarterOf = (atMs: number) => Math.floor(atMs / 900_000);
const order = { by: 'timestamp', descending: true } as const;
const never = new AbortController().signal;
const none = { p50: null, p95: null, p99: null, p999: null, max: null, count: 0 };

async function gathered<Part>(parts: Promise<AsyncIterable<Part>>): Promise<Part[]> {
  const all: Part[] = [];
  for await (const part of await parts) all.push(part);
  return all;
}

export const ISOLATION: Record<keyof RecordsStore, Isolation> = {
  listCalls: {
    ask: (store, scope) =>
      store.listCalls(scope, { includeEvalRuns: true }, { order, after: null, limit: 10 }),
    nothing: [],
  },
  getCall: { ask: (store, scope) => store.getCall(scope, OWNED.id), nothing: null },
  locateCall: { ask: (store, scope) => store.locateCall(scope, OWNED.id), nothing: null },
  arrivedCalls: {
    ask: (store, scope, atMs) =>
      store.arrivedCalls(
        scope,
        { includeEvalRuns: true },
        { sinceMs: atMs - DAY_MS, after: null, limit: 10 },
      ),
    nothing: [],
  },
  reviewCandidates: {
    ask: (store, scope, atMs) =>
      store.reviewCandidates(scope, { ...window(atMs), failed: false, after: null, limit: 10 }),
    nothing: [],
  },
  reviewCalls: {
    ask: async (store, scope, atMs) => [
      ...(await store.reviewCalls(scope, [{ id: OWNED.id, timestampMs: atMs }])),
    ],
    nothing: [],
  },
  newestCalls: {
    ask: (store, scope) => store.newestCalls(scope, { after: null, limit: 10 }),
    nothing: [],
  },
  scannableCalls: {
    ask: async (store, scope, atMs) => [
      ...(await store.scannableCalls(scope, [{ id: OWNED.id, timestampMs: atMs }])),
    ],
    nothing: [],
  },
  getTrace: {
    ask: (store, scope) => store.getTrace(scope, OWNED.traceId, 10),
    nothing: { calls: [], observations: [], truncated: false },
  },
  traceSpans: {
    ask: (store, scope) => store.traceSpans(scope, OWNED.traceId, { after: null, limit: 10 }),
    nothing: { spans: [], total: 0 },
  },
  listSessions: {
    ask: (store, scope) =>
      store.listSessions(scope, { sessionId: OWNED.sessionId }, { after: null, limit: 10 }),
    nothing: { sessions: [], next: null },
  },
  getSession: { ask: (store, scope) => store.getSession(scope, OWNED.sessionId, 10), nothing: null },
  aggregate: {
    ask: (store, scope, atMs) => store.aggregate(scope, window(atMs), { axis: 'model', metric: 'count' }),
    nothing: { groups: [], total: { value: 0, count: 0 } },
  },
  percentiles: {
    ask: (store, scope, atMs) => store.percentiles(scope, window(atMs), { metric: 'cost', axis: null }),
    nothing: none,
  },
  percentileSeries: {
    ask: (store, scope, atMs) => store.percentileSeries(scope, window(atMs), { metric: 'cost', axis: 'day' }),
    nothing: [],
  },
  distribution: {
    ask: (store, scope, atMs) =>
      store.distribution(scope, window(atMs), { metric: 'cost', buckets: 3, scale: 'linear' }),
    nothing: [],
  },
  facetValues: {
    ask: (store, scope, atMs) =>
      Promise.all(
        (['model', 'error'] as const).map((facet) =>
          store.facetValues(scope, window(atMs), { facet, limit: 10 }),
        ),
      ),
    nothing: [[], []],
  },
  measureSeries: {
    ask: async (store, scope, atMs) => [
      ...(await store.measureSeries(scope, {
        firstEndMs: atMs + 1,
        stepMs: DAY_MS,
        points: 2,
        windowMs: DAY_MS,
        latencies: true,
      })),
    ],
    nothing: [],
  },
  measureSpend: {
    ask: (store, scope, atMs) => store.measureSpend(scope, [window(atMs)]),
    nothing: [0],
  },
  promptUsage: {
    ask: (store, scope, atMs) =>
      store.promptUsage(scope, window(atMs), { name: '', versions: [{ id: 1, version: '1' }] }, 10),
    nothing: [],
  },
  promptCalls: {
    ask: async (store, scope, atMs) => [
      ...(await store.promptCalls(scope, { name: '', versions: [] }, [{ id: OWNED.id, timestampMs: atMs }])),
    ],
    nothing: [],
  },
  callClasses: {
    ask: (store, scope, atMs) => store.callClasses(scope, window(atMs), [], 10),
    nothing: [],
  },
  repeatedInputs: {
    ask: (store, scope, atMs) => store.repeatedInputs(scope, window(atMs), [], { least: 1, limit: 10 }),
    nothing: [],
  },
  promptVersions: {
    ask: (store, scope, atMs) =>
      store.promptVersions(scope, window(atMs), [{ id: 0, name: 'named', version: '1' }], 10),
    nothing: [],
  },
  longContexts: {
    ask: (store, scope, atMs) =>
      store.longContexts(scope, window(atMs), [], {
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
    nothing: [],
  },
  classesOfCalls: {
    ask: (store, scope, atMs) => store.classesOfCalls(scope, [{ id: OWNED.id, timestampMs: atMs }], []),
    nothing: [],
  },
  guardianGroups: {
    ask: (store, scope, atMs) => store.guardianGroups(scope, arrived(atMs)),
    nothing: [],
  },
  guardianTraces: {
    ask: (store, scope, atMs) => store.guardianTraces(scope, arrived(atMs), { spans: 1, costUsd: 0 }),
    nothing: [],
  },
  guardianRepeats: {
    ask: (store, scope, atMs) => store.guardianRepeats(scope, arrived(atMs), 1),
    nothing: [],
  },
  guardianRetries: {
    ask: (store, scope, atMs) =>
      store.guardianRetries(scope, arrived(atMs), {
        sinceMs: atMs - DAY_MS,
        leastAttempts: 1,
        leastFailures: 1,
      }),
    nothing: [],
  },
  guardianRedacted: {
    ask: (store, scope, atMs) => store.guardianRedacted(scope, arrived(atMs), 10),
    nothing: [],
  },
  guardianRedactions: {
    ask: (store, scope, atMs) =>
      store.guardianRedactions(scope, arrived(atMs), {
        settledMs: atMs + DAY_MS,
        seen: [],
        fresh: [],
        kinds: ['email'],
      }),
    nothing: [],
  },
  guardianQuarters: {
    ask: (store, scope, atMs) => store.guardianQuarters(scope, [quarterOf(atMs)]),
    nothing: [],
  },
  guardianEvidence: {
    ask: (store, scope, atMs) =>
      store.guardianEvidence(scope, {
        project: OWNED.project,
        model: null,
        fromMs: atMs - DAY_MS,
        toMs: atMs + DAY_MS,
        responseModel: null,
        by: 'cost',
      }),
    nothing: [],
  },
  guardianUsualQuarters: {
    ask: (store, scope, atMs) => store.guardianUsualQuarters(scope, usual(atMs)),
    nothing: [],
  },
  guardianUsualLatencies: {
    ask: (store, scope, atMs) => store.guardianUsualLatencies(scope, usual(atMs), 1),
    nothing: [],
  },
  guardianUsualTraces: {
    ask: (store, scope, atMs) => store.guardianUsualTraces(scope, usual(atMs), 1),
    nothing: [],
  },
  guardianUsualAnswers: {
    ask: (store, scope, atMs) => store.guardianUsualAnswers(scope, usual(atMs), [OWNED.model]),
    nothing: [],
  },
  exportCalls: {
    ask: async (store, scope) =>
      (await gathered(store.exportCalls(scope, {}, { order, cap: 10 }, never))).flat(),
    nothing: [],
  },
  exportParquet: {
    // The least and the greatest of each column stand in the file as they are.
    ask: async (store, scope) =>
      Buffer.concat(await gathered(store.exportParquet(scope, {}, { order, cap: 10 }, never))).includes(
        OWNED.id,
      ),
    nothing: false,
  },
  searchCalls: {
    ask: (store, scope, atMs) =>
      store.searchCalls(
        scope,
        { search: 'nothing but content has it' },
        { ...window(atMs), descending: true, onlyContent: false, after: null, limit: 5, words: [[1, 2]] },
      ),
    nothing: [],
  },
  sealedContent: {
    ask: async (store, scope, atMs) => [
      ...(await store.sealedContent(scope, [{ id: OWNED.id, timestampMs: atMs }], 1_000_000)),
    ],
    nothing: [],
    byProject: 'It takes places that only a reader of the record knows; the content itself has no project.',
  },
  unpricedModels: {
    ask: (store, { account, project }, atMs) => store.unpricedModels(account, project, atMs - DAY_MS),
    nothing: [],
  },
  derivedCosts: {
    ask: (store, { account, project }, atMs) =>
      store.derivedCosts(account, { project, ...window(atMs) }, null, 10),
    nothing: [],
  },
  deleteContent: { change: (store, { account }) => store.deleteContent(account) },
  deleteProject: { change: (store, { account }) => store.deleteProject(account, OWNED.project) },
  demote: {
    change: (store, { account }, atMs) => store.demote(account, [{ id: OWNED.id, timestampMs: atMs }]),
  },
  stageErasure: {
    change: (store, { account }, atMs) =>
      store.stageErasure(account, 1, [{ id: OWNED.id, timestampMs: atMs }]),
  },
  applyErasures: { change: (store, { account }) => store.applyErasures(account) },
  earlierRecords: {
    ask: (store, { account }) => store.earlierRecords(account, 'calls', null, 10),
    nothing: [],
    byProject: 'It is for the job that brings all records of an account to the rules for content.',
  },
  stageRewrites: {
    change: async (store, { account }, atMs) => {
      const record = { ...plainCall(OWNED.id, atMs), error: 'rewritten' };
      const expiresAtMs = Math.ceil(atMs / 1_000) * 1_000;
      const earlier = { record, hasContent: true, receivedMs: atMs, expiresAtMs, isPricedHere: false };
      const content = { sealed: Buffer.from('rewritten'), words: Uint8Array.of(0, 0, 9) };
      await store.stageRewrites(account, 1, 'calls', [
        {
          earlier: { ...earlier, redactionMetadata: null },
          now: { record, redactionMetadata: null, hasContent: true, content },
        },
      ]);
    },
  },
  applyRewrites: { change: (store, { account }) => store.applyRewrites(account) },
  deleteAccount: { change: (store, { account }) => store.deleteAccount(account) },
  selectedSpans: {
    ask: (store, scope) => store.selectedSpans(scope, { traceId: OWNED.traceId }, 10),
    nothing: [],
  },
  wholeTraces: {
    ask: async (store, scope) =>
      (await store.wholeTraces(scope, [OWNED.traceId], new Set([OWNED.id, FAILED_ID]))).spans,
    nothing: [],
    looksAcross:
      'A trace that keeps a call of another project is not whole. The spans are those of the project.',
  },
  storedIds: {
    ask: async (store, { account }) => [...(await store.storedIds(account, [OWNED.id]))],
    nothing: [],
    byProject: 'It says of ids that the account’s own rows name whether there is a record.',
  },
  stageCosts: {
    change: (store, { account }, atMs) =>
      store.stageCosts(account, 1, [
        { call: cost(atMs), costUsd: 99, cacheSavingsUsd: 0, priceSource: 'custom', pricing: '{}' },
      ]),
  },
  applyStagedCosts: { change: (store, { account }) => store.applyStagedCosts(account) },
  setRetention: { change: (store, { account }) => store.setRetention(account, 1) },
  purgeErased: { because: 'It changes no answer: rows that are hidden already leave the disk.' },
  kind: { because: 'It is the name of the engine.' },
  ping: { because: 'It asks for nothing.' },
  stats: { because: 'Of the whole service, for its operator: two sums.' },
  write: { because: 'The request names the account once, and rows go under no other.' },
  writeEncoded: { because: 'The request names the account once, and rows of another one are refused.' },
  usage: { because: 'A count that the writer keeps by account.' },
  writerState: { because: 'Of the whole service, for its operator: no record.' },
  possibleDoubles: {
    because: 'Of all accounts, for the job that looks for doubles; it compares within one only.',
  },
  measureWindows: {
    because:
      'Of all accounts, for the job of alerts: each window names its account, and gets the sums of its calls only.',
  },
  earlierAccounts: {
    because: 'Numbers of accounts, for the job that brings their records to the rules for content.',
  },
  accountsWithCalls: {
    because:
      'Of all accounts, for the job of proposals, which asks each for itself; it answers with numbers.',
  },
  arrivalCounts: {
    because:
      'Of all accounts, for the job of the guardian, which asks each for itself; it answers with counts.',
  },
  deleteExpired: { because: 'Of all accounts, for the job that deletes; it answers with counts.' },
  reconcileUsage: { because: 'Of all accounts, for the job that counts; it answers with counts.' },
  completeWrites: { because: 'Of all accounts, for the job that completes; it answers with counts.' },
  backup: { because: 'Of the whole service, for its operator.' },
  restore: { because: 'Of the whole service, for its operator.' },
  close: { because: 'It ends the store.' },
};
