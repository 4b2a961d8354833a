// The six channels. Everything about a kind is in its file; what is told apart by kind is told apart here.
import type { ChannelKind, TargetOf } from '../schemas.ts';
import type { Channel } from './channel.ts';
import { discord } from './discord.ts';
import { email } from './email.ts';
import { pagerduty } from './pagerduty.ts';
import { slack } from './slack.ts';
import { teams } from './teams.ts';
import { webhook } from './webhook.ts';

const CHANNELS: { readonly [K in ChannelKind]: Channel<TargetOf<K>> } = {
  email,
  slack,
  webhook,
  discord,
  teams,
  pagerduty,
};

/** The target of a kind is of that kind: who reads them out of one object has them that way. */
export const channelOf = (kind: ChannelKind): Channel<unknown> => CHANNELS[kind] as Channel<unknown>;
