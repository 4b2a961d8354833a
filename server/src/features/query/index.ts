export { queryEndpoints } from './endpoints.ts';
export { callPages } from './call-pages.ts';
export { presentCall } from './present-call.ts';
export { findPage, type FoundPage } from './list-calls.ts';
export { Call, CallSelection, RunFilter } from './schemas/calls.ts';
export { withContent } from './open-content.ts';
export { filterOf, scopeOf } from './scope.ts';
export { windowOf } from './window.ts';
export { withPrompts } from './with-prompts.ts';
