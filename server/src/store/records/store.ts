// What the rest of the service can ask of the records. Every question about an account first has what that account was told is
// stored brought before the engine, so that nobody misses a record they just sent.
import type { RecordsConfig } from '#config';
import { unavailable } from '#lib/app-error';
import { within } from '#lib/within';
import { accountsWithCalls } from './accounts-with-calls.ts';
import { backupRecords, restoreRecords } from './backup.ts';
import type { CallPosition, Repricing } from './cost-change.ts';
import { deleteContent } from './delete-content.ts';
import { deleteProject } from './delete-project.ts';
import { demote } from './demote.ts';
import type { RecordsEngine } from './engine.ts';
import { arrivalCounts, type ArrivalCount } from './guardian-arrivals.ts';
import { measureWindows, type WindowSums, type WindowWant } from './measure-windows.ts';
import { possibleDoubles, type CallSpan } from './possible-doubles.ts';
import { applyStagedCosts, derivedCosts, stageCosts } from './reprice.ts';
import {
  aggregate,
  arrivedCalls,
  callClasses,
  classesOfCalls,
  distribution,
  exportCalls,
  exportParquet,
  facetValues,
  getCall,
  getSession,
  getTrace,
  guardianEvidence,
  guardianGroups,
  guardianQuarters,
  guardianRedacted,
  guardianRedactions,
  guardianRepeats,
  guardianRetries,
  guardianTraces,
  guardianUsualAnswers,
  guardianUsualLatencies,
  guardianUsualQuarters,
  guardianUsualTraces,
  listCalls,
  listSessions,
  locateCall,
  longContexts,
  measureSeries,
  measureSpend,
  newestCalls,
  percentiles,
  percentileSeries,
  promptCalls,
  promptUsage,
  promptVersions,
  repeatedInputs,
  reviewCalls,
  reviewCandidates,
  scannableCalls,
  searchCalls,
  sealedContent,
  traceSpans,
  type Aggregate,
  type AggregateQuestion,
  type Arrival,
  type ArrivalPage,
  type Bucket,
  type CallFilter,
  type CallGroup,
  type CallPage,
  type ClassFigures,
  type ContentPlace,
  type EvidenceCall,
  type EvidenceQuestion,
  type ExportOrder,
  type FacetQuestion,
  type FacetValue,
  type FoundCall,
  type GuardianWindow,
  type LeastTrace,
  type SearchPage,
  type DistributionQuestion,
  type KnownPrompt,
  type LocatedCall,
  type LongContextFigures,
  type LongContextQuestion,
  type Percentiles,
  type PercentilesAt,
  type PercentilesQuestion,
  type PlacedCall,
  type PromptLink,
  type PromptUsage,
  type QuarterSums,
  type ReadCall,
  type ReadSession,
  type ReadTrace,
  type RepeatFigures,
  type RepeatQuestion,
  type ReviewPage,
  type ReviewPlace,
  type ScannableCall,
  type ScanPage,
  type Scope,
  type SeriesQuestion,
  type SessionList,
  type SessionPage,
  type SpanList,
  type SpanPage,
  type SpendWant,
  type TimeAxis,
  type VersionFigures,
  type WindowedFilter,
  type TraceSize,
  type Repeat,
  type RetryQuestion,
  type Retried,
  type RedactionQuestion,
  type RedactionGroup,
  type UsualSpan,
  type UsualQuarters,
  type UsualLatency,
  type UsualTraces,
  type UsualAnswers,
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
  /** Of a trace, without what makes spans large, by (start, id); with how many it has in all. */
  traceSpans(scope: Scope, traceId: string, page: SpanPage): Promise<SpanList>;
  /** The one with the newest call first, with what its calls that match come to. */
  listSessions(scope: Scope, filter: CallFilter, page: SessionPage): Promise<SessionList>;
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
  /** The values that calls have, those of the most calls first. */
  facetValues(scope: Scope, window: WindowedFilter, question: FacetQuestion): Promise<FacetValue[]>;
  /** What calls come to in windows that end one step after the other, by the number of the step. */
  measureSeries(scope: Scope, question: SeriesQuestion): Promise<Map<number, WindowSums>>;
  /** US dollars that calls came to, for each selection of them. */
  measureSpend(scope: Scope, wants: readonly SpendWant[]): Promise<number[]>;
  /** What calls say about the versions of a prompt: those with the most calls. */
  promptUsage(scope: Scope, window: WindowedFilter, link: PromptLink, limit: number): Promise<PromptUsage[]>;
  /** Which version of a prompt each call is of; calls of other prompts are not there. */
  promptCalls(scope: Scope, link: PromptLink, places: readonly ContentPlace[]): Promise<Map<string, string>>;
  /** What classes of calls come to, the dearest first: for proposals, as are the five that follow. */
  callClasses(
    scope: Scope,
    window: WindowedFilter,
    prompts: readonly KnownPrompt[],
    limit: number,
  ): Promise<ClassFigures[]>;
  /** Calls of a class that ask what was asked the same day already. */
  repeatedInputs(
    scope: Scope,
    window: WindowedFilter,
    prompts: readonly KnownPrompt[],
    question: RepeatQuestion,
  ): Promise<RepeatFigures[]>;
  /** How the versions of all prompts did. */
  promptVersions(
    scope: Scope,
    window: WindowedFilter,
    prompts: readonly KnownPrompt[],
    limit: number,
  ): Promise<VersionFigures[]>;
  /** Sessions and traces along which the input of some classes grows and the output does not. */
  longContexts(
    scope: Scope,
    window: WindowedFilter,
    prompts: readonly KnownPrompt[],
    question: LongContextQuestion,
  ): Promise<LongContextFigures[]>;
  /** Of which class and version calls are. */
  classesOfCalls(
    scope: Scope,
    places: readonly ContentPlace[],
    prompts: readonly KnownPrompt[],
  ): Promise<PlacedCall[]>;
  /** Of all accounts: the numbers of those that have calls since then. */
  accountsWithCalls(sinceMs: number): Promise<number[]>;
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
  /** All that is stored of a project, for good; what was charged for it stays charged. */
  deleteProject(account: number, project: number, signal?: AbortSignal): Promise<void>;
  /** Makes observations of calls that only repeat another one; how many. */
  demote(account: number, calls: readonly CallPosition[], signal?: AbortSignal): Promise<number>;
  /** Of all accounts: calls that arrived since, and what may tell of the same. */
  possibleDoubles(sinceMs: number): Promise<CallSpan[]>;
  /** Of many accounts, each over a window of its own and the same of the days before it. */
  measureWindows(wants: readonly WindowWant[], latencies: boolean): Promise<WindowSums[][]>;
  /** Of all accounts: how many records came since the beginning of that UTC day, by day. */
  arrivalCounts(sinceDay: string): Promise<ArrivalCount[]>;
  /** New calls by what was asked for and what answered. */
  guardianGroups(scope: Scope, window: GuardianWindow): Promise<CallGroup[]>;
  /** Traces that something new came for, whole: the large ones. */
  guardianTraces(scope: Scope, window: GuardianWindow, least: LeastTrace): Promise<TraceSize[]>;
  /** The same: tools that were asked the same thing again and again. */
  guardianRepeats(scope: Scope, window: GuardianWindow, least: number): Promise<Repeat[]>;
  guardianRetries(scope: Scope, window: GuardianWindow, question: RetryQuestion): Promise<Retried[]>;
  /** Hashes of the ids of new calls in which something was redacted. */
  guardianRedacted(scope: Scope, window: GuardianWindow, limit: number): Promise<string[]>;
  guardianRedactions(
    scope: Scope,
    window: GuardianWindow,
    question: RedactionQuestion,
  ): Promise<RedactionGroup[]>;
  guardianQuarters(scope: Scope, quarters: readonly number[]): Promise<QuarterSums[]>;
  guardianEvidence(scope: Scope, question: EvidenceQuestion): Promise<EvidenceCall[]>;
  guardianUsualQuarters(scope: Scope, span: UsualSpan): Promise<UsualQuarters[]>;
  /** From one call in so many. */
  guardianUsualLatencies(scope: Scope, span: UsualSpan, oneIn: number): Promise<UsualLatency[]>;
  /** From one trace in so many. */
  guardianUsualTraces(scope: Scope, span: UsualSpan, oneIn: number): Promise<UsualTraces[]>;
  guardianUsualAnswers(scope: Scope, span: UsualSpan, models: readonly string[]): Promise<UsualAnswers[]>;
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
const UNINDEXED = [
  'model',
  'tags',
  'error',
  'userId',
  'promptName',
  'promptVersion',
  'minLatencyMs',
  'minCostUsd',
  'search',
] as const;

const readsMuch = (filter: CallFilter): boolean => UNINDEXED.some((name) => filter[name] !== undefined);

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
    traceSpans: scoped(traceSpans),
    listSessions: scoped(listSessions, always),
    getSession: scoped(getSession),
    aggregate: scoped(aggregate, always),
    percentiles: scoped(percentiles, always),
    percentileSeries: scoped(percentileSeries, always),
    distribution: scoped(distribution, always),
    facetValues: scoped(facetValues, always),
    measureSeries: scoped(measureSeries, always),
    measureSpend: scoped(measureSpend, always),
    promptUsage: scoped(promptUsage, always),
    promptCalls: scoped(promptCalls),
    callClasses: scoped(callClasses, always),
    repeatedInputs: scoped(repeatedInputs, always),
    promptVersions: scoped(promptVersions, always),
    longContexts: scoped(longContexts, always),
    classesOfCalls: scoped(classesOfCalls),
    accountsWithCalls: async (sinceMs) => {
      await within(patienceMs, writer.settleAll(), behind);
      return accountsWithCalls(engine, sinceMs);
    },
    exportCalls: scoped(exportCalls),
    exportParquet: scoped(exportParquet),
    sealedContent: scoped(sealedContent),
    deleteContent: settled(deleteContent),
    deleteProject: settled(deleteProject),
    demote: settled(demote),
    possibleDoubles: async (sinceMs) => {
      await writer.settleAll();
      return possibleDoubles(engine, sinceMs);
    },
    measureWindows: async (wants, latencies) => {
      await within(patienceMs, writer.settleAll(), behind);
      return measureWindows(engine, wants, latencies);
    },
    arrivalCounts: async (sinceDay) => {
      await within(patienceMs, writer.settleAll(), behind);
      return arrivalCounts(engine, sinceDay);
    },
    guardianGroups: scoped(guardianGroups),
    guardianTraces: scoped(guardianTraces, always),
    guardianRepeats: scoped(guardianRepeats, always),
    guardianRetries: scoped(guardianRetries),
    guardianRedacted: scoped(guardianRedacted),
    guardianRedactions: scoped(guardianRedactions),
    guardianQuarters: scoped(guardianQuarters),
    guardianEvidence: scoped(guardianEvidence),
    guardianUsualQuarters: scoped(guardianUsualQuarters),
    guardianUsualLatencies: scoped(guardianUsualLatencies, always),
    guardianUsualTraces: scoped(guardianUsualTraces, always),
    guardianUsualAnswers: scoped(guardianUsualAnswers, always),
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
