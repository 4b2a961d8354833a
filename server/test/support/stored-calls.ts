// Calls with content, answered from memory: the queries of scoring and of proposals for criteria.
import { sealContent } from '#content';
import { type Content } from '#core/content/content';
import type { Services } from '#core/context';
import type { Arrival, CallRecord, CallRef, Scope } from '#records';
import { plainCall } from './call-rows.ts';
import type { ScannableCall } from '../../src/features/safety/scan/records.ts';
import { sealedAlone, type FakeRecords } from './fake-records.ts';

interface Kept {
  account: number;
  project: number;
  receivedMs: number;
  call: CallRecord;
  content: Content | null;
  garbled: boolean;
}

export interface NewCall {
  account: number;
  id: string;
  receivedMs: number;
  /** When the call was made, if it arrived late. */
  timestampMs?: number;
  project?: number;
  model?: string;
  traceId?: string;
  sessionId?: string;
  content?: Content | null;
  /** Sealed with a key that the service does not have. */
  garbled?: boolean;
}

export class StoredCalls {
  readonly #kept: Kept[] = [];
  readonly #services: () => Services;
  /** Number of queries for new calls. */
  looks = 0;
  /** Set if the records are unavailable. */
  down: Error | null = null;

  constructor(services: () => Services) {
    this.#services = services;
  }

  add(order: NewCall): void {
    const { account, id, receivedMs, timestampMs = receivedMs, project = 1, garbled = false } = order;
    const { content = { input: 'What is the capital of France?', output: 'Paris.' } } = order;
    const { model = 'gpt-5', traceId = null, sessionId = null } = order;
    const call = plainCall(id, timestampMs, { model, traceId, sessionId });
    this.#kept.push({ account, project, receivedMs, call, content, garbled });
  }

  remove(id: string): void {
    this.#kept.splice(0, this.#kept.length, ...this.#kept.filter(({ call }) => call.id !== id));
  }

  #seen({ account, project, sinceMs }: Scope): Kept[] {
    return this.#kept.filter(
      (each) =>
        each.account === account &&
        (project === null || each.project === project) &&
        each.call.timestampMs > sinceMs,
    );
  }

  readonly records: FakeRecords = {
    selectArrivedCalls: async (scope, filter, { sinceMs, after, limit }) => {
      this.looks += 1;
      if (this.down) throw this.down;
      return this.#seen(scope)
        .filter(({ call, receivedMs }) => receivedMs >= sinceMs && call.model.includes(filter.model ?? ''))
        .map(({ call: { id, timestampMs }, receivedMs }) => ({ id, timestampMs, receivedMs }))
        .toSorted(byArrival)
        .filter((arrival) => after === null || byArrival(after, arrival) < 0)
        .slice(0, limit);
    },
    selectEndedRuns: async (scope, kind, { sinceMs, untilMs, after, limit }) => {
      this.looks += 1;
      if (this.down) throw this.down;
      const byRun = Map.groupBy(this.#seen(scope), ({ call }) => runOf(kind, call));
      byRun.delete(null);
      return [...byRun]
        .map(([id, rows]) => ({ id: id ?? '', receivedMs: Math.max(...rows.map((row) => row.receivedMs)) }))
        .filter(({ receivedMs }) => receivedMs >= sinceMs && receivedMs <= untilMs)
        .toSorted(byArrival)
        .filter((run) => after === null || byArrival(after, run) < 0)
        .slice(0, limit);
    },
    selectCallsOfRuns: async (scope, kind, filter, runs) => {
      const matching = this.#seen(scope).filter(({ call }) => call.model.includes(filter.model ?? ''));
      return new Map(
        runs.flatMap(({ id }) => {
          const newest = matching
            .filter(({ call }) => runOf(kind, call) === id)
            .toSorted((left, right) => newerFirst(left.call, right.call))[0];
          return newest ? [[id, { id: newest.call.id, timestampMs: newest.call.timestampMs }] as const] : [];
        }),
      );
    },
    selectRunSizes: async (scope, kind, { model = '' }, limit) => {
      const rows = this.#seen(scope).filter(({ call }) => call.model.includes(model));
      const byRun = Map.groupBy(rows, ({ call }) => runOf(kind, call));
      byRun.delete(null);
      return {
        runs: byRun.size,
        firstMs: byRun.size === 0 ? null : Math.min(...rows.map(({ call }) => call.timestampMs)),
        newest: [...byRun.values()].slice(0, limit).map((calls) => ({
          totalTokens: Math.max(...calls.map(({ call }) => call.totalTokens)),
          completionTokens: Math.max(...calls.map(({ call }) => call.completionTokens)),
          hasContent: calls.some(({ content }) => content !== null),
        })),
      };
    },
    selectSessionSpans: async (scope, sessionId) => {
      const found = this.#seen(scope).filter(({ call }) => call.sessionId === sessionId);
      const calls = found.map(({ call, content }) => ({ call, hasContent: content !== null }));
      return { calls, observations: [], truncated: false };
    },
    selectCallsAt: async (scope, places) => {
      const wanted = new Map(places.map(({ id, timestampMs }) => [id, timestampMs]));
      const found = this.#seen(scope).filter(({ call }) => wanted.get(call.id) === call.timestampMs);
      return new Map(found.map(({ call, content }) => [call.id, { call, hasContent: content !== null }]));
    },
    selectNewestCalls: async (scope, { after, limit }) =>
      this.#seen(scope)
        .map(scannable)
        .toSorted(newerFirst)
        .filter((call) => after === null || newerFirst(after, call) < 0)
        .slice(0, limit),
    selectScannableCalls: async (scope, places) => {
      const wanted = new Map(places.map(({ id, timestampMs }) => [id, timestampMs]));
      const found = this.#seen(scope).map(scannable);
      return new Map(
        found.filter((call) => wanted.get(call.id) === call.timestampMs).map((call) => [call.id, call]),
      );
    },
    /** The newest calls, whatever the filter; of one trace if it names one. */
    selectCalls: async (scope, { traceId }, { after, limit }) => {
      const sorted = this.#seen(scope)
        .filter(({ call }) => traceId === undefined || call.traceId === traceId)
        .toSorted((left, right) => right.call.timestampMs - left.call.timestampMs);
      const from = after === null ? 0 : sorted.findIndex(({ call }) => call.id === after.id) + 1;
      return sorted
        .slice(from, from + limit)
        .map(({ call, content }) => ({ call, hasContent: content !== null }));
    },
    /** Counts by hour. */
    selectAggregate: async (scope, { model = '', startMs, endMs }) => {
      const times = this.#seen(scope)
        .filter(({ call }) => call.model.includes(model))
        .map(({ call }) => call.timestampMs)
        .filter((ms) => ms >= startMs && ms < endMs)
        .toSorted((left, right) => left - right);
      const hours = Map.groupBy(times, (ms) => `${new Date(ms).toISOString().slice(0, 13)}:00Z`);
      const groups = [...hours].map(([key, { length: count }]) => ({
        key,
        count,
        value: count,
        lastSeenMs: 0,
      }));
      return { groups, total: { value: times.length, count: times.length } };
    },
    selectTrace: async (scope, traceId) => {
      const found = this.#seen(scope).filter(({ call }) => call.traceId === traceId);
      const calls = found.map(({ call, content }) => ({ call, hasContent: content !== null }));
      return { calls, observations: [], truncated: false };
    },
    selectCallLocation: async (scope, id) => {
      const found = this.#seen(scope).find(({ call }) => call.id === id);
      return found ? { timestampMs: found.call.timestampMs, project: found.project, ofEvalRun: false } : null;
    },
    selectCall: async (scope, id) => {
      const found = this.#seen(scope).find(({ call }) => call.id === id);
      return found ? { call: found.call, hasContent: found.content !== null } : null;
    },
    selectSealedContent: async (scope, places) => {
      const { contentKeys, metadata } = this.#services();
      const account = await metadata.reader
        .selectFrom('accounts')
        .select(['id', 'number'])
        .where('number', '=', scope.account)
        .executeTakeFirstOrThrow();
      const keys = await contentKeys.load(account);
      const ids = new Set(places.map(({ id }) => id));
      const sealed = new Map<string, Buffer>();
      for (const { call, content, garbled } of this.#seen(scope)) {
        if (!content || !ids.has(call.id)) continue;
        const bytes = sealContent(keys, call.id, content);
        sealed.set(call.id, garbled ? Buffer.alloc(bytes.length) : bytes);
      }
      return sealedAlone(sealed);
    },
  };
}

const runOf = (kind: 'trace' | 'session', { traceId, sessionId }: CallRecord): string | null =>
  kind === 'trace' ? traceId : sessionId;

type Place = Pick<Arrival, 'receivedMs' | 'id'>;

const byArrival = (left: Place, right: Place): number =>
  left.receivedMs - right.receivedMs || (left.id < right.id ? -1 : left.id > right.id ? 1 : 0);

const scannable = ({ call, project, content }: Kept): ScannableCall => ({
  id: call.id,
  timestampMs: call.timestampMs,
  project,
  hasContent: content !== null,
});

const newerFirst = (left: CallRef, right: CallRef): number =>
  right.timestampMs - left.timestampMs || (left.id < right.id ? 1 : left.id > right.id ? -1 : 0);
