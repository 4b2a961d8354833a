/** Round axis values from 0 to at least `max`. */
export function ticksTo(max: number, about = 4): number[] {
  if (!(max > 0)) return [0, 1];
  const rough = max / about;
  const size = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map((one) => one * size).find((one) => one >= rough) ?? rough;
  const count = Math.ceil(max / step - 1e-9);
  return Array.from({ length: count + 1 }, (_, index) => Number((index * step).toPrecision(12)));
}

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
