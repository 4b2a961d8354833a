export { SafetyAssessment } from './schemas.ts';
export { flaggedCallIds, flaggedSince, worstFlagged, type FlaggedCall } from './store.ts';
