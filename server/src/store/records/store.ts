// What the rest of the service can ask of the records; store-over.ts answers.
import type { RecordsConfig } from '#config';
import type { CallPosition, Repricing } from './changes/cost-change.ts';
import type { ArrivalCount } from './questions/all-accounts/guardian-arrivals.ts';
import type { WindowSums, WindowWant } from './questions/all-accounts/measure-windows.ts';
import type { CallSpan } from './questions/all-accounts/possible-doubles.ts';
import type {
  Aggregate,
  AggregateQuestion,
  Arrival,
  ArrivalPage,
  Bucket,
  CallFilter,
  CallGroup,
  CallPage,
  ClassFigures,
  ContentPlace,
  EvidenceCall,
  EvidenceQuestion,
  ExportOrder,
  ExportPart,
  FacetQuestion,
  FacetValue,
  FoundCall,
  GuardianWindow,
  LeastTrace,
  SearchPage,
  DistributionQuestion,
  KnownPrompt,
  LocatedCall,
  LongContextFigures,
  LongContextQuestion,
  Percentiles,
  PercentilesAt,
  PercentilesQuestion,
  PlacedCall,
  PromptLink,
  PromptUsage,
  QuarterSums,
  ReadCall,
  ReadSession,
  ReadTrace,
  TraceBytes,
  RepeatFigures,
  RepeatQuestion,
  ReviewPage,
  ReviewPlace,
  ScannableCall,
  ScanPage,
  Scope,
  SpanSelection,
  SeriesQuestion,
  SessionList,
  SessionPage,
  SpanList,
  SpanPage,
  SpendWant,
  TimeAxis,
  VersionFigures,
  WindowedFilter,
  TraceSize,
  Repeat,
  RetryQuestion,
  Retried,
  RedactionQuestion,
  RedactionGroup,
  UsualSpan,
  UsualQuarters,
  UsualLatency,
  UsualTraces,
  UsualAnswers,
  WholeTraces,
} from './questions/index.ts';
import type { DeletedRows } from './changes/retention.ts';
import type { EarlierRecord, RewritableTable, Rewrite } from './changes/rewrite.ts';
import type { StoredRecord } from './record.ts';
import type { RecordsStats } from './engine/stats.ts';
import type { Reconciliation } from './writer/reconcile.ts';
import type {
  CompletedWrite,
  EncodedWriteRequest,
  WriterState,
  WriteOutcome,
  WriteRequest,
} from './writer/writer.ts';

export interface RecordsStore extends Repricing {
  readonly kind: RecordsConfig['kind'];
  /** Throws `records_unavailable` when the engine does not answer. */
  ping(): Promise<void>;
  stats(): Promise<RecordsStats>;
  /** On disk, once, and charged when it resolves. */
  write(request: WriteRequest): Promise<WriteOutcome>;
  /** For records that another thread has encoded; absent where the writer needs the records themselves. */
  writeEncoded?: ((request: EncodedWriteRequest) => Promise<WriteOutcome>) | undefined;
  /** Records of this month. */
  usage(account: number): Promise<number>;
  writerState(): WriterState;
  unpricedModels(account: number, project: number | null, sinceMs: number): Promise<string[]>;
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
  getTrace(scope: Scope, traceId: string, limit: number, maxBytes?: TraceBytes): Promise<ReadTrace>;
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
  /** In parts, while the engine still reads; ends early with the loop over it, or with the signal. */
  exportCalls(
    scope: Scope,
    filter: CallFilter,
    wanted: ExportOrder,
    signal: AbortSignal,
  ): Promise<AsyncIterable<ExportPart[]>>;
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
  /** Nothing changes yet. The same number for what is applied together. */
  stageErasure(account: number, batch: number, records: readonly CallPosition[]): Promise<void>;
  /** Takes what is staged out of every answer and every sum, also what a process that died has left. */
  applyErasures(account: number, signal?: AbortSignal): Promise<void>;
  /** Of all accounts: what was taken out of answers leaves the disk. */
  purgeErased(signal?: AbortSignal): Promise<void>;
  /** Of all accounts: those with records that were stored by earlier rules for content. */
  earlierAccounts(): Promise<number[]>;
  /** Such records of an account, a page of them; empty when there are no more. */
  earlierRecords(
    account: number,
    table: RewritableTable,
    after: StoredRecord | null,
    limit: number,
  ): Promise<EarlierRecord[]>;
  /** Nothing changes yet. The same number for what is applied together, all of one table. */
  stageRewrites(
    account: number,
    batch: number,
    table: RewritableTable,
    rewrites: readonly Rewrite[],
  ): Promise<void>;
  /** Brings what is staged into the rows, also what a process that died has left. */
  applyRewrites(account: number, signal?: AbortSignal): Promise<void>;
  /** Observations that name a trace, a session or a user, the earliest first. */
  selectedSpans(scope: Scope, selection: SpanSelection, limit: number): Promise<CallPosition[]>;
  /** Those of the traces that have no call but these, with their observations. */
  wholeTraces(scope: Scope, traceIds: readonly string[], calls: ReadonlySet<string>): Promise<WholeTraces>;
  /** Those of the ids that are stored, as a call or as an observation. */
  storedIds(account: number, ids: readonly string[]): Promise<Set<string>>;
  /** All that is stored of an account, for good. */
  deleteAccount(account: number, signal?: AbortSignal): Promise<void>;
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
  /** Completes and charges what crashes left half written. */
  completeWrites(): Promise<CompletedWrite[]>;
  /** In-process engine only, into a folder that does not exist yet. */
  backup(folder: string): Promise<void>;
  /** In-process engine only, into an empty store. */
  restore(folder: string): Promise<void>;
  /** Finishes what is under way, then lets go of the engine. */
  close(): Promise<void>;
}
