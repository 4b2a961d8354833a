// What a way to reach people has to be able to do. One file per kind; table.ts has them all.
import type { Services } from '#core/context';
import type { OutboundClient } from '#lib/outbound/client';
import type { AlertMessage } from '../message.ts';

/** What a channel sends with. */
export interface Means extends Pick<Services, 'mailer' | 'clock' | 'log'> {
  outbound: OutboundClient;
  /** The addresses of the account's owners. */
  owners: () => Promise<string[]>;
  /** Aborted when the process ends. */
  signal: AbortSignal;
}

/** One message on its way: the id is the same however often it is tried. */
export interface Parcel {
  id: string;
  accountId: string;
  message: AlertMessage;
}

export interface Outcome {
  /** Of the HTTP answer; null where there was none. */
  status: number | null;
  /** Null: it has arrived. */
  error: string | null;
  durationMs: number;
  /** The receiver is gone for good, by its own word. */
  gone?: boolean;
  /** How long the receiver wants to be left alone. */
  retryAfterMs?: number;
}

export interface Channel<Target> {
  /** Wants to hear when the condition has cleared. */
  resolves: boolean;
  /** Without one: what a missing target stands for; null: it must be given. */
  defaultTarget: Target | null;
  /** What is wrong with a target as far as can be told when it is set; null: nothing. */
  check: (target: Target, outbound: Pick<OutboundClient, 'check'>) => Fault | null;
  /** As it may be shown. */
  mask: (target: Target) => Target;
  /** The message in the form of the service, without anything secret. Pure. */
  render: (message: AlertMessage) => unknown;
  send: (means: Means, target: Target, parcel: Parcel) => Promise<Outcome>;
}

export interface Fault {
  field: string;
  message: string;
  reason: string;
}
