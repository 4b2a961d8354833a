// Times as export files have them.

const NO_ZONE = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}([.,]\d+)?)?$/;

/** ISO 8601, the same with a space or without a zone (then UTC), and numbers since 1970 by their size. */
export function timeMsOf(value: unknown): number | null {
  if (typeof value === 'number') return fromNumber(value);
  if (typeof value !== 'string') return null;
  const text = value.trim();
  if (/^\d+(\.\d+)?$/.test(text)) return fromNumber(Number(text));
  const zoned = NO_ZONE.test(text)
    ? `${text.replace(' ', 'T').replace(',', '.')}Z`
    : text.replace(' UTC', 'Z');
  const ms = Date.parse(zoned);
  return Number.isNaN(ms) ? null : ms;
}

/** Seconds until the year 5138, milliseconds from 1973 on, then micro- and nanoseconds. */
function fromNumber(value: number): number | null {
  if (!Number.isFinite(value) || value <= 0) return null;
  if (value < 1e11) return Math.round(value * 1_000);
  if (value < 1e14) return Math.round(value);
  if (value < 1e17) return Math.round(value / 1e3);
  return Math.round(value / 1e6);
}
