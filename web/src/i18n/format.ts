// The formatters of lib/format.ts, in the language of the page.
import { useMemo } from 'react';
import {
  formatAgo,
  formatChange,
  formatCompact,
  formatCount,
  formatDuration,
  formatMoney,
  formatShare,
  formatTime,
  type TimeStyle,
} from '#lib/format';
import { useLanguage } from './language.ts';

type Amount = number | null | undefined;

export function useFormat() {
  const language = useLanguage();
  return useMemo(
    () => ({
      count: (value: Amount) => formatCount(value, language),
      compact: (value: Amount) => formatCompact(value, language),
      money: (value: Amount) => formatMoney(value, language),
      duration: (ms: Amount) => formatDuration(ms, language),
      share: (share: Amount) => formatShare(share, language),
      change: (now: Amount, before: Amount) => formatChange(now, before, language),
      time: (time: string | number, style: TimeStyle = 'minute') => formatTime(time, style, language),
      ago: (time: string | number, nowMs: number) => formatAgo(time, nowMs, language),
    }),
    [language],
  );
}
export type Format = ReturnType<typeof useFormat>;
