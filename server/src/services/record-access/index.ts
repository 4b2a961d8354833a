// What a request may see of the records: its scope, its filter and window, and stored content.
export { callPages } from './call-pages.ts';
export { RunConditions, runConditionsOf, TagField } from './conditions.ts';
export {
  CallSelection,
  Every,
  FILTER_FIELDS,
  narrowsSubject,
  RecordFilter,
  StoredFilter,
  SPAN_FIELDS,
  Text,
  type SpanNarrowing,
} from './filter-schemas.ts';
export { recordFilterOf, requireRecordFilter } from './record-filter.ts';
export { lookForEndedRuns, MAX_RUNS_BEHIND_MS, USUAL_QUIET } from './new-runs.ts';
export { inSample, lookForCalls, MAX_BEHIND_MS } from './new-calls.ts';
export { ContentReader } from './content-reader.ts';
export {
  contentBatches,
  readableKeys,
  readContents,
  sealedContentOf,
  withContent,
  type MayHaveContent,
} from './open-content.ts';
export { promptIdsByNumber, withPrompts } from './with-prompts.ts';
export { filterOf, scopeOf } from './scope.ts';
export {
  isSoundScoreCondition,
  MAX_LABEL,
  MAX_SCORE_NAME,
  SCORE_OPERATORS,
  ScoreConditions,
  type ScoreCondition,
  type ScoreOperator,
} from './score-conditions.ts';
export { Unpriced } from './unpriced.ts';
export { offsetOf, windowOf } from './window.ts';
