// The progress line: a bar, a rate, and the time that remains.
import { countOf, countText, durationText } from '../../terminal/amounts.ts';

const BAR = 20;
const SHOW_EVERY_MS = 200;
/** Before that, the rate says little. */
const FIRST_GUESS_MS = 2_000;

export class ProgressLine {
  readonly #began: number;
  /** The share where this run began: it goes on from a checkpoint. */
  #first: number | null = null;
  #shownAt = Number.NEGATIVE_INFINITY;

  constructor(nowMs: number) {
    this.#began = nowMs;
  }

  /** Null if the last line is fresh enough. */
  next(verb: string, share: number | null, records: number, nowMs: number): string | null {
    if (share !== null) this.#first ??= share;
    if (nowMs - this.#shownAt < SHOW_EVERY_MS) return null;
    this.#shownAt = nowMs;
    const ms = nowMs - this.#began;
    const rate = ms > 0 ? `, ${countText(records / (ms / 1_000))}/s` : '';
    if (share === null) return `${verb} ${countOf(records, 'record')}${rate}`;
    const done = Math.min(1, Math.max(0, share));
    const bar = '█'.repeat(Math.round(done * BAR)).padEnd(BAR, '░');
    return `${verb} ${bar} ${Math.floor(done * 100)} %, ${countOf(records, 'record')}${rate}${this.#left(done, ms)}`;
  }

  #left(done: number, ms: number): string {
    const made = done - (this.#first ?? 0);
    if (made <= 0 || ms < FIRST_GUESS_MS) return '';
    return `, ${durationText((ms / made) * (1 - done))} left`;
  }
}
