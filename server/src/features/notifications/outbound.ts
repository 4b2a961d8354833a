import type { Config } from '#config';
import { outboundClient, type OutboundClient } from '#lib/outbound/client';

/** It keeps no connections, so that making one costs next to nothing. */
export const outboundOf = ({
  outboundAllow,
  version,
}: Pick<Config, 'outboundAllow' | 'version'>): OutboundClient =>
  outboundClient({ allow: outboundAllow, userAgent: `Tracewell/${version}` });
