// Values of options, checked before any request.
import { InvalidArgumentError } from 'commander';

export function readCount(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Give a whole number, 0 or more.');
}

export function readSeconds(text: string): number {
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Give whole seconds, 1 or more.');
}

export function readText(text: string): string {
  if (text.trim() !== '') return text;
  throw new InvalidArgumentError('It must not be empty.');
}

export function readAmount(text: string): number {
  const value = /^(\d+\.?\d*|\.\d+)$/.test(text) ? Number(text) : Number.NaN;
  if (Number.isFinite(value)) return value;
  throw new InvalidArgumentError('Give a number, 0 or more.');
}

/** For an option that may be repeated: `--tag env=production --tag team=search`. */
export function readTag(text: string, before: Record<string, string> = {}): Record<string, string> {
  const at = text.indexOf('=');
  if (at < 1) throw new InvalidArgumentError('Give a tag as name=value.');
  return { ...before, [text.slice(0, at)]: text.slice(at + 1) };
}

const UNIT_MS: Readonly<Record<string, number>> = {
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 7 * 86_400_000,
};

/** A duration before now, a day in UTC, or a time, as the service wants it. */
export function readMoment(text: string, now = Date.now()): string {
  const [, amount, unit = ''] = /^(\d{1,6})([smhdw])$/.exec(text) ?? [];
  const ms = amount === undefined ? timeOf(text) : now - Number(amount) * (UNIT_MS[unit] ?? Number.NaN);
  const date = new Date(ms);
  // A moment before 1970 is a slip of the keyboard.
  if (date.getTime() >= 0) return date.toISOString();
  throw new InvalidArgumentError(
    'Give a duration such as 90m, 24h or 7d, a day such as 2026-01-31, or a time such as 2026-01-31T12:00:00Z.',
  );
}

/** A time without an offset would be read in the zone of the machine, so it needs one. */
function timeOf(text: string): number {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text);
  const isTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/.test(text);
  return isDay || isTime ? Date.parse(text) : Number.NaN;
}

export function readLimit(text: string): number {
  const limit = readCount(text);
  if (limit >= 1 && limit <= 100_000) return limit;
  throw new InvalidArgumentError('Give a number from 1 to 100000.');
}
