// Applies decisions: saves the alert state and queues events and messages in one transaction, so a crash
// loses no message. Many alerts share a transaction, and each statement covers all of them. If two processes
// decide the same alert, the version check lets only one of them win.
import type { Services, SystemContext } from '#core/context';
import { enqueueAll } from '#core/jobs/job-queue';
import type { Enqueue } from '#core/jobs/job';
import type { Plan } from '#core/access/plans';
import type { Tx } from '#core/change/change';
import {
  queueAlertDeliveries,
  reachable,
  readTargets,
  RESOLVING,
  type AlertFiring,
  type AlertGroup,
  type AlertIncident,
  type AlertOrder,
  type ChannelKind,
} from '#services/notifications';
import type { Writer } from '#metadata';
import type { UnpricedSum } from '#records';
import type { ComparedWindow, NewFindings, AlertOutcome, State } from './evaluate.ts';
import type { AlertType } from './alert-types.ts';
import { eventKey, insertEvents, noteToldWith, selectFirings, selectLastFirings } from './events/store.ts';
import {
  kindsIn,
  moveAlerts,
  noteFindingsTold,
  replaceGroups,
  selectGroups,
  type AlertMemory,
  type AlertRow,
  type GroupRow,
} from './store.ts';
import { shownWatched, watchedIn } from './watched.ts';

interface Decided {
  /** Null if there is too little data. */
  observed: number | null;
  /** Set for an anomaly. */
  compared?: ComparedWindow;
  /** Calls of the window that are not in an observed cost, because they have no price. */
  unpriced?: UnpricedSum;
  /** The findings that the alert reports if it fires. */
  findings?: NewFindings;
  outcome: AlertOutcome;
  state: State;
}

/** A group whose condition holds or has held. */
export interface GroupDecision extends Decided {
  group: AlertGroup;
  /** The state of the round before; null if its condition did not hold. */
  before: GroupRow | null;
  incident: string;
}

/** With groups, the outcome is that of all of them: `fires` if any group fires. */
export interface AlertDecision extends Decided {
  alert: AlertRow;
  plan: Plan;
  now: number;
  groups?: readonly GroupDecision[];
}

const AT_ONCE = 200;

/**
 * Applies decisions in batches. If a batch fails, each decision is retried alone, and `failed` receives those
 * that fail again.
 */
export async function applyDecisions(
  ctx: SystemContext,
  decisions: readonly AlertDecision[],
  signal: AbortSignal,
  failed: (decision: AlertDecision, error: unknown) => void,
): Promise<void> {
  for (let from = 0; from < decisions.length; from += AT_ONCE) {
    signal.throwIfAborted();
    const some = decisions.slice(from, from + AT_ONCE);
    try {
      await applyTogether(ctx, some);
    } catch {
      // One bad decision must not stop the others.
      for (const decision of some) {
        signal.throwIfAborted();
        await applyTogether(ctx, [decision]).catch((error: unknown) => failed(decision, error));
      }
    }
  }
}

async function applyTogether(ctx: SystemContext, decisions: readonly AlertDecision[]): Promise<void> {
  await ctx.metadata.transaction(async (db) => {
    const moves = decisions.map((decision) => ({ alert: decision.alert, remembered: remembered(decision) }));
    const moved = await moveAlerts(db, moves);
    const mine = decisions.filter(({ alert }) => moved.has(alert.id));
    const fired = mine.filter(({ outcome }) => outcome === 'fires');
    for (const { alert, findings } of fired)
      if (findings) await noteFindingsTold(db, alert.id, findings.upTo);
    const cleared = mine.filter(({ outcome, groups }) => !groups && outcome === 'clears');
    const { orders, eventIds } = await firings(ctx, db, fired);
    const resolved = await resolves(
      ctx,
      db,
      cleared.map(({ alert }) => alert),
    );
    for (const { alert, groups = [] } of mine)
      resolved.push(...(await groupResolves(ctx, db, alert, endedOf(groups))));
    const grouped = mine.flatMap(({ groups, ...decision }) => (groups ? [{ ...decision, groups }] : []));
    await replaceGroups(
      db,
      grouped.map(({ alert }) => alert.id),
      grouped.flatMap(({ alert, groups }) => rowsOf(alert, groups, eventIds)),
    );
    const { tx, enqueued } = txOf(db);
    await queueAlertDeliveries(ctx, tx, [...orders, ...resolved]);
    await enqueueAll(db, ctx.clock, enqueued);
  });
}

const endedOf = (groups: readonly GroupDecision[]): GroupRow[] =>
  groups.flatMap(({ outcome, before }) => (outcome === 'clears' && before ? [before] : []));

/** The groups whose condition holds; the others are forgotten. */
const rowsOf = (
  alert: AlertRow,
  groups: readonly GroupDecision[],
  eventIds: ReadonlyMap<string, number>,
): GroupRow[] =>
  groups
    .filter(({ state }) => state.holds)
    .map(({ group, before, incident, observed, state }) => ({
      incident,
      account_id: alert.account_id,
      alert_id: alert.id,
      value: group.value,
      fired_at: state.firedAt,
      event_id: eventIds.get(eventKey(alert.id, group.value)) ?? before?.event_id ?? null,
      held_back: state.heldBack ? 1 : 0,
      observed_value: observed,
    }));

const remembered = ({ observed, state, outcome, now }: AlertDecision): AlertMemory => ({
  holds: state.holds ? 1 : 0,
  fired_at: state.firedAt,
  held_back: state.heldBack ? 1 : 0,
  last_observed_value: observed,
  last_triggered_at: outcome === 'fires' ? now : null,
});

/** A transaction for queueing. It collects the jobs, which are added together at its end. */
function txOf(db: Writer): { tx: Tx; enqueued: Enqueue[] } {
  const enqueued: Enqueue[] = [];
  const tx: Tx = {
    db,
    invalidate: async () => undefined,
    enqueue: async (order) => {
      enqueued.push(order);
    },
  };
  return { tx, enqueued };
}

interface Fired {
  orders: AlertOrder[];
  /** By `eventKey`. */
  eventIds: ReadonlyMap<string, number>;
}

/** A firing: of the alert, or of one of its groups. */
interface Shot extends Decided {
  alert: AlertRow;
  now: number;
  group: AlertGroup | null;
  incident: string | null;
}

/** The group that is furthest from its threshold first. */
const shotsOf = ({ groups, ...decision }: AlertDecision): Shot[] =>
  groups
    ? groups
        .filter(({ outcome }) => outcome === 'fires')
        .toSorted((left, right) => (right.observed ?? 0) - (left.observed ?? 0))
        .map((group) => Object.assign({ alert: decision.alert, now: decision.now }, group))
    : [{ ...decision, group: null, incident: null }];

async function firings(ctx: SystemContext, db: Writer, fired: readonly AlertDecision[]): Promise<Fired> {
  const addressed = fired.map((decision) => {
    const targets = targetsOf(ctx, decision.alert);
    const kinds = kindsIn(decision.alert).filter((kind) => decision.plan.alertChannels.includes(kind));
    return { decision, shots: shotsOf(decision), targets, channels: reachable(kinds, targets) };
  });
  const eventIds = await insertEvents(
    db,
    addressed.flatMap(({ shots }) => shots.map(eventOf)),
  );
  const idOf = ({ alert, group }: Shot): number =>
    eventIds.get(eventKey(alert.id, group?.value ?? null)) ?? 0;
  const orders: AlertOrder[] = [];
  for (const { decision, shots, targets, channels } of addressed) {
    const [first, ...others] = shots;
    if (!first) continue;
    await noteToldWith(db, idOf(first), others.map(idOf));
    const together = shots.map((shot) => firedGroups(shot, idOf(shot)));
    orders.push({
      accountId: decision.alert.account_id,
      event: firingOf(first, idOf(first), together.flat()),
      channels,
      targets,
      kind: 'trigger',
      ...(decision.groups
        ? {
            incidents: shots.map((shot) => ({
              incident: shot.incident ?? '',
              event: firingOf(shot, idOf(shot), firedGroups(shot, idOf(shot))),
            })),
          }
        : {}),
    });
  }
  return { orders, eventIds };
}

const firedGroups = ({ group, observed }: Shot, eventId: number) =>
  group ? [{ ...group, observedValue: observed ?? 0, eventId }] : [];

const eventOf = ({ alert, now, observed, unpriced, group }: Shot) => ({
  account_id: alert.account_id,
  alert_id: alert.id,
  alert_type: alert.alert_type,
  threshold_value: alert.threshold_value,
  window_minutes: alert.window_minutes,
  percentile: percentileIn(alert),
  triggered_at: now,
  observed_value: observed ?? 0,
  unpriced_calls: unpriced?.calls ?? null,
  unpriced_tokens: unpriced ? Math.round(unpriced.tokens) : null,
  dimension: group?.dimension ?? null,
  group_value: group?.value ?? null,
  channels_sent: '[]',
});

const percentileIn = (alert: AlertRow): number | null =>
  shownWatched(alert.alert_type as AlertType, watchedIn(alert)).percentile;

const firingOf = (
  { alert, now, observed, compared, unpriced, findings, group }: Shot,
  id: number,
  groups: NonNullable<AlertFiring['groups']>,
): AlertFiring => ({
  id,
  alertId: alert.id,
  alertName: alert.name,
  alertType: alert.alert_type,
  observedValue: observed ?? 0,
  thresholdValue: alert.threshold_value,
  windowMinutes: alert.window_minutes,
  triggeredAt: now,
  of: alert.measured_of,
  ...(alert.percentile === null ? {} : { percentile: alert.percentile }),
  ...(compared ? { compared } : {}),
  ...(unpriced ? { unpriced } : {}),
  ...(findings ? { details: findings.titles } : {}),
  ...(group ? { group, groups } : {}),
});

type Opener = Pick<Services, 'sealer' | 'log'>;

/**
 * Returns no targets if they were sealed with another master key. The firing is still stored, and channels
 * that need no target still get the message.
 */
function targetsOf({ sealer, log }: Opener, alert: AlertRow): AlertOrder['targets'] {
  const targets = readTargets(sealer, alert.channel_targets);
  if (targets) return targets;
  log.warn({ account: alert.account_id, alert: alert.id }, 'alert targets cannot be decrypted');
  return {};
}

/**
 * Messages that resolve the incidents that the alerts opened. They ignore the current plan, because an open
 * incident must be closed.
 */
async function resolves(
  ctx: Opener,
  db: Writer,
  alerts: readonly AlertRow[],
  channelsOf: (alert: AlertRow) => readonly ChannelKind[] = kindsIn,
): Promise<AlertOrder[]> {
  const open = alerts.filter(
    (alert) =>
      alert.fired_at !== null &&
      alert.for_each === null &&
      channelsOf(alert).some((kind) => RESOLVING.includes(kind)),
  );
  const last = await selectLastFirings(db, open);
  return open.flatMap((alert): AlertOrder[] => {
    const event = last.get(alert.id);
    if (!event) return [];
    const common = { accountId: alert.account_id, event, kind: 'resolve' } as const;
    return [{ ...common, channels: channelsOf(alert), targets: targetsOf(ctx, alert) }];
  });
}

/** The same for incidents of groups. */
async function groupResolves(
  ctx: Opener,
  db: Writer,
  alert: AlertRow,
  ended: readonly GroupRow[],
  channels: readonly ChannelKind[] = kindsIn(alert),
): Promise<AlertOrder[]> {
  if (ended.length === 0 || !channels.some((kind) => RESOLVING.includes(kind))) return [];
  const ids = ended.flatMap(({ event_id: id }) => id ?? []);
  const events = await selectFirings(db, alert, ids);
  const incidents = ended.flatMap(({ incident, event_id: id }): AlertIncident[] => {
    const event = events.get(id ?? 0);
    return event ? [{ incident, event }] : [];
  });
  const [first] = incidents;
  if (!first) return [];
  const targets = targetsOf(ctx, alert);
  return [{ accountId: alert.account_id, event: first.event, kind: 'resolve', channels, targets, incidents }];
}

/**
 * Resolves an alert that is disabled or deleted while its condition holds, in the given channels or in all of
 * its channels.
 */
export async function resolveAlert(
  ctx: Pick<Services, 'clock' | 'sealer' | 'config' | 'log'>,
  tx: Tx,
  alert: AlertRow,
  channels?: readonly ChannelKind[],
): Promise<void> {
  const open = (await selectGroups(tx.db, [alert.id])).get(alert.id) ?? [];
  await queueAlertDeliveries(ctx, tx, [
    ...(await resolves(ctx, tx.db, [alert], channels && (() => channels))),
    ...(await groupResolves(ctx, tx.db, alert, open, channels)),
  ]);
}
