// The clock of all processes. Due times, leases, holds and expiries are written by one process and compared by another, so every
// process reads the clock of the metadata store: PostgreSQL's, measured now and then and carried on by the monotonic clock in
// between. A step of the machine's own clock changes nothing. SQLite has one process, whose own clock serves.
import { SECOND_MS, systemClock, type Clock } from '#lib/clock';
import type { Metadata } from '#metadata';

const MEASURE_EVERY_MS = 10 * SECOND_MS;
/** A machine's clock that is off by more is reported: its log lines have the wrong time. */
export const CLOCK_TOLERANCE_MS = SECOND_MS;
/** How fast two oscillators may drift apart; a measurement loses its precision by this much. */
const DRIFT = 1 / 5_000;

interface Anchor {
  /** The store's time at the monotonic moment `at`, within `errorMs`. */
  storeMs: number;
  at: number;
  errorMs: number;
  /** How far the machine's own clock was ahead. */
  offsetMs: number;
}

export interface ClockTrouble {
  /** The machine's own clock is ahead of the store's by this much; below zero: behind. */
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

  /** `own` is the machine's clock. Reports each time that it goes off, not each time that it is found off. */
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
      // Without an answer the last measurement holds on: it is off by milliseconds after a minute.
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

  /** How far the machine's own clock is ahead; 0 where it is the only one. */
  offsetMs(): number {
    return this.#anchor?.offsetMs ?? 0;
  }

  /** Takes the measurement that is more precise by now: an answer that took long says little. */
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
      // Beyond what both could be wrong by, the store's clock was set, or another server took over.
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
