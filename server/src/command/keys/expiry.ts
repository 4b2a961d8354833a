import { InvalidArgumentError } from 'commander';

const UNIT_MS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };

/** Reads `30d`, `12h` or a date, and returns the time as ISO 8601. */
export function readExpiry(text: string, now = Date.now()): string {
  const [, count, unit] = /^(\d{1,6})([mhdw])$/.exec(text) ?? [];
  const at =
    count === undefined || unit === undefined ? Date.parse(text) : now + Number(count) * (UNIT_MS[unit] ?? 0);
  if (Number.isNaN(at)) {
    throw new InvalidArgumentError('Give a duration such as 30d, 12h or 8w, or a date such as 2027-01-31.');
  }
  return new Date(at).toISOString();
}
