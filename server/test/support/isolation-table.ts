// Each query, change and method of the records store, and how to call it for an account's records. The
// isolation tests fail if one is missing here, so every new query states what keeps accounts apart in it.
import { DAY_MS } from '#lib/clock';
import { DECLARED as all, type RecordsReplies } from './fake-records.ts';
import { plainObservation } from './call-rows.ts';
import { OWNED } from './isolation-owner.ts';
import { window, type Isolation } from './isolation-form.ts';
import { CHANGES } from './isolation-changes.ts';
import { FIGURES } from './isolation-figures.ts';

const order = { by: 'timestamp', descending: true } as const;
const newest = { by: 'startTime', descending: true } as const;
const never = new AbortController().signal;

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
        all.selectEndedRuns('runs', {
          sinceMs: atMs - DAY_MS,
          untilMs: atMs + DAY_MS,
          after: null,
          limit: 10,
        }),
      ),
    nothing: [],
  },
  selectMatchingRuns: {
    ask: async (store, scope) => [
      ...(await store.ask(scope, all.selectMatchingRuns('runs', { includeEvalRuns: true }, [OWNED.traceId]))),
    ],
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
  selectMediaExpiry: {
    ask: async (store, scope, atMs) => [
      ...(await store.ask(scope, all.selectMediaExpiry([OWNED.media], atMs))),
    ],
    nothing: [],
    byProject: 'Content has no project. The files belong to one in the metadata store.',
  },
  selectTraceMedia: {
    ask: (store, scope) => store.ask(scope, all.selectTraceMedia(OWNED.traceId, 10)),
    nothing: null,
  },
  selectMediaOf: {
    ask: (store, scope, atMs) => store.ask(scope, all.selectMediaOf([{ id: OWNED.id, timestampMs: atMs }])),
    nothing: [],
    byProject: 'It takes places that only a reader of the record knows; the content itself has no project.',
  },
  selectSealedContent: {
    ask: async (store, scope, atMs) => [
      ...(await store.ask(scope, all.selectSealedContent([{ id: OWNED.id, timestampMs: atMs }], 1_000_000))),
    ],
    nothing: [],
    byProject: 'It takes places that only a reader of the record knows; the content itself has no project.',
  },
  selectMessages: {
    ask: async (store, scope) => [...(await store.ask(scope, all.selectMessages([OWNED.message])))],
    nothing: [],
    byProject: 'It takes ids that only a reader of a content knows; they are random.',
  },
  selectUnpricedModels: {
    ask: (store, { account, project }, atMs) =>
      store.ask({ account, project, sinceMs: atMs - DAY_MS }, all.selectUnpricedModels()),
    nothing: [],
  },
  ...FIGURES,
  ...CHANGES,
};
