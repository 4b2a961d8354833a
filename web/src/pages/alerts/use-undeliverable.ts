import { useGet } from '#api';
import type { AlertChannelKind } from './types.ts';

/**
 * Channels that the plan includes but this service cannot deliver to, such as email without a mail server.
 */
export function useUndeliverable(): ReadonlySet<AlertChannelKind> {
  const { data = [] } = useGet('/v1/alerts/channels', {}, { staleTime: 300_000 });
  return new Set(data.filter(({ reason }) => reason === 'email_unconfigured').map(({ kind }) => kind));
}
