// Sums over any stretch of a row of equal steps, from what each of them came to.

export class Tiles {
  readonly #firstMs: number;
  readonly #stepMs: number;
  /** Sums of all before. */
  readonly #before: Float64Array;

  /** `at`: what the step with this number came to. */
  constructor(firstMs: number, stepMs: number, count: number, at: (tile: number) => number) {
    this.#firstMs = firstMs;
    this.#stepMs = stepMs;
    this.#before = new Float64Array(count + 1);
    for (let tile = 0; tile < count; tile += 1) {
      this.#before[tile + 1] = (this.#before[tile] ?? 0) + at(tile);
    }
  }

  /** Of the steps from one time to another; both lie between steps. What lies outside came to nothing. */
  between(fromMs: number, toMs: number): number {
    const difference = this.#upTo(toMs) - this.#upTo(fromMs);
    // Differences of large sums leave dust where nothing was.
    return Math.round(difference * 1e9) / 1e9;
  }

  #upTo(ms: number): number {
    const tile = Math.round((ms - this.#firstMs) / this.#stepMs);
    return this.#before[Math.min(Math.max(tile, 0), this.#before.length - 1)] ?? 0;
  }
}
