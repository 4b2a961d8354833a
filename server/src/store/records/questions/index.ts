// The public interface of the questions: what a feature needs to declare its own, and the questions that
// several features share.
export { question, serviceQuestion } from './question.ts';
export type { Asks, Question, ServiceQuestion, StreamQuestion } from './question.ts';
export { Where, wholeAccount, type Scope } from './scope.ts';
export { CONDITION_OPS, needsPrompts, type CallCondition } from './call-conditions.ts';
export { LIST_FIELDS, NUMBER_FIELDS, CALL_STATUSES, TAG_PREFIX, TEXT_FIELDS } from './call-fields.ts';
export { callsWhere, type CallFilter, type ScoredBy, type ScoredRef } from './call-filter.ts';
export { LATEST_MS, selectArrivedCalls, type Arrival } from './arrived-calls.ts';
export { PROMPT, promptParams, VERSION, type KnownPrompt } from './prompt-of-call.ts';
export { QUARTER_MS, type WindowedFilter } from './rollup-window.ts';
export type { ReadCall } from './call-columns.ts';
export type { ReadObservation } from './observation-columns.ts';
export { idHashSql } from '../writer/dedup/id-hash.ts';

export {
  type AggregateAnswer,
  AXES,
  selectAggregate,
  type AggregateQuestion,
  type Axis,
  type UnpricedSum,
} from './aggregate.ts';
export { selectAggregateSeries, SPLIT_AXES } from './aggregate-series.ts';
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
export { selectSealedContent } from './content.ts';
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
export { selectWindowSeries } from './measure-series.ts';
export { METRICS, SPREAD_METRICS, type Metric, type SpreadMetric } from './metrics.ts';
export { selectObservation } from './observation.ts';
export { selectPercentiles, selectPercentileSeries, type Percentiles } from './percentiles.ts';
export { selectPromptCalls, selectPromptUsage, type PromptLink, type PromptUsage } from './prompt-usage.ts';
export { selectSession } from './session.ts';
export { USER_ORDERS, selectUsers, type UserFigures, type UserQuestion } from './users.ts';
export { selectSessions, type SessionFigures, type SessionPage, type SessionPlace } from './sessions.ts';
export { selectStoredIds } from './stored-ids.ts';
export { stepMs, stepName, TIME_AXES, type TimeAxis } from './time-axis.ts';
export { selectSessionSpans, selectTrace, type ReadTrace } from './trace.ts';
export { selectTraceSpans, type ReadSpan, type SpanPage, type SpanPlace } from './trace-spans.ts';
export { selectTraceList, type TraceFilter, type TracePage, type TracePlace } from './traces.ts';
export type { TraceFigures } from './trace-figures.ts';
export { selectUnpricedModels } from './unpriced-models.ts';
export { selectWindowSums, type WindowSums, type WindowWant } from './all-accounts/measure-windows.ts';
export {
  selectPossibleDuplicates,
  type CallSpan,
  type PossibleDuplicates,
} from './all-accounts/possible-duplicates.ts';
export { selectLineage, type SettledSpan } from './lineage.ts';
export { selectRecentRuns } from './all-accounts/recent-runs.ts';
