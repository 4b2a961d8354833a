import type { Config } from '#config';
import { outboundClient, type OutboundClient } from '#lib/outbound/client';

/** The client keeps no connections, so creating one is cheap. */
export const outboundOf = ({
  outboundAllow,
  version,
}: Pick<Config, 'outboundAllow' | 'version'>): OutboundClient =>
  outboundClient({ allow: outboundAllow, userAgent: `Tracewell/${version}` });
