/** Round axis values from 0 to at least `max`. `whole` is for counts, of which there is no half. */
export function ticksTo(max: number, { whole = false, about = 4 } = {}): number[] {
  if (!(max > 0)) return [0, 1];
  const rough = max / about;
  const size = 10 ** Math.floor(Math.log10(rough));
  const round = [1, 2, 2.5, 5, 10].map((one) => one * size).find((one) => one >= rough) ?? rough;
  const step = whole ? Math.max(1, Math.ceil(round)) : round;
  const count = Math.ceil(max / step - 1e-9);
  return Array.from({ length: count + 1 }, (_, index) => Number((index * step).toPrecision(12)));
}

/** Round values for durations: whole seconds, and minutes that are not 1 min 40 s. */
export function durationTicksTo(maxMs: number): number[] {
  if (!(maxMs > 60_000)) return ticksTo(maxMs);
  const rough = maxMs / 4;
  const step = DURATION_STEPS_MS.find((one) => one >= rough);
  if (step === undefined) return ticksTo(maxMs);
  return Array.from({ length: Math.ceil(maxMs / step) + 1 }, (_, index) => index * step);
}

const DURATION_STEPS_MS = [
  15_000, 30_000, 60_000, 120_000, 300_000, 600_000, 900_000, 1_800_000, 3_600_000, 7_200_000, 21_600_000,
];

/** The labels to show, from left to right, without overlap. Empty labels are never shown. */
export function labelsThatFit(labels: readonly string[], band: number, room: number): number[] {
  const fitting: number[] = [];
  let free = Number.NEGATIVE_INFINITY;
  labels.forEach((label, index) => {
    if (label === '' || (index + 0.5) * band < free) return;
    fitting.push(index);
    free = (index + 0.5) * band + room;
  });
  return fitting;
}

/** An upper estimate of the widest label in pixels at font size 11; Japanese characters are twice as wide. */
export const roomOf = (labels: readonly string[]): number =>
  Math.max(
    0,
    ...labels.map((label) => Array.from(label).reduce((sum, sign) => sum + (sign > '\u2E7F' ? 11 : 6.5), 0)),
  );

/** The centre of a label that must not stick out of an axis of this width. */
export function labelX(x: number, label: string, width: number): number {
  const half = roomOf([label]) / 2;
  return Math.max(half, Math.min(x, width - half));
}

/**
 * The points between the two ends of a drag, whichever way it went. Null: the pointer hardly moved, so it is
 * a click.
 */
export function draggedOver(
  from: number,
  to: number,
  band: number,
  count: number,
): { first: number; last: number } | null {
  if (Math.abs(to - from) < MOVED_PX) return null;
  const at = (x: number) => Math.min(count - 1, Math.max(0, Math.floor(x / band)));
  return { first: at(Math.min(from, to)), last: at(Math.max(from, to)) };
}

const MOVED_PX = 6;
