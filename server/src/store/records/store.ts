// What the rest of the service can ask of the records. Every question about an account first has what that account was told is
// stored brought before the engine, so that nobody misses a record they just sent.
import type { RecordsConfig } from '#config';
import { unavailable } from '#lib/app-error';
import { within } from '#lib/within';
import { backupRecords, restoreRecords } from './backup.ts';
import type { CallPosition, Repricing } from './cost-change.ts';
import { deleteContent } from './delete-content.ts';
import { demote } from './demote.ts';
import type { RecordsEngine } from './engine.ts';
import { measureWindows, type WindowSums, type WindowWant } from './measure-windows.ts';
import { possibleDoubles, type CallSpan } from './possible-doubles.ts';
import { applyStagedCosts, derivedCosts, stageCosts } from './reprice.ts';
import {
  aggregate,
  arrivedCalls,
  distribution,
  exportCalls,
  exportParquet,
  getCall,
  getSession,
  getTrace,
  listCalls,
  locateCall,
  measureSeries,
  newestCalls,
  percentiles,
  percentileSeries,
  promptCalls,
  promptUsage,
  reviewCalls,
  reviewCandidates,
  scannableCalls,
  searchCalls,
  sealedContent,
  type Aggregate,
  type AggregateQuestion,
  type Arrival,
  type ArrivalPage,
  type Bucket,
  type CallFilter,
  type CallPage,
  type ContentPlace,
  type ExportOrder,
  type FoundCall,
  type SearchPage,
  type DistributionQuestion,
  type LocatedCall,
  type Percentiles,
  type PercentilesAt,
  type PercentilesQuestion,
  type PromptLink,
  type PromptUsage,
  type ReadCall,
  type ReadSession,
  type ReadTrace,
  type ReviewPage,
  type ReviewPlace,
  type ScannableCall,
  type ScanPage,
  type Scope,
  type SeriesQuestion,
  type TimeAxis,
  type WindowedFilter,
} from './read/index.ts';
import { deleteExpired, setRetention, type DeletedRows } from './retention.ts';
import { recordsStats, type RecordsStats } from './stats.ts';
import { unpricedModels } from './unpriced-models.ts';
import type { Reconciliation } from './writer/reconcile.ts';
import type { RecordWriter, WriterState, WriteOutcome, WriteRequest } from './writer/writer.ts';

export interface RecordsStore extends Repricing {
  readonly kind: RecordsConfig['kind'];
  /** Throws `records_unavailable` when the engine does not answer. */
  ping(): Promise<void>;
  stats(): Promise<RecordsStats>;
  /** On disk, once, and charged when it resolves. */
  write(request: WriteRequest): Promise<WriteOutcome>;
  /** Records of this month. */
  usage(account: number): Promise<number>;
  writerState(): WriterState;
  unpricedModels(account: number, sinceMs: number): Promise<string[]>;
  listCalls(scope: Scope, filter: CallFilter, page: CallPage): Promise<ReadCall[]>;
  /** Calls in the order of time in which a text is found, or whose content may have its words. */
  searchCalls(scope: Scope, filter: CallFilter & { search: string }, page: SearchPage): Promise<FoundCall[]>;
  getCall(scope: Scope, id: string): Promise<ReadCall | null>;
  /** When a call was made and where it belongs; null when it is not there to be seen. */
  locateCall(scope: Scope, id: string): Promise<LocatedCall | null>;
  /** Calls that no evaluation run made, newest first: failed ones, or the others. */
  reviewCandidates(scope: Scope, page: ReviewPage): Promise<ReviewPlace[]>;
  /** Those of the places at which there is such a call, by id. */
  reviewCalls(scope: Scope, places: readonly ReviewPlace[]): Promise<Map<string, ReadCall>>;
  /** Calls that no evaluation run made, newest first, without what is in them. */
  newestCalls(scope: Scope, page: ScanPage): Promise<ScannableCall[]>;
  /** Those of the places at which there is such a call, by id. */
  scannableCalls(scope: Scope, places: readonly ContentPlace[]): Promise<Map<string, ScannableCall>>;
  /** In the order in which they came, which is not that of their times; none that are more than a day late. */
  arrivedCalls(scope: Scope, filter: CallFilter, page: ArrivalPage): Promise<Arrival[]>;
  /** Calls first, then observations, `limit` of them together. */
  getTrace(scope: Scope, traceId: string, limit: number): Promise<ReadTrace>;
  /** The newest calls of it, with sums over all; null when there is none. */
  getSession(scope: Scope, sessionId: string, limit: number): Promise<ReadSession | null>;
  aggregate(scope: Scope, filter: WindowedFilter, question: AggregateQuestion): Promise<Aggregate>;
  percentiles(
    scope: Scope,
    filter: WindowedFilter,
    question: PercentilesQuestion & { axis: null },
  ): Promise<Percentiles>;
  percentileSeries(
    scope: Scope,
    filter: WindowedFilter,
    question: PercentilesQuestion & { axis: TimeAxis },
  ): Promise<PercentilesAt[]>;
  distribution(scope: Scope, filter: WindowedFilter, question: DistributionQuestion): Promise<Bucket[]>;
  /** What calls come to in windows that end one step after the other, by the number of the step. */
  measureSeries(scope: Scope, question: SeriesQuestion): Promise<Map<number, WindowSums>>;
  /** What calls say about the versions of a prompt: those with the most calls. */
  promptUsage(scope: Scope, window: WindowedFilter, link: PromptLink, limit: number): Promise<PromptUsage[]>;
  /** Which version of a prompt each call is of; calls of other prompts are not there. */
  promptCalls(scope: Scope, link: PromptLink, places: readonly ContentPlace[]): Promise<Map<string, string>>;
  /** In batches, while the engine still reads; ends early with the loop over it, or with the signal. */
  exportCalls(
    scope: Scope,
    filter: CallFilter,
    wanted: ExportOrder,
    signal: AbortSignal,
  ): Promise<AsyncIterable<ReadCall[]>>;
  /** The same as one Parquet file. */
  exportParquet(
    scope: Scope,
    filter: CallFilter,
    wanted: ExportOrder,
    signal: AbortSignal,
  ): Promise<AsyncIterable<Uint8Array>>;
  /** By id; not there for records without content, nor for those past `maxBytes` of it. */
  sealedContent(
    scope: Scope,
    places: readonly ContentPlace[],
    maxBytes?: number,
  ): Promise<Map<string, Buffer>>;
  deleteContent(account: number): Promise<void>;
  /** Makes observations of calls that only repeat another one; how many. */
  demote(account: number, calls: readonly CallPosition[], signal?: AbortSignal): Promise<number>;
  /** Of all accounts: calls that arrived since, and what may tell of the same. */
  possibleDoubles(sinceMs: number): Promise<CallSpan[]>;
  /** Of many accounts, each over a window of its own and the same of the days before it. */
  measureWindows(wants: readonly WindowWant[], latencies: boolean): Promise<WindowSums[][]>;
  /** Makes stored records of an account expire this many days after their time. */
  setRetention(account: number, days: number, signal?: AbortSignal): Promise<void>;
  /** Of all accounts, for good. */
  deleteExpired(nowMs: number, signal?: AbortSignal): Promise<DeletedRows>;
  /** Holds this month's counts against what is stored. */
  reconcileUsage(): Promise<Reconciliation>;
  /** In-process engine only, into a folder that does not exist yet. */
  backup(folder: string): Promise<void>;
  /** In-process engine only, into an empty store. */
  restore(folder: string): Promise<void>;
  /** Finishes what is under way, then lets go of the engine. */
  close(): Promise<void>;
}

const PATIENCE_MS = 20_000;

const behind = () =>
  unavailable('records_behind', 'Records that were just stored cannot be read yet. Try again shortly.');

const always = () => true;

/** Filters that no index serves: the engine goes through the calls until the page is full. */
const readsMuch = ({ model, tags, error, userId, minLatencyMs, minCostUsd, search }: CallFilter): boolean =>
  [model, tags, error, userId, minLatencyMs, minCostUsd, search].some((value) => value !== undefined);

export function storeOver(
  engine: RecordsEngine,
  writer: RecordWriter,
  patienceMs = PATIENCE_MS,
): RecordsStore {
  /** The engine as an account asks it: in its own share of the connections. */
  const askedBy = (account: number, heavy: boolean): RecordsEngine => ({
    ...engine,
    query: (sql, params) => engine.query(sql, params, { account, heavy }),
  });
  /** The one place where a question is bound to an account, and waits for what that account sent. */
  const settled =
    <Rest extends unknown[], Answer>(
      ask: (engine: RecordsEngine, account: number, ...rest: Rest) => Promise<Answer>,
      engineFor: (account: number) => RecordsEngine = () => engine,
    ) =>
    async (account: number, ...rest: Rest): Promise<Answer> => {
      await within(patienceMs, writer.settle(account), behind);
      return ask(engineFor(account), account, ...rest);
    };
  /** The same for questions that may be narrowed to a project. */
  const scoped =
    <Rest extends unknown[], Answer>(
      ask: (engine: RecordsEngine, scope: Scope, ...rest: Rest) => Promise<Answer>,
      heavy: (...rest: Rest) => boolean = () => false,
    ) =>
    async (scope: Scope, ...rest: Rest): Promise<Answer> => {
      await within(patienceMs, writer.settle(scope.account), behind);
      return ask(askedBy(scope.account, heavy(...rest)), scope, ...rest);
    };
  return {
    kind: engine.kind,
    ping: async () => {
      await engine.query('SELECT 1');
    },
    stats: () => recordsStats(engine),
    write: (request) => writer.write(request),
    usage: (account) => writer.usage(account),
    writerState: () => writer.state(),
    unpricedModels: settled(unpricedModels, (account) => askedBy(account, false)),
    listCalls: scoped(listCalls, (filter, { order }) => order.by !== 'timestamp' || readsMuch(filter)),
    searchCalls: scoped(searchCalls, always),
    getCall: scoped(getCall),
    locateCall: scoped(locateCall),
    reviewCandidates: scoped(reviewCandidates, ({ failed }) => failed),
    reviewCalls: scoped(reviewCalls),
    newestCalls: scoped(newestCalls),
    scannableCalls: scoped(scannableCalls),
    arrivedCalls: scoped(arrivedCalls, readsMuch),
    getTrace: scoped(getTrace),
    getSession: scoped(getSession),
    aggregate: scoped(aggregate, always),
    percentiles: scoped(percentiles, always),
    percentileSeries: scoped(percentileSeries, always),
    distribution: scoped(distribution, always),
    measureSeries: scoped(measureSeries, always),
    promptUsage: scoped(promptUsage, always),
    promptCalls: scoped(promptCalls),
    exportCalls: scoped(exportCalls),
    exportParquet: scoped(exportParquet),
    sealedContent: scoped(sealedContent),
    deleteContent: settled(deleteContent),
    demote: settled(demote),
    possibleDoubles: async (sinceMs) => {
      await writer.settleAll();
      return possibleDoubles(engine, sinceMs);
    },
    measureWindows: async (wants, latencies) => {
      await within(patienceMs, writer.settleAll(), behind);
      return measureWindows(engine, wants, latencies);
    },
    derivedCosts: settled(derivedCosts, (account) => askedBy(account, true)),
    stageCosts: settled(stageCosts),
    applyStagedCosts: settled(applyStagedCosts),
    setRetention: settled(setRetention),
    deleteExpired: async (nowMs, signal) => {
      await writer.settleAll();
      return deleteExpired(engine, nowMs, signal);
    },
    reconcileUsage: () => writer.reconcile(),
    backup: async (folder) => {
      await writer.settleAll();
      await backupRecords(engine, folder);
    },
    restore: (folder) => restoreRecords(engine, folder),
    close: async () => {
      await writer.close();
      await engine.close();
    },
  };
}
