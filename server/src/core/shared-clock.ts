// The clock that all processes share. One process writes due times, leases, holds and expiries, and another
// compares them. So every process uses the clock of PostgreSQL, measured from time to time and continued by
// the monotonic clock. A step of the machine's clock changes nothing. SQLite has one process, which uses its
// own clock.
import { SECOND_MS, systemClock, type Clock } from '#lib/clock';
import type { Metadata } from '#metadata';

const MEASURE_EVERY_MS = 10 * SECOND_MS;
/** A larger difference is logged, because log lines have the machine's time. */
export const CLOCK_TOLERANCE_MS = SECOND_MS;
/** How fast two clocks may drift apart; a measurement loses this much precision over time. */
const DRIFT = 1 / 5_000;

interface Anchor {
  /** The store's time at the monotonic moment `at`, with an error of at most `errorMs`. */
  storeMs: number;
  at: number;
  errorMs: number;
  /** How far the machine's clock was ahead. */
  offsetMs: number;
}

interface ClockTrouble {
  /** The machine's clock is ahead of the store's by this much; negative if it is behind. */
  offsetMs: number;
}

export class SharedClock implements Clock {
  readonly #metadata: Metadata;
  readonly #own: Clock;
  readonly #monotonic: () => number;
  #anchor: Anchor | null = null;
  #timer: NodeJS.Timeout | null = null;
  #wasOff = false;

  private constructor(metadata: Metadata, own: Clock, monotonic: () => number) {
    this.#metadata = metadata;
    this.#own = own;
    this.#monotonic = monotonic;
  }

  /** `own` is the machine's clock. Logs once when it becomes wrong, not at every measurement. */
  static async open(
    metadata: Metadata,
    own: Clock = systemClock,
    report: (trouble: ClockTrouble) => void = () => undefined,
    monotonic: () => number = () => performance.now(),
  ): Promise<SharedClock> {
    const clock = new SharedClock(metadata, own, monotonic);
    await clock.measure();
    if (clock.#anchor === null) return clock;
    clock.#report(report);
    clock.#timer = setInterval(() => {
      // Without an answer the last measurement stays valid: it is off by milliseconds after a minute.
      void clock.measure().then(
        () => clock.#report(report),
        () => undefined,
      );
    }, MEASURE_EVERY_MS).unref();
    return clock;
  }

  now(): number {
    const anchor = this.#anchor;
    return anchor === null ? this.#own.now() : Math.floor(anchor.storeMs + (this.#monotonic() - anchor.at));
  }

  /** How far the machine's clock is ahead; 0 on SQLite. */
  offsetMs(): number {
    return this.#anchor?.offsetMs ?? 0;
  }

  /** Keeps the measurement that is more precise by now. A slow answer is imprecise. */
  async measure(): Promise<void> {
    const began = this.#monotonic();
    const storeMs = await this.#metadata.clockMs();
    if (storeMs === null) return;
    const at = this.#monotonic();
    const errorMs = (at - began) / 2;
    const middle: Anchor = { storeMs: storeMs + errorMs, at, errorMs, offsetMs: 0 };
    middle.offsetMs = Math.round(this.#own.now() - middle.storeMs);
    const old = this.#anchor;
    if (old !== null) {
      const oldError = old.errorMs + (at - old.at) * DRIFT;
      const expected = old.storeMs + (at - old.at);
      // If the difference exceeds both errors, the store's clock was set, or another server took over.
      const agrees = Math.abs(expected - middle.storeMs) <= oldError + errorMs;
      if (agrees && oldError < errorMs) {
        old.offsetMs = Math.round(this.#own.now() - expected);
        return;
      }
    }
    this.#anchor = middle;
  }

  close(): void {
    if (this.#timer) clearInterval(this.#timer);
  }

  #report(report: (trouble: ClockTrouble) => void): void {
    const offsetMs = this.offsetMs();
    const isOff = Math.abs(offsetMs) > CLOCK_TOLERANCE_MS;
    if (isOff && !this.#wasOff) report({ offsetMs });
    this.#wasOff = isOff;
  }
}
