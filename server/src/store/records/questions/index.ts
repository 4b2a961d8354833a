// Questions about records. Each takes a scope first, and `scoped` in store.ts is the only way to them.
export {
  aggregate,
  AXES,
  type Aggregate,
  type AggregateGroup,
  type AggregateQuestion,
  type AggregateTotal,
  type Axis,
} from './aggregate.ts';
export { arrivedCalls, type Arrival, type ArrivalPage } from './arrived-calls.ts';
export { SCALES, type Scale } from './bucket-edges.ts';
export { type CallFilter } from './call-filter.ts';
export { type ReadCall } from './call-columns.ts';
export { type ContentPlace, sealedContent } from './content.ts';
export { distribution, type Bucket, type DistributionQuestion } from './distribution.ts';
export { selectedSpans, wholeTraces, type SpanSelection, type WholeTraces } from './erasable.ts';
export { exportCalls, exportParquet, type ExportOrder } from './export-calls.ts';
export type { ExportForm, ExportPart } from './export-lines.ts';
export { facetValues, FACETS, type Facet, type FacetQuestion, type FacetValue } from './facets.ts';
export { getCall } from './get-call.ts';
export { guardianGroups, type CallGroup } from './guardian-groups.ts';
export {
  guardianEvidence,
  guardianQuarters,
  type EvidenceCall,
  type EvidenceQuestion,
  type QuarterSums,
} from './guardian-quarters.ts';
export {
  guardianRedacted,
  guardianRedactions,
  type RedactionGroup,
  type RedactionQuestion,
} from './guardian-redactions.ts';
export { guardianRetries, type Retried, type RetryQuestion } from './guardian-retries.ts';
export {
  guardianRepeats,
  guardianTraces,
  type LeastTrace,
  type Repeat,
  type TraceSize,
} from './guardian-traces.ts';
export {
  guardianUsualAnswers,
  guardianUsualLatencies,
  guardianUsualQuarters,
  guardianUsualTraces,
  type UsualAnswers,
  type UsualLatency,
  type UsualQuarters,
  type UsualSpan,
  type UsualTraces,
} from './guardian-usual.ts';
export { type GuardianWindow } from './guardian-window.ts';
export {
  listCalls,
  placeOf,
  SORT_COLUMNS,
  type CallOrder,
  type CallPage,
  type CallPlace,
  type SortColumn,
} from './list-calls.ts';
export {
  listSessions,
  type SessionFigures,
  type SessionList,
  type SessionPage,
  type SessionPlace,
} from './list-sessions.ts';
export { locateCall, type LocatedCall } from './locate-call.ts';
export { type ReadObservation } from './observation-columns.ts';
export { searchCalls, type FoundCall, type SearchPage } from './search-calls.ts';
export { getSession, type ReadSession, type SessionTotals } from './session.ts';
export { measureSeries, type SeriesQuestion } from './measure-series.ts';
export { METRICS, SPREAD_METRICS, type Metric, type SpreadMetric } from './metrics.ts';
export {
  percentiles,
  percentileSeries,
  type Percentiles,
  type PercentilesAt,
  type PercentilesQuestion,
} from './percentiles.ts';
export { CLASS_TAGS, type CallClass } from './proposal-class.ts';
export { callClasses, type ClassFigures } from './proposal-classes.ts';
export { longContexts, type LongContextFigures, type LongContextQuestion } from './proposal-long-contexts.ts';
export { repeatedInputs, type RepeatFigures, type RepeatQuestion } from './proposal-repeats.ts';
export { classesOfCalls, type PlacedCall } from './proposal-scored.ts';
export { promptVersions, type VersionFigures } from './proposal-versions.ts';
export { promptCalls, promptUsage, type PromptLink, type PromptUsage } from './prompt-usage.ts';
export { type WindowedFilter } from './rollup-window.ts';
export { reviewCalls, reviewCandidates, type ReviewPage, type ReviewPlace } from './review-candidates.ts';
export { newestCalls, scannableCalls, type ScannableCall, type ScanPage } from './scannable-calls.ts';
export { type Scope } from './scope.ts';
export { measureSpend, type SpendWant } from './spend.ts';
export { TIME_AXES, type TimeAxis } from './time-axis.ts';
export { type KnownPrompt } from './prompt-of-call.ts';
export { getTrace, type ReadTrace, type TraceBytes } from './trace.ts';
export { traceSpans, type ReadSpan, type SpanList, type SpanPage, type SpanPlace } from './trace-spans.ts';
