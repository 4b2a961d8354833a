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
  type AlertOrder,
  type ChannelKind,
} from '#services/notifications';
import type { Writer } from '#metadata';
import type { UnpricedSum } from '#records';
import type { ComparedWindow, NewFindings, AlertOutcome, State } from './evaluate.ts';
import { insertEvents, selectLastFirings } from './events/store.ts';
import { kindsIn, moveAlerts, noteFindingsTold, type AlertRow, type AlertMemory } from './store.ts';

export interface AlertDecision {
  alert: AlertRow;
  plan: Plan;
  /** Null if there is too little data. */
  observed: number | null;
  /** Set for an anomaly. */
  compared?: ComparedWindow;
  /** Calls of the window that are not in an observed cost, because they have no price. */
  unpriced?: UnpricedSum;
  /** The findings that the alert reports if it fires. */
  findings?: NewFindings;
  now: number;
  outcome: AlertOutcome;
  state: State;
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
    const cleared = mine.filter(({ outcome }) => outcome === 'clears').map(({ alert }) => alert);
    const { tx, enqueued } = txOf(db);
    await queueAlertDeliveries(ctx, tx, [
      ...(await firings(ctx, db, fired)),
      ...(await resolves(ctx, db, cleared)),
    ]);
    await enqueueAll(db, ctx.clock, enqueued);
  });
}

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

async function firings(
  ctx: SystemContext,
  db: Writer,
  fired: readonly AlertDecision[],
): Promise<AlertOrder[]> {
  const addressed = fired.map((decision) => {
    const targets = targetsOf(ctx, decision.alert);
    const kinds = kindsIn(decision.alert).filter((kind) => decision.plan.alertChannels.includes(kind));
    return { decision, targets, channels: reachable(kinds, targets) };
  });
  const ids = await insertEvents(
    db,
    addressed.map(({ decision: { alert, now, observed, unpriced } }) => ({
      account_id: alert.account_id,
      alert_id: alert.id,
      alert_type: alert.alert_type,
      threshold_value: alert.threshold_value,
      window_minutes: alert.window_minutes,
      triggered_at: now,
      observed_value: observed ?? 0,
      unpriced_calls: unpriced?.calls ?? null,
      unpriced_tokens: unpriced ? Math.round(unpriced.tokens) : null,
      channels_sent: '[]',
    })),
  );
  return addressed.map(
    ({ decision: { alert, now, observed, compared, unpriced, findings }, targets, channels }) => ({
      accountId: alert.account_id,
      event: {
        id: ids.get(alert.id) ?? 0,
        alertId: alert.id,
        alertName: alert.name,
        alertType: alert.alert_type,
        observedValue: observed ?? 0,
        thresholdValue: alert.threshold_value,
        windowMinutes: alert.window_minutes,
        triggeredAt: now,
        ...(compared ? { compared } : {}),
        ...(unpriced ? { unpriced } : {}),
        ...(findings ? { details: findings.titles } : {}),
      },
      channels,
      targets,
      kind: 'trigger',
    }),
  );
}

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
    (alert) => alert.fired_at !== null && channelsOf(alert).some((kind) => RESOLVING.includes(kind)),
  );
  const last = await selectLastFirings(db, open);
  return open.flatMap((alert): AlertOrder[] => {
    const event = last.get(alert.id);
    if (!event) return [];
    const common = { accountId: alert.account_id, event, kind: 'resolve' } as const;
    return [{ ...common, channels: channelsOf(alert), targets: targetsOf(ctx, alert) }];
  });
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
  await queueAlertDeliveries(ctx, tx, await resolves(ctx, tx.db, [alert], channels && (() => channels)));
}
