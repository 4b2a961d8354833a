// The shell command for the comparison on this page.

export interface Thresholds {
  maxMeanDrop?: number;
  maxCriterionDrop?: number;
  maxNewFailures?: number;
  requireSignificance?: boolean;
  failOnInconclusive?: boolean;
}

type GateSubject = { baseline: number } & ({ candidate: number } | { dataset: number });

export function gateCommand(subject: GateSubject, thresholds: Thresholds): string {
  const { maxMeanDrop, maxCriterionDrop, maxNewFailures } = thresholds;
  const given = (option: string, value: number | undefined) => (value === undefined ? [] : [option, value]);
  return [
    'tracewell gate',
    ...('dataset' in subject ? ['--dataset', subject.dataset] : ['--candidate', subject.candidate]),
    '--baseline',
    subject.baseline,
    ...given('--max-mean-drop', maxMeanDrop),
    ...given('--max-criterion-drop', maxCriterionDrop),
    ...given('--max-new-failures', maxNewFailures),
    ...(thresholds.requireSignificance === true ? ['--require-significance'] : []),
    ...(thresholds.failOnInconclusive === true ? ['--fail-on-inconclusive'] : []),
  ].join(' ');
}
