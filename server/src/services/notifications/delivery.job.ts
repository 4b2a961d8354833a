// Sends one message. The row holds the state, so a job that runs twice or late does no harm.
import { SECOND_MS } from '#lib/clock';
import type { OutboundClient } from '#lib/outbound/client';
import type { WatchedStep } from '#lib/watch';
import { job, type JobDefinition } from '#core/jobs/job';
import { perProcess } from '#core/process-state';
import type { DeliveryOutcome } from './channels/channel.ts';
import { dispatchOf } from './dispatch.ts';
import { outboundOf } from './outbound.ts';
import { DELIVERY_JOB, type DeliveryPayload } from './queue.ts';
import { ReceiverLimits } from './receiver-limits.ts';
import { postpone, record } from './record-attempt.ts';
import { selectDelivery } from './store.ts';

/** Jobs that send spend most of their time waiting. */
const AT_ONCE = 32;
/** Limits per receiver and per account, so that hanging receivers do not block the others. */
const AT_ONCE_PER_RECEIVER = 4;
const AT_ONCE_PER_ACCOUNT = 16;
/** A receiver that takes longer counts as slow. */
const QUICK_MS = SECOND_MS;
const MAX_PUT_OFF_MS = 10 * SECOND_MS;

const sending: WatchedStep<DeliveryOutcome> = {
  kind: 'outbound',
  name: 'notification',
  outcome: ({ error }) => (error === null ? 'ok' : 'failed'),
};

interface DeliveryOptions {
  /** Replaces the client from the config. */
  outbound?: OutboundClient;
  /** How long to wait for a free slot. */
  quickMs?: number;
}

export function makeDeliveryJob(options: DeliveryOptions = {}): JobDefinition {
  const limitsOf = perProcess(() => new ReceiverLimits(options.quickMs ?? QUICK_MS));
  return job<DeliveryPayload | null>({
    name: DELIVERY_JOB,
    atOnce: AT_ONCE,
    // Retries of a message are in its row. These attempts cover a store that is unavailable and a process
    // that keeps dying.
    maxAttempts: 100,
    timeoutMs: 60 * SECOND_MS,
    run: async (ctx, payload, signal) => {
      const row = payload && (await selectDelivery(ctx.db, payload.id));
      if (!row || row.status !== 'pending' || row.turn !== payload.turn) return;
      const dispatch = await dispatchOf(ctx, options.outbound ?? outboundOf(ctx.config), row);
      if (!dispatch) return;
      const { receiver, send } = dispatch;
      const release = await limitsOf(ctx).take([
        [row.account_id, AT_ONCE_PER_ACCOUNT],
        [`${row.account_id}/${receiver}`, AT_ONCE_PER_RECEIVER],
      ]);
      if (!release) {
        await postpone(ctx, row, Math.round(SECOND_MS + Math.random() * MAX_PUT_OFF_MS));
        return;
      }
      try {
        const startedAt = ctx.clock.now();
        const outcome = await ctx.watch.run(sending, () => send(signal));
        await record(ctx, row, outcome, startedAt);
      } finally {
        release();
      }
    },
  });
}

export const deliveryJob = makeDeliveryJob();
