// Prefix sums over equal time steps.

export class Tiles {
  readonly #firstMs: number;
  readonly #stepMs: number;
  /** The sum of all previous steps. */
  readonly #before: Float64Array;

  /** `at` returns the value of a step. */
  constructor(firstMs: number, stepMs: number, count: number, at: (tile: number) => number) {
    this.#firstMs = firstMs;
    this.#stepMs = stepMs;
    this.#before = new Float64Array(count + 1);
    for (let tile = 0; tile < count; tile += 1) {
      this.#before[tile + 1] = (this.#before[tile] ?? 0) + at(tile);
    }
  }

  /** The sum between two step boundaries. Time outside the range counts as zero. */
  between(fromMs: number, toMs: number): number {
    const difference = this.#upTo(toMs) - this.#upTo(fromMs);
    // Differences of large sums leave floating-point noise.
    return Math.round(difference * 1e9) / 1e9;
  }

  #upTo(ms: number): number {
    const tile = Math.round((ms - this.#firstMs) / this.#stepMs);
    return this.#before[Math.min(Math.max(tile, 0), this.#before.length - 1)] ?? 0;
  }
}
