// Which channels can deliver here: the plan and the settings of the service decide.
import type { Context } from '#core/context';
import { CHANNEL_KINDS } from '#services/notifications';
import type { AlertChannel } from './schemas.ts';

export const listChannels = ({ plan, mailer }: Context): AlertChannel[] =>
  CHANNEL_KINDS.map((kind) => {
    const reason = !plan.alertChannels.includes(kind)
      ? ('plan_required' as const)
      : kind === 'email' && !mailer.configured
        ? ('email_unconfigured' as const)
        : null;
    return { kind, deliverable: reason === null, reason };
  });
