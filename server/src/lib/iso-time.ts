// Parses ISO 8601 with a time zone, as the interface uses it, to milliseconds. It is stricter than
// Date.parse, which accepts the 30th of February, and fast, because it runs for every record.
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#lib/clock';

const FORM = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:\d{2})$/;

const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

const ZERO = 48;
const Z = 90;
const PLUS = 43;
const DOT = 46;
// Positions of the parts in a text that matches the form.
const FRACTION_AT = 19;
const ZONE_CHARS = 6;

const daysIn = (year: number, month: number): number =>
  month === 2 && year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : (DAYS[month - 1] ?? 0);

const two = (text: string, at: number): number =>
  (text.charCodeAt(at) - ZERO) * 10 + text.charCodeAt(at + 1) - ZERO;

/** The number of days from 1970 to a date in the Gregorian calendar. */
function daysSinceEpoch(year: number, month: number, day: number): number {
  // If years begin in March, the leap day is their last day.
  const shifted = month > 2 ? year : year - 1;
  const era = Math.floor(shifted / 400);
  const yearOfEra = shifted - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468;
}

/** Whole milliseconds; further digits are cut off. */
function fraction(text: string): number {
  if (text.charCodeAt(FRACTION_AT) !== DOT) return 0;
  let ms = 0;
  let weight = 100;
  for (let at = FRACTION_AT + 1; weight >= 1; at += 1, weight /= 10) {
    const digit = text.charCodeAt(at) - ZERO;
    if (!(digit >= 0 && digit <= 9)) break;
    ms += digit * weight;
  }
  return ms;
}

/** Null if the text is not such a time. */
export function parseIsoTime(text: string): number | null {
  if (!FORM.test(text)) return null;
  const year = two(text, 0) * 100 + two(text, 2);
  const month = two(text, 5);
  const day = two(text, 8);
  const hour = two(text, 11);
  const minute = two(text, 14);
  const second = two(text, 17);
  if (day < 1 || day > daysIn(year, month) || hour > 23 || minute > 59 || second > 59) return null;
  const ms =
    daysSinceEpoch(year, month, day) * DAY_MS +
    hour * HOUR_MS +
    minute * MINUTE_MS +
    second * 1_000 +
    fraction(text);
  if (text.charCodeAt(text.length - 1) === Z) return ms;
  const zone = text.length - ZONE_CHARS;
  const zoneHours = two(text, zone + 1);
  const zoneMinutes = two(text, zone + 4);
  if (zoneHours > 23 || zoneMinutes > 59) return null;
  const offset = zoneHours * HOUR_MS + zoneMinutes * MINUTE_MS;
  return text.charCodeAt(zone) === PLUS ? ms - offset : ms + offset;
}
