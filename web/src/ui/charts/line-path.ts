// How a line is drawn: solid between neighbours, thin over holes, faint where a point stands for few calls.

export type SegmentLook = 'solid' | 'faint' | 'bridge';

interface Segment {
  from: number;
  to: number;
  look: SegmentLook;
}

/** A rate or a percentile of fewer calls says little. */
const FEW_CALLS = 10;

export const isFew = (counts: readonly number[] | undefined, index: number): boolean =>
  counts !== undefined && (counts[index] ?? 0) < FEW_CALLS;

export function lineSegments(values: readonly (number | null)[], counts?: readonly number[]): Segment[] {
  const segments: Segment[] = [];
  let last: number | null = null;
  values.forEach((value, index) => {
    if (value === null) return;
    if (last !== null) {
      const look =
        index - last > 1 ? 'bridge' : isFew(counts, index) || isFew(counts, last) ? 'faint' : 'solid';
      segments.push({ from: last, to: index, look });
    }
    last = index;
  });
  return segments;
}

/** Points to draw as a dot: those that have no direct neighbours, so that only bridges reach them. */
export const isAlone = (values: readonly (number | null)[], index: number): boolean =>
  (values[index - 1] ?? null) === null && (values[index + 1] ?? null) === null;

/** A zero is a value: an error rate of 0 % is not the lack of data. */
export const isBlank = (series: readonly { values: readonly (number | null)[] }[]): boolean =>
  series.every(({ values }) => values.every((value) => value === null));
