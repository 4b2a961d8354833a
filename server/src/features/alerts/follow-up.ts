// What follows from a decision, each in one transaction with what the alert remembers: an event, messages that are on their way
// however often the process dies, or nothing but the new number. Of two processes that decide the same, one finds the alert as it
// was and the other one too late.
import type { Services, SystemContext } from '#core/context';
import { enqueue } from '#core/job-queue';
import type { Plan } from '#core/plans';
import type { Tx } from '#core/change';
import { openTargets, queueAlertDeliveries, type AlertFiring } from '#features/notifications';
import type { Writer } from '#metadata';
import type { Outcome, State } from './evaluate.ts';
import { insertEvent, selectLastFiring } from './events/store.ts';
import { kindsIn, moveAlert, type AlertRow, type Remembered } from './store.ts';

export interface Decision {
  alert: AlertRow;
  /** Null: too little to tell. */
  observed: number | null;
  now: number;
  outcome: Outcome;
  state: State;
}

const remembered = ({ observed, state }: Decision): Remembered => ({
  holds: state.holds ? 1 : 0,
  fired_at: state.firedAt,
  held_back: state.heldBack ? 1 : 0,
  last_observed_value: observed,
});

/** For what is queued within the transaction; nothing here is kept in memory. */
const txOf = ({ clock }: Pick<Services, 'clock'>, db: Writer): Tx => ({
  db,
  drop: async () => undefined,
  enqueue: async (order) => {
    await enqueue(db, clock, order);
  },
});

/** Those that the plan still has. */
const channelsOf = (alert: AlertRow, plan: Plan) =>
  kindsIn(alert).filter((kind) => plan.alertChannels.includes(kind));

export async function fireAlert(ctx: SystemContext, decision: Decision, plan: Plan): Promise<boolean> {
  const { alert, now, observed } = decision;
  const channels = channelsOf(alert, plan);
  const targets = openTargets(ctx.sealer, alert.channel_targets);
  return ctx.metadata.transaction(async (db) => {
    const mine = await moveAlert(db, alert, { ...remembered(decision), last_triggered_at: now });
    if (!mine) return false;
    const id = await insertEvent(db, {
      account_id: alert.account_id,
      alert_id: alert.id,
      alert_type: alert.alert_type,
      threshold_value: alert.threshold_value,
      window_minutes: alert.window_minutes,
      triggered_at: now,
      observed_value: observed ?? 0,
      channels_sent: JSON.stringify(channels),
    });
    const event: AlertFiring = {
      id,
      alertId: alert.id,
      alertName: alert.name,
      alertType: alert.alert_type,
      observedValue: observed ?? 0,
      thresholdValue: alert.threshold_value,
      windowMinutes: alert.window_minutes,
      triggeredAt: now,
    };
    await queueAlertDeliveries(ctx, txOf(ctx, db), {
      accountId: alert.account_id,
      event,
      channels,
      targets,
      kind: 'trigger',
    });
    return true;
  });
}

export async function clearAlert(ctx: SystemContext, decision: Decision, plan: Plan): Promise<boolean> {
  const { alert } = decision;
  return ctx.metadata.transaction(async (db) => {
    if (!(await moveAlert(db, alert, remembered(decision)))) return false;
    await resolveAlert({ ...ctx, plan }, txOf(ctx, db), alert);
    return true;
  });
}

/** Tells those that opened something when it fired; nobody, if it did not. */
export async function resolveAlert(
  ctx: Pick<Services, 'clock' | 'sealer' | 'config'> & { plan: Plan },
  tx: Tx,
  alert: AlertRow,
): Promise<void> {
  const event = alert.fired_at === null ? null : await selectLastFiring(tx.db, alert);
  if (!event) return;
  const channels = channelsOf(alert, ctx.plan);
  const targets = openTargets(ctx.sealer, alert.channel_targets);
  const order = { accountId: alert.account_id, event, channels, targets, kind: 'resolve' } as const;
  await queueAlertDeliveries(ctx, tx, order);
}

const AT_ONCE = 200;

/** Nobody is told of these, so they share transactions. */
export async function noteAlerts(
  ctx: SystemContext,
  decisions: readonly Decision[],
  signal: AbortSignal,
): Promise<void> {
  for (let from = 0; from < decisions.length; from += AT_ONCE) {
    signal.throwIfAborted();
    await ctx.metadata.transaction(async (db) => {
      for (const decision of decisions.slice(from, from + AT_ONCE)) {
        await moveAlert(db, decision.alert, remembered(decision));
      }
    });
  }
}
