// The steps of the guided example, from a finding to its fix. Pure.

export const GUIDE_STEPS = ['finding', 'dataset', 'playground', 'experiment', 'gate'] as const;
export type GuideStep = (typeof GUIDE_STEPS)[number];

/** What the account has of the example so far. */
interface GuideProgress {
  isAtFinding: boolean;
  hasDataset: boolean;
  hasDoneExperiment: boolean;
}

/** The step after this one, if what it asks for has been done. */
export function guideStepAfter(step: GuideStep, progress: GuideProgress): GuideStep {
  if (step === 'finding' && progress.isAtFinding) return 'dataset';
  if (step === 'dataset' && progress.hasDataset) return 'playground';
  if (step === 'experiment' && progress.hasDoneExperiment) return 'gate';
  return step;
}
