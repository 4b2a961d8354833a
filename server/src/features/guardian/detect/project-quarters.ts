import type { QuarterSums } from '#records';

export const QUARTER_MS = 900_000;

export interface ProjectQuarter {
  project: number;
  quarter: number;
  calls: number;
  errors: number;
  failedInputs: number;
  costUsd: number;
  maxCostUsd: number;
  lastMs: number;
  /** That most of the failures are of. */
  failing: { provider: string; model: string; errors: number } | null;
  /** That most of the cost is of. */
  dearest: { provider: string; model: string; costUsd: number } | null;
}

/** All models of a project taken together. */
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
      dearest: null,
    };
    all.calls += sums.calls;
    all.errors += sums.errors;
    all.failedInputs += sums.failedInputs;
    all.costUsd += sums.costUsd;
    all.maxCostUsd = Math.max(all.maxCostUsd, sums.maxCostUsd);
    all.lastMs = Math.max(all.lastMs, sums.lastMs);
    if (sums.errors > (all.failing?.errors ?? 0)) all.failing = { provider, model, errors: sums.errors };
    if (sums.costUsd > (all.dearest?.costUsd ?? 0)) all.dearest = { provider, model, costUsd: sums.costUsd };
    found.set(key, all);
  }
  return [...found.values()];
}
