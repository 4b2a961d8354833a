// The six channels. Each kind has its own file, and only this file switches on the kind.
import type { ChannelKind, TargetOf } from '../schemas.ts';
import type { Channel } from './channel.ts';
import { discord } from './discord.ts';
import { emailChannel } from './email.ts';
import { pagerduty } from './pagerduty.ts';
import { slack } from './slack.ts';
import { teams } from './teams.ts';
import { webhook } from './webhook.ts';

const CHANNELS: { readonly [K in ChannelKind]: Channel<TargetOf<K>> } = {
  email: emailChannel,
  slack,
  webhook,
  discord,
  teams,
  pagerduty,
};

/** The caller must pass a target of the same kind. */
export const channelOf = (kind: ChannelKind): Channel<unknown> => CHANNELS[kind] as Channel<unknown>;
