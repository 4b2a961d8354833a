// What a span says holds for the spans under it, whatever the order and the request in which they arrive.
export { addToRuns, type RunPart, type RunParts } from './run-parts.ts';
export { runsOf } from './runs.ts';
