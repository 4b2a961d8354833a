import type { Clock } from '#lib/clock';

/** A clock that stands still until it is set. */
export class FakeClock implements Clock {
  #now: number;
  constructor(now = Date.UTC(2026, 5, 15, 12)) {
    this.#now = now;
  }
  now(): number {
    return this.#now;
  }
  set(now: number): void {
    this.#now = now;
  }
  advance(ms: number): void {
    this.#now += ms;
  }
}
