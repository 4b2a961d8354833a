import { Type } from 'typebox';
import { publicEndpoint, type Peer } from '#core/endpoint';
import { openTracesEndpoint } from '#features/ingest';

const opik: Peer = {
  name: 'opik',
  errorBody: ({ status, message }) => ({ code: status, message }),
};

const ping = (id: string, path: string) =>
  publicEndpoint({
    id,
    method: 'GET',
    path,
    tag: 'opik',
    summary: 'Whether the service is up, for Opik clients',
    peer: opik,
    replies: { 200: Type.Object({ message: Type.String(), healthy: Type.Boolean() }) },
    handle: () => ({ message: 'Healthy Server', healthy: true }),
  });

const NOT_OFFERED =
  "Tracewell takes Opik's OpenTelemetry spans at /api/v1/private/otel/v1/traces, and nothing else of its interface. Send traces with an OpenTelemetry exporter, scores to POST /v1/scores, and read with POST /v1/query/calls; docs/coming-from-opik.md has the settings.";

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

const rest = (method: (typeof METHODS)[number]) =>
  publicEndpoint({
    id: `opikRest${method}`,
    method,
    path: '/api/v1/private/*',
    tag: 'opik',
    summary: "The rest of Opik's interface is not offered",
    ...(method === 'GET' ? {} : { unaudited: 'It changes nothing.' }),
    peer: opik,
    replies: { 501: Type.Object({ code: Type.Integer(), message: Type.String() }) },
    handle: () => ({ code: 501, message: NOT_OFFERED }),
  });

export const opikEndpoints = [
  openTracesEndpoint({
    id: 'exportOpikTraces',
    path: '/api/v1/private/otel/v1/traces',
    summary: "Spans at Opik's path",
    peer: opik,
  }),
  ping('pingOpik', '/is-alive/ping'),
  ping('pingOpikApi', '/api/is-alive/ping'),
  ...METHODS.map(rest),
];
