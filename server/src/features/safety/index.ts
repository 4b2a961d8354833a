export { safetyEndpoints } from './endpoints.ts';
export { SafetyAssessment } from './schemas.ts';
export { safetyExpiryJob } from './scan/expire.job.ts';
export { safetyScanJob } from './scan/safety-scan.job.ts';
export {
  deleteCallAssessments,
  deleteProjectAssessments,
  flaggedCallIds,
  flaggedSince,
  worstFlagged,
  type FlaggedCall,
} from './store.ts';
