// Round tick values for the time axis of a trace, from milliseconds to days.

const STEPS_MS = [
  0.1,
  0.2,
  0.5,
  ...[1, 10, 100, 1_000, 10_000].flatMap((size) => [size, 2 * size, 5 * size]).filter((ms) => ms < 60_000),
  ...[1, 2, 5, 10, 30].map((minutes) => minutes * 60_000),
  ...[1, 2, 6, 12].map((hours) => hours * 3_600_000),
  ...[1, 2, 7, 30].map((days) => days * 86_400_000),
];

export interface Ticks {
  step: number;
  /** At most `about`, all of them between start and end. */
  at: readonly number[];
}

export function ticksOf(totalMs: number, about: number, fromMs = 0): Ticks {
  if (!(totalMs > 0)) return { step: 1, at: [fromMs] };
  const step = STEPS_MS.find((ms) => totalMs / ms < about) ?? totalMs / about;
  const first = Math.ceil(fromMs / step);
  const last = Math.floor((fromMs + totalMs) / step);
  return {
    step,
    at: Array.from({ length: last - first + 1 }, (_, index) =>
      Number(((first + index) * step).toPrecision(12)),
    ),
  };
}
