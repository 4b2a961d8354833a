// Formats numbers, money and times for people. Pure functions: the language is a parameter, so tests need no
// browser.
import { formatDollars } from '@tracewell/sdk/reading';

const cache = new Map<string, Intl.NumberFormat>();

function numbers(language: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${language} ${JSON.stringify(options)}`;
  const known = cache.get(key) ?? new Intl.NumberFormat(language, options);
  cache.set(key, known);
  return known;
}

const NONE = '–';
type Amount = number | null | undefined;
const isNumber = (value: Amount): value is number => typeof value === 'number' && Number.isFinite(value);

export const formatCount = (value: Amount, language: string): string =>
  isNumber(value) ? numbers(language, { maximumFractionDigits: 0 }).format(value) : NONE;

/** Compact from ten thousand on: 9,876 and 12.3K. Show the full number in a tooltip. */
export const formatCompact = (value: Amount, language: string): string => {
  if (!isNumber(value)) return NONE;
  if (Math.abs(value) < 10_000) return numbers(language, { maximumFractionDigits: 1 }).format(value);
  return numbers(language, { notation: 'compact', maximumSignificantDigits: 3 }).format(value);
};

const BYTE_UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** Steps of a thousand, as disks and buckets are sold. */
export function formatBytes(value: Amount, language: string): string {
  if (!isNumber(value)) return NONE;
  const step = value < 1_000 ? 0 : Math.min(BYTE_UNITS.length - 1, Math.floor(Math.log10(value) / 3));
  const unit = BYTE_UNITS[step] ?? 'byte';
  const unitDisplay = step === 0 ? 'long' : 'short';
  const options = { style: 'unit', unit, unitDisplay, maximumSignificantDigits: 3 } as const;
  return numbers(language, options).format(value / 1_000 ** step);
}

/** US dollars. */
export const formatMoney = (value: Amount, language: string): string =>
  isNumber(value) ? formatDollars(value, language) : NONE;

/** `ms` is the same in every language; the longer units are translated. */
const DURATIONS = {
  en: { s: 's', min: 'min', h: 'h', d: 'd' },
  ja: { s: '秒', min: '分', h: '時間', d: '日' },
} as const;

/** `2 min 05 s`, or `2 min` without a remainder. */
const inTwo = (count: number, large: string, small: string): string =>
  [
    `${Math.floor(count / 60)} ${large}`,
    ...(count % 60 === 0 ? [] : [`${String(count % 60).padStart(2, '0')} ${small}`]),
  ].join(' ');

export function formatDuration(ms: Amount, language: string): string {
  if (!isNumber(ms)) return NONE;
  const { s, min, h, d } = DURATIONS[language === 'ja' ? 'ja' : 'en'];
  const figure = (value: number, digits: number) =>
    numbers(language, { maximumFractionDigits: digits }).format(value);
  if (ms < 1) return ms === 0 ? '0 ms' : `${figure(ms, 2)} ms`;
  if (ms < 999.5) return `${figure(ms, 0)} ms`;
  if (ms < 9_995) return `${figure(ms / 1000, 2)} ${s}`;
  if (ms < 59_950) return `${figure(ms / 1000, 1)} ${s}`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 3600) return inTwo(seconds, min, s);
  const minutes = Math.round(seconds / 60);
  if (minutes < 48 * 60) return inTwo(minutes, h, min);
  return `${figure(minutes / 60 / 24, 1)} ${d}`;
}

/** A share from 0 to 1. */
export function formatShare(share: Amount, language: string): string {
  if (!isNumber(share)) return NONE;
  const small = share !== 0 && Math.abs(share) < 0.1;
  return numbers(language, { style: 'percent', maximumFractionDigits: small ? 2 : 1 }).format(share);
}

/** A score of any scale. */
const formatScore = (value: Amount, language: string): string =>
  isNumber(value) ? numbers(language, { maximumFractionDigits: 2 }).format(value) : NONE;

/** Change against the previous period, such as +12.4%; null if there is nothing to compare with. */
export function formatChange(now: Amount, before: Amount, language: string): string | null {
  if (!isNumber(now) || !isNumber(before) || before === 0) return null;
  const change = now / before - 1;
  if (Math.abs(change) > 9.99)
    return `×${numbers(language, { maximumSignificantDigits: 3 }).format(now / before)}`;
  return numbers(language, { style: 'percent', maximumFractionDigits: 1, signDisplay: 'exceptZero' }).format(
    change,
  );
}

/** How times are written: the order and the names of a locale, and one clock for the whole dashboard. */
interface TimeForm {
  locale: string;
  clock: '24' | '12';
}

const DATE = { year: 'numeric', month: 'short', day: 'numeric' } as const;
const CLOCK = { hour: '2-digit', minute: '2-digit' } as const;
const TIME_STYLES = {
  full: { ...DATE, ...CLOCK, second: '2-digit' },
  minute: { ...DATE, ...CLOCK },
  date: DATE,
  short: { month: 'short', day: 'numeric', ...CLOCK },
  day: { month: 'short', day: 'numeric' },
  clock: CLOCK,
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;
export type TimeStyle = keyof typeof TIME_STYLES;

/** Cached, because creating a formatter takes longer than rendering a table row. */
const times = new Map<string, Intl.DateTimeFormat>();

function makeTimes(
  style: TimeStyle,
  { locale, clock }: TimeForm,
  timeZone: string | undefined,
): Intl.DateTimeFormat {
  const options: Intl.DateTimeFormatOptions = { ...TIME_STYLES[style], ...(timeZone ? { timeZone } : {}) };
  // 11/16 instead of 11月16日, which is wider than a column of times and unlike the dates with a year.
  if (locale.startsWith('ja') && options.month) options.month = 'numeric';
  if (options.hour) options.hourCycle = clock === '24' ? 'h23' : 'h12';
  return new Intl.DateTimeFormat(locale, options);
}

export function formatTime(
  time: string | number,
  style: TimeStyle,
  form: TimeForm,
  timeZone?: string,
): string {
  const key = `${form.locale} ${form.clock} ${style} ${timeZone ?? ''}`;
  const known = times.get(key) ?? makeTimes(style, form, timeZone);
  times.set(key, known);
  return known.format(new Date(time));
}

/**
 * The locale of times: the browser's own, so that a German browser with English texts shows German dates.
 * Where the language of the texts was chosen against the browser's, dates follow the texts.
 */
export function timeLocale(language: string, preferred: readonly string[]): string {
  const [first = language] = preferred;
  const own = first.split('-')[0] ?? '';
  if (own === language) return first;
  return language === 'en' && own !== 'ja'
    ? first
    : (preferred.find((tag) => tag.startsWith(language)) ?? language);
}

/** For tooltips: the time as the API returns it. */
export const formatUtc = (time: string | number): string =>
  `${new Date(time).toISOString().slice(0, 19).replace('T', ' ')} UTC`;

/** `2026-11` in words. */
export const formatMonth = (month: string, language: string): string =>
  new Intl.DateTimeFormat(language, { year: 'numeric', month: 'long', timeZone: 'UTC' }).format(
    new Date(month),
  );

const AGO: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
];

export function formatAgo(time: string | number, nowMs: number, language: string): string {
  const away = new Date(time).getTime() - nowMs;
  const [unit, size] = AGO.find(([, size]) => Math.abs(away) >= size) ?? (['second', 1000] as const);
  return new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: 'short' }).format(
    Math.round(away / size),
    unit,
  );
}

const makeFormats = (language: string, form: TimeForm) => ({
  count: (value: Amount) => formatCount(value, language),
  compact: (value: Amount) => formatCompact(value, language),
  bytes: (value: Amount) => formatBytes(value, language),
  money: (value: Amount) => formatMoney(value, language),
  duration: (ms: Amount) => formatDuration(ms, language),
  share: (share: Amount) => formatShare(share, language),
  score: (value: Amount) => formatScore(value, language),
  change: (now: Amount, before: Amount) => formatChange(now, before, language),
  time: (time: string | number, style: TimeStyle = 'minute') => formatTime(time, style, form),
  /** `2026-11-16`, a day in UTC, whatever the time zone of the browser. */
  utcDay: (day: string) => formatTime(day, 'date', form, 'UTC'),
  month: (month: string) => formatMonth(month, language),
  ago: (time: string | number, nowMs: number) => formatAgo(time, nowMs, language),
});
export type Formats = ReturnType<typeof makeFormats>;

/** One object per language and form for the lifetime of the page, because hooks compare it by identity. */
const formats = new Map<string, Formats>();

export function formatsIn(language: string, form: TimeForm = { locale: language, clock: '24' }): Formats {
  const key = `${language} ${form.locale} ${form.clock}`;
  const known = formats.get(key) ?? makeFormats(language, form);
  formats.set(key, known);
  return known;
}
