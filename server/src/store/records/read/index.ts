// Questions about records. Each takes a scope first, and `scoped` in store.ts is the only way to them.
export { type CallFilter } from './call-filter.ts';
export { type ReadCall } from './call-columns.ts';
export { type ContentPlace, sealedContent } from './content.ts';
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
export { type Scope } from './scope.ts';
