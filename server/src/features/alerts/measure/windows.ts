// Maps an alert to the window that it measures.
import { DAY_MS, MINUTE_MS, utcMonthStart } from '#lib/clock';
import type { Account } from '#core/access/accounts';
import type { WindowWant } from '#records';
import { HISTORY_DAYS, TYPE_FACTS, type AlertType } from '../alert-types.ts';
import type { AlertRow } from '../store.ts';
import { partMinutes } from '../unusual.ts';
import type { SentWant } from './sent-store.ts';
import type { ScoreWant } from './store.ts';

export function alertWindowOf(alert: AlertRow, account: Account, nowMs: number): WindowWant {
  const { measures } = TYPE_FACTS[alert.alert_type as AlertType];
  return {
    account: account.number,
    project: alert.project_id === null ? null : (account.projects.get(alert.project_id)?.number ?? null),
    sinceMs: nowMs - account.retentionDays * DAY_MS,
    startMs: measures === 'month' ? utcMonthStart(nowMs) : nowMs - alert.window_minutes * MINUTE_MS,
    endMs: nowMs,
    historyDays: measures === 'history' ? HISTORY_DAYS : 0,
  };
}

/** The window of the alert, then the parts of it that its type compares. */
export function wantsOf(alert: AlertRow, account: Account, nowMs: number): WindowWant[] {
  const window = alertWindowOf(alert, account, nowMs);
  if (TYPE_FACTS[alert.alert_type as AlertType].parts !== true) return [window];
  const each = partMinutes(alert.window_minutes).flatMap((minutes) => {
    const middle = nowMs - minutes * MINUTE_MS;
    return [
      { ...window, startMs: middle - minutes * MINUTE_MS, endMs: middle },
      { ...window, startMs: middle, endMs: nowMs },
    ];
  });
  return [window, ...each];
}

export const scoreWantOf = (alert: AlertRow, nowMs: number): ScoreWant => ({
  accountId: alert.account_id,
  projectId: alert.project_id,
  criterionId: alert.eval_criterion_id ?? 0,
  sinceMs: nowMs - alert.window_minutes * MINUTE_MS,
  // Scores of the current millisecond are included.
  untilMs: nowMs + 1,
});

export const sentWantOf = (alert: AlertRow, account: Account, nowMs: number): SentWant => ({
  accountId: alert.account_id,
  project: alert.project_id === null ? null : (account.projects.get(alert.project_id)?.number ?? -1),
  name: alert.score_name ?? '',
  value: alert.score_value,
  sinceMs: nowMs - alert.window_minutes * MINUTE_MS,
  untilMs: nowMs + 1,
});
