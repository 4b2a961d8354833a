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
export { exportCalls, exportParquet, type ExportOrder } from './export-calls.ts';
export { getCall } from './get-call.ts';
export {
  listCalls,
  placeOf,
  SORT_COLUMNS,
  type CallOrder,
  type CallPage,
  type CallPlace,
  type SortColumn,
} from './list-calls.ts';
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
export { promptCalls, promptUsage, type PromptLink, type PromptUsage } from './prompt-usage.ts';
export { type WindowedFilter } from './quarters.ts';
export { reviewCalls, reviewCandidates, type ReviewPage, type ReviewPlace } from './review-candidates.ts';
export { newestCalls, scannableCalls, type ScannableCall, type ScanPage } from './scannable-calls.ts';
export { type Scope } from './scope.ts';
export { TIME_AXES, type TimeAxis } from './time-axis.ts';
export { getTrace, type ReadTrace } from './trace.ts';
