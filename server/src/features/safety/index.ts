export { SafetyAssessment } from './schemas.ts';
export {
  deleteCallAssessments,
  deleteProjectAssessments,
  flaggedCallIds,
  flaggedSince,
  worstFlagged,
  type FlaggedCall,
} from './store.ts';
