// The interface of a notification channel. Each kind has its own file; table.ts lists them all.
import type { Services } from '#core/context';
import type { OutboundClient } from '#lib/outbound/client';
import type { AlertMessage } from '../message.ts';
import type { DeliverySaid } from '../sentences.ts';

/** The services that a channel needs for sending. */
interface Means extends Pick<Services, 'mailer' | 'clock' | 'log'> {
  outbound: OutboundClient;
  /** The addresses of the account's owners. */
  owners: () => Promise<string[]>;
  /** Aborted when the process ends. */
  signal: AbortSignal;
}

/** One message. The id stays the same across retries. */
export interface Parcel {
  id: string;
  accountId: string;
  message: AlertMessage;
}

export interface DeliveryOutcome {
  /** Status of the HTTP answer; null without an answer. */
  status: number | null;
  /** Null if it was delivered. */
  error: DeliverySaid | null;
  durationMs: number;
  /** The receiver answered 410 Gone. */
  gone?: boolean;
  /** The delay that the receiver asked for. */
  retryAfterMs?: number;
}

export interface Channel<Target> {
  /** True if the channel also sends a message when the condition clears. */
  resolves: boolean;
  /** Used if no target is set; null if a target is required. */
  defaultTarget: Target | null;
  /** Checks a target when it is set. Returns null if it is valid. */
  check: (target: Target, outbound: Pick<OutboundClient, 'check'>) => Fault | null;
  /** The target as it may be shown. */
  mask: (target: Target) => Target;
  /** The message in the format of the service, without secrets. Pure. */
  render: (message: AlertMessage) => unknown;
  send: (means: Means, target: Target, parcel: Parcel) => Promise<DeliveryOutcome>;
}

export interface Fault {
  field: string;
  message: string;
  reason: string;
}
