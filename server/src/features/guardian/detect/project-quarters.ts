import type { QuarterSums } from '../records/quarters.ts';

export interface ProjectQuarter {
  project: number;
  quarter: number;
  calls: number;
  errors: number;
  failedInputs: number;
  costUsd: number;
  maxCostUsd: number;
  lastMs: number;
  /** The model with most of the failures. */
  failing: { provider: string; model: string; errors: number } | null;
  /** The model with most of the cost. */
  topModel: { provider: string; model: string; costUsd: number } | null;
}

/** Adds up all models of a project. */
export function projectQuarters(quarters: readonly QuarterSums[]): ProjectQuarter[] {
  const found = new Map<string, ProjectQuarter>();
  for (const { project, quarter, provider, model, ...sums } of quarters) {
    const key = `${project} ${quarter}`;
    const all: ProjectQuarter = found.get(key) ?? {
      project,
      quarter,
      calls: 0,
      errors: 0,
      failedInputs: 0,
      costUsd: 0,
      maxCostUsd: 0,
      lastMs: 0,
      failing: null,
      topModel: null,
    };
    all.calls += sums.calls;
    all.errors += sums.errors;
    all.failedInputs += sums.failedInputs;
    all.costUsd += sums.costUsd;
    all.maxCostUsd = Math.max(all.maxCostUsd, sums.maxCostUsd);
    all.lastMs = Math.max(all.lastMs, sums.lastMs);
    if (sums.errors > (all.failing?.errors ?? 0)) all.failing = { provider, model, errors: sums.errors };
    if (sums.costUsd > (all.topModel?.costUsd ?? 0))
      all.topModel = { provider, model, costUsd: sums.costUsd };
    found.set(key, all);
  }
  return [...found.values()];
}
