// The public interface of the questions: what a feature needs to declare its own, and the questions that
// several features share.
export { question, serviceQuestion } from './question.ts';
export type { Asks, Question, ServiceQuestion, StreamQuestion } from './question.ts';
export { Where, wholeAccount, type Scope } from './scope.ts';
export { CONDITION_OPS, needsPrompts, type CallCondition } from './call-conditions.ts';
export { CONDITION_FIELDS, SUBJECT_FIELDS, CALL_STATUSES, plainName, TAG_PREFIX } from './call-fields.ts';
export { isOfRuns, SUBJECTS, type SpanSubject, type Subject } from './subjects.ts';
export {
  callsWhere,
  type CallFilter,
  type ScoredBy,
  type ScoredRef,
  type SpanFilter,
} from './call-filter.ts';
export { LATEST_MS, selectArrivedCalls, type Arrival } from './arrived-calls.ts';
export { isOfPrompts, PROMPT, promptParams, VERSION, type KnownPrompt } from './prompt-of-call.ts';
export { QUARTER_MS, type WindowedFilter } from './rollup-window.ts';
export type { ReadCall } from './call-columns.ts';
export type { ReadObservation } from './observation-columns.ts';
export { idHashSql } from '../writer/dedup/id-hash.ts';

export { selectAggregate } from './aggregate.ts';
export type { AggregateFilter, AggregateQuestion } from './aggregate-parts.ts';
export type { AggregateAnswer, UnpricedSum } from './merge-groups.ts';
export { AXES, hasAxis, SPLIT_AXES, type Axis } from './axes.ts';
export { selectAggregateSeries } from './aggregate-series.ts';
export { SCALES } from './bucket-edges.ts';
export { selectCall } from './call.ts';
export { selectCallLocation } from './call-location.ts';
export {
  placeOf,
  selectCalls,
  SORT_COLUMNS,
  type CallOrder,
  type CallPage,
  type CallPlace,
} from './calls.ts';
export { selectCallsAt } from './calls-at.ts';
export { selectSealedContent, type SealedContent } from './content.ts';
export { selectMessages, type SealedMessage } from './messages.ts';
export { selectContentPlaces } from './content-places.ts';
export { selectMediaExpiry, selectMediaOf } from './media.ts';
export { selectDistribution, selectDistributionSeries } from './distribution.ts';
export { selectSpans, selectWholeTraces, type SpanSelection } from './erasable.ts';
export { streamCalls, streamParquet } from './export-calls.ts';
export type { ExportForm, ExportPart } from './export-lines.ts';
export {
  selectDaysOfRecords,
  streamCallsOfDays,
  streamObservationsOfDays,
  type DayOfRecords,
  type DayCall,
  type DayObservation,
} from './exported-days.ts';
export { FACETS, selectFacetValues, type FacetQuestion } from './facets.ts';
export { selectFoundCalls, type FoundCall } from './found-calls.ts';
export { selectGroupWindows, type GroupWindows } from './group-windows.ts';
export { selectWindowSeries, type WindowSeries } from './measure-series.ts';
export { GROUP_DIMENSIONS, MEASURED, type MeasuredOf, type MeasuredRows } from './measured-rows.ts';
export {
  ALL_METRICS,
  METRICS,
  METRICS_OF,
  SPREAD_METRICS,
  type Metric,
  type SpreadMetric,
} from './metrics.ts';
export { selectObservation } from './observation.ts';
export { selectPercentiles, selectPercentileSeries, type Percentiles } from './percentiles.ts';
export { selectPromptCalls, selectPromptUsage, type PromptLink, type PromptUsage } from './prompt-usage.ts';
export { selectSession } from './session.ts';
export { USER_ORDERS, selectUsers, type UserFigures, type UserQuestion } from './users.ts';
export {
  placeOfSpan,
  selectSpanPage,
  SPAN_SORTS,
  streamSpans,
  type ListedSpan,
  type ListedSpanPlace,
  type SpanOrder,
} from './span-page.ts';
export type { SessionFigures } from './session-figures.ts';
export { selectSessions, selectSortedSessions, type SessionPage, type SessionPlace } from './sessions.ts';
export { selectStoredIds } from './stored-ids.ts';
export { stepMs, stepName, TIME_AXES, type TimeAxis } from './time-axis.ts';
export { selectSessionSpans, selectTrace, type ReadTrace } from './trace.ts';
export { selectTraceSpans, type ReadSpan, type SpanPage, type SpanPlace } from './trace-spans.ts';
export { selectSortedTraces, selectTraceList, type TracePage, type TracePlace } from './traces.ts';
export { RUN_LISTS, RUN_NUMBERS, RUN_TEXTS, type RunCondition, type RunFilter } from './run-filter.ts';
export {
  SESSION_SORTS,
  TRACE_SORTS,
  type RunOrder,
  type SortedPage,
  type SortedPlace,
} from './sorted-runs.ts';
export type { TraceFigures } from './trace-figures.ts';
export { selectUnpricedModels } from './unpriced-models.ts';
export { historyWithin } from './all-accounts/split-window.ts';
export { selectWindowSums, type WindowSums, type WindowWant } from './all-accounts/measure-windows.ts';
export {
  selectPossibleDuplicates,
  type CallSpan,
  type PossibleDuplicates,
} from './all-accounts/possible-duplicates.ts';
export { selectLineage, type SettledSpan } from './lineage.ts';
export { selectRecentRuns } from './all-accounts/recent-runs.ts';
