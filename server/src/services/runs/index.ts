// What a span says holds for the spans under it, whatever the order and the request in which they arrive.
export { runsOf, type RunPart } from './runs.ts';
