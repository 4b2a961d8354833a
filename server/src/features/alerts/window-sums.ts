/** Sums over the calls of one window, without calls of evaluation runs. */
export interface WindowSums {
  calls: number;
  errors: number;
  costUsd: number;
  /** Null if the window has no calls or the rule does not need it. */
  p95LatencyMs: number | null;
}
