// What runs over the items of a dataset. Programs that serve people never need it, so a bundle has it apart,
// in one file.
export { runComparison } from './compare-tasks.ts';
export { runExperiment } from './experiment.ts';
