export const FINDING_KINDS = [
  'tool_loop',
  'runaway_trace',
  'error_burst',
  'cost_spike',
  'latency_spike',
  'retry_storm',
  'pii_leak',
  'prompt_injection',
  'secret_in_prompt',
  'silent_model_change',
] as const;
export type FindingKind = (typeof FINDING_KINDS)[number];

/** Most severe last. */
export const SEVERITIES = ['low', 'medium', 'high', 'critical'] as const;
export type Severity = (typeof SEVERITIES)[number];

export const STATUSES = ['open', 'acknowledged', 'resolved', 'dismissed'] as const;
export type FindingStatus = (typeof STATUSES)[number];

/** The severity for the number of steps that a value has reached. */
export function graded(value: number, steps: readonly [number, number, number]): Severity {
  const reached = steps.filter((step) => value >= step).length;
  return SEVERITIES[reached] ?? 'critical';
}

export const graver = (left: Severity, right: Severity): Severity =>
  SEVERITIES.indexOf(left) >= SEVERITIES.indexOf(right) ? left : right;
