// Local times as people type and see them in fields: 2026-11-16 09:30. The same in every locale, so that no
// one has to guess which number is the month.

const pad = (value: number): string => String(value).padStart(2, '0');

export const typedDay = (at: Date): string =>
  `${String(at.getFullYear()).padStart(4, '0')}-${pad(at.getMonth() + 1)}-${pad(at.getDate())}`;

export const typedTime = (at: Date): string =>
  `${typedDay(at)} ${pad(at.getHours())}:${pad(at.getMinutes())}`;

const TYPED = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:(?:\s+|T)(\d{1,2}):(\d{2}))?$/;

/** Null if it is not a time. A day without a time is its midnight. */
export function readTyped(text: string): Date | null {
  const [, ...parts] = TYPED.exec(text.trim()) ?? [];
  if (parts.length === 0) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = parts.map((part) => Number(part ?? 0));
  const at = new Date(year, month - 1, day, hour, minute);
  // The calendar rolls over: the 31st of November would be the 1st of December.
  const real = at.getFullYear() === year && at.getMonth() === month - 1 && at.getDate() === day;
  return real && hour < 24 && minute < 60 ? at : null;
}

/**
 * Weeks of a month as days, with days of the months around it; `firstDay` is 0 for weeks that start on
 * Sunday.
 */
export function weeksOf(year: number, month: number, firstDay: number): Date[][] {
  const before = (new Date(year, month, 1).getDay() - firstDay + 7) % 7;
  const days = new Date(year, month + 1, 0).getDate();
  const weeks = Math.ceil((before + days) / 7);
  return Array.from({ length: weeks }, (_, week) =>
    Array.from({ length: 7 }, (_, day) => new Date(year, month, 1 - before + week * 7 + day)),
  );
}

/**
 * Where the week starts: 1 for Monday. Browsers without this knowledge get Monday, except for two large
 * Sunday countries.
 */
export function firstDayOf(locale: string): number {
  const known = new Intl.Locale(locale) as Intl.Locale & { getWeekInfo?: () => { firstDay: number } };
  return (known.getWeekInfo?.().firstDay ?? (/^(?:en-US|ja)/.test(locale) ? 7 : 1)) % 7;
}
