// What a request may see of the records: its scope, its filter and window, and stored content.
export { callPages } from './call-pages.ts';
export { RunConditions, runConditionsOf, TagField } from './conditions.ts';
export {
  AlertFilter,
  CallSelection,
  Every,
  FILTER_FIELDS,
  narrowsSubject,
  StoredFilter,
  SPAN_FIELDS,
  Text,
  type SpanNarrowing,
} from './filter-schemas.ts';
export { inSample, lookForCalls, MAX_BEHIND_MS, OVERLAP_MS } from './new-calls.ts';
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
