// The part of the trace's time that the timeline shows.

export interface TimeView {
  /** Milliseconds since the start of the trace. */
  from: number;
  to: number;
}

/** Deeper zoom would show rounding errors of the clocks. */
const SHORTEST_MS = 0.05;

export const wholeView = (totalMs: number): TimeView => ({ from: 0, to: totalMs || 1 });

/** Between two moments in any order; null if that is the whole trace or too short to be intended. */
export function zoomBetween(one: number, other: number, totalMs: number): TimeView | null {
  const from = Math.max(0, Math.min(one, other));
  const to = Math.min(totalMs, Math.max(one, other));
  if (to - from < SHORTEST_MS || to - from >= totalMs * 0.999) return null;
  return { from, to };
}

/**
 * `factor` 0.5 shows half the time around the middle, 2 twice as much; null when it reaches the whole trace.
 */
export function zoomBy(view: TimeView, factor: number, middleMs: number, totalMs: number): TimeView | null {
  const length = (view.to - view.from) * factor;
  if (length < SHORTEST_MS) return zoomBetween(view.from, view.to, totalMs);
  if (length >= totalMs) return null;
  const from = Math.max(0, Math.min(totalMs - length, middleMs - length / 2));
  return zoomBetween(from, from + length, totalMs);
}

/** Converts a position from 0 to 1 into a time. */
export const momentAt = ({ from, to }: TimeView, share: number): number =>
  from + Math.max(0, Math.min(1, share)) * (to - from);

export const shareOf = ({ from, to }: TimeView, ms: number): number => (ms - from) / (to - from);

/** The visible part of a bar as shares of the width; null if nothing of it is visible. */
export function barIn(view: TimeView, from: number, to: number): { left: number; width: number } | null {
  if (to < view.from || from > view.to) return null;
  const left = shareOf(view, Math.max(from, view.from));
  return { left, width: shareOf(view, Math.min(to, view.to)) - left };
}

/** The form in the URL: `1200-3400`, in milliseconds. */
export const writeZoom = (view: TimeView | null): string | undefined =>
  view === null ? undefined : `${Number(view.from.toFixed(2))}-${Number(view.to.toFixed(2))}`;

export function readZoom(text: string | undefined, totalMs: number): TimeView | null {
  const [, from, to] = /^(\d+(?:\.\d+)?)-(\d+(?:\.\d+)?)$/.exec(text ?? '') ?? [];
  return from === undefined || to === undefined ? null : zoomBetween(Number(from), Number(to), totalMs);
}
