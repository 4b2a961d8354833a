// Measures the alerts that have a filter, groups or a percentile of their own, one statement after the other. Accounts
// take turns, and what an account may take in one round is limited: a heavy account delays its own alerts and no
// others. Alerts that were left out come first in the next round.
import { DAY_MS, SECOND_MS } from '#lib/clock';
import { unavailable } from '#lib/app-error';
import { withTimeout } from '#lib/with-timeout';
import type { Account } from '#core/access/accounts';
import type { SystemContext } from '#core/context';
import { perProcess } from '#core/process-state';
import {
  historyWithin,
  selectGroupWindows,
  type GroupWindows,
  type MeasuredRows,
  type WindowWant,
} from '#records';
import { recordFilterOf, withPrompts } from '#services/record-access';
import type { AlertGroup } from '#services/notifications';
import { TYPE_FACTS, type AlertType } from '../alert-types.ts';
import { USUAL_PERCENTILE, type Measured } from '../evaluate.ts';
import type { AlertRow, GroupRow } from '../store.ts';
import { isOfCost, watchedIn, type Watched } from '../watched.ts';
import { NO_CALLS, type Due, type RoundOrder } from './measure.ts';
import { alertWindowOf, wantsOf } from './windows.ts';

export interface DueAlone extends Due {
  /** Groups whose condition holds. */
  open: readonly GroupRow[];
}

export interface GroupMeasured {
  group: AlertGroup;
  measured: Measured;
}

export interface MeasuredAlone extends DueAlone {
  /** The largest; one without forEach, or none without records. */
  groups: GroupMeasured[];
}

export const MOST_GROUPS = 100;
/** Statements at the same time, of different accounts. */
const AT_ONCE = 2;
/** How long a round measures alerts, and how long those of one account. */
const ROUND_MS = 30 * SECOND_MS;
const ACCOUNT_MS = 10 * SECOND_MS;

/** When each alert was measured last, by its id. */
const turnsOf = perProcess(() => new Map<number, number>());

interface Queue {
  waiting: DueAlone[];
  spentMs: number;
}

/** Returns the errors. */
export async function measureAlone(
  ctx: SystemContext,
  due: readonly DueAlone[],
  { nowMs, patienceMs, signal }: RoundOrder,
  tell: (found: MeasuredAlone) => Promise<void>,
): Promise<unknown[]> {
  const failures: unknown[] = [];
  const turns = turnsOf(ctx);
  const known = new Set(due.map(({ alert }) => alert.id));
  for (const id of turns.keys()) if (!known.has(id)) turns.delete(id);
  const rotation = queuesOf(due, turns);
  const endsAt = performance.now() + ROUND_MS;
  const work = async (): Promise<void> => {
    for (let queue = rotation.shift(); queue !== undefined; queue = rotation.shift()) {
      signal.throwIfAborted();
      if (performance.now() >= endsAt) return;
      const next = queue.waiting.shift();
      if (!next) continue;
      const began = performance.now();
      turns.set(next.alert.id, nowMs);
      await withTimeout(patienceMs, measureOne(ctx, next, nowMs), () =>
        unavailable('query_too_slow', 'An alert with a filter or groups could not be measured in time.'),
      )
        .then((groups) => tell({ ...next, groups }))
        .catch((error: unknown) => {
          signal.throwIfAborted();
          failures.push(error);
        });
      queue.spentMs += performance.now() - began;
      if (queue.waiting.length > 0 && queue.spentMs < ACCOUNT_MS) rotation.push(queue);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return failures;
}

/** The alerts of each account; first what waited longest. */
function queuesOf(due: readonly DueAlone[], turns: ReadonlyMap<number, number>): Queue[] {
  const lastOf = ({ alert }: DueAlone): number => turns.get(alert.id) ?? 0;
  const byTurn = (left: DueAlone, right: DueAlone) =>
    lastOf(left) - lastOf(right) || left.alert.id - right.alert.id;
  return [...Map.groupBy(due.toSorted(byTurn), ({ account }) => account.id).values()].map((waiting) => ({
    waiting,
    spentMs: 0,
  }));
}

async function measureOne(
  ctx: SystemContext,
  { alert, account, open }: DueAlone,
  nowMs: number,
): Promise<GroupMeasured[]> {
  const { project, sinceMs } = alertWindowOf(alert, account, nowMs);
  const wants = wantsOf(alert, account, nowMs);
  const watched = watchedIn(alert);
  const asked = selectGroupWindows({
    rows: await measuredRowsOf(
      { ...ctx, account },
      alert.alert_type as AlertType,
      watched,
      alert.threshold_value,
    ),
    windows: wants.flatMap(windowsOf),
    most: MOST_GROUPS,
    kept: open.map(({ value }) => keyOf(watched.forEach, value, account)),
  });
  const found = await ctx.records.ask({ account: account.number, project, sinceMs }, asked);
  return found.flatMap((each) => {
    const group = groupOf(watched.forEach, each.key, account);
    return group ? [{ group, measured: measuredOf(each, wants, alert) }] : [];
  });
}

/** What the engine reads for an alert. */
export async function measuredRowsOf(
  ctx: Pick<SystemContext, 'db'> & { account: { id: string } },
  alertType: AlertType,
  { of, filter, forEach, percentile }: Watched,
  thresholdValue: number,
): Promise<MeasuredRows> {
  return {
    of,
    filter: await withPrompts(ctx, recordFilterOf(filter ?? {}, of)),
    dimension: forEach,
    level: TYPE_FACTS[alertType].latency === true ? (percentile ?? USUAL_PERCENTILE) / 100 : null,
    slowMs: thresholdValue,
    size: isOfCost(alertType) ? 'cost' : 'calls',
  };
}

const windowsOf = (want: WindowWant) =>
  Array.from({ length: historyWithin(want) + 1 }, (_, back) => ({
    startMs: want.startMs - back * DAY_MS,
    endMs: want.endMs - back * DAY_MS,
  }));

function measuredOf({ windows }: GroupWindows, wants: readonly WindowWant[], alert: AlertRow): Measured {
  const left = windows.values();
  const hasHistory = TYPE_FACTS[alert.alert_type as AlertType].measures === 'history';
  const [whole = { window: NO_CALLS }, ...parts] = wants.map((want) => {
    const [window = NO_CALLS, ...history] = left.take(historyWithin(want) + 1).toArray();
    return hasHistory ? { window, history } : { window };
  });
  const pairs = parts.flatMap((_, at) => (at % 2 === 0 ? [parts.slice(at, at + 2)] : []));
  return pairs.length === 0 ? whole : { ...whole, pairs };
}

/** Records have the number of their project; people know its id. */
export function groupOf(dimension: string | null, key: string, { projects }: Account): AlertGroup | null {
  if (dimension !== 'project') return { dimension: dimension ?? '', value: key };
  const project = projects.values().find(({ number }) => String(number) === key);
  return project ? { dimension, value: project.id, name: project.name } : null;
}

const keyOf = (dimension: string | null, value: string, { projects }: Account): string =>
  dimension === 'project' ? String(projects.get(value)?.number ?? '') : value;
