// Time and CPU of repeated work. On a shared machine only CPU and ratios taken in one run can be compared.

export interface Measured {
  p50Ms: number;
  p99Ms: number;
  /** User and system time of this process, its engine's threads included, per repetition. */
  cpuMs: number;
}

export class Measurement {
  readonly #wallMs: number[] = [];
  #cpuMs = 0;

  async time(work: () => Promise<unknown>): Promise<void> {
    const cpu = process.cpuUsage();
    const start = performance.now();
    await work();
    this.#wallMs.push(performance.now() - start);
    const used = process.cpuUsage(cpu);
    this.#cpuMs += (used.user + used.system) / 1_000;
  }

  result(): Measured {
    return {
      p50Ms: percentile(this.#wallMs, 0.5),
      p99Ms: percentile(this.#wallMs, 0.99),
      cpuMs: this.#cpuMs / this.#wallMs.length,
    };
  }
}

export function percentile(values: number[], quantile: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(quantile * sorted.length))] ?? Number.NaN;
}
