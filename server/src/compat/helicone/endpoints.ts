import { Type } from 'typebox';
import { endpoint } from '#core/endpoint';
import { OPEN_BODY_BYTES } from '#features/ingest';
import { helicone, receiveLog } from './receive.ts';
import type { HeliconeRoute } from './to-spans.ts';

const shared = {
  method: 'POST',
  tag: 'helicone',
  access: { scope: 'write:records' },
  project: 'scoped',
  peer: helicone,
} as const;

const Failed = Type.Object({ data: Type.Null(), error: Type.String() });

/** Helicone's worker takes logs at the first four paths, its other service at the last two. */
const PATHS: readonly (readonly [id: string, path: string, route: HeliconeRoute])[] = [
  ['logHelicone', '/custom/v1/log', 'custom'],
  ['logHeliconeOpenai', '/oai/v1/log', 'oai'],
  ['logHeliconeAnthropic', '/anthropic/v1/log', 'anthropic'],
  ['logHeliconeGoogle', '/googleapis/v1/log', 'googleapis'],
  ['logHeliconeTrace', '/v1/trace/custom/v1/log', 'custom'],
  ['logHeliconeTraceShort', '/v1/trace/custom/log', 'custom'],
];

const logEndpoint = ([id, path, route]: (typeof PATHS)[number]) =>
  endpoint({
    ...shared,
    id,
    path,
    summary: "Helicone's manual logger",
    unaudited: 'Records are data, not administration.',
    takes: ['application/json'],
    maxBodyBytes: OPEN_BODY_BYTES,
    replies: {
      200: Type.Object({ data: Type.Object({ id: Type.String() }), error: Type.Null() }),
      400: Failed,
      429: Failed,
    },
    handle: (ctx, input) => receiveLog(ctx, route, input),
  });

export const heliconeEndpoints = PATHS.map(logEndpoint);
