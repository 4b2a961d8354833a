// The CI gate: a function that decides, and the steps of which it consists.
export { ciGate, describeGate, type CiGateOptions, type CiGateResult } from './ci-gate.ts';
export {
  askVerdict,
  awaitRun,
  gateQuery,
  startRun,
  type CiGateAsk,
  type AwaitedRun,
  type CiGateQuery,
  type CiGateThresholds,
} from './process.ts';
