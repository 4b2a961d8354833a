// Spans inherit labels from the spans above them, whatever the order and the request in which they arrive.
export { runsOf, type RunPart } from './runs.ts';
