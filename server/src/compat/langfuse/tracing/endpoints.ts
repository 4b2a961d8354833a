import { Type } from 'typebox';
import { endpoint } from '#core/endpoint';
import { OPEN_BODY_BYTES, openTracesEndpoint } from '#features/ingest';
import { LANGFUSE as peer } from '../peer.ts';
import { receiveBatch } from './receive-batch.ts';

const EventStatus = Type.Object({ id: Type.String(), status: Type.Integer() });

export const tracingEndpoints = [
  openTracesEndpoint({
    id: 'langfuseExportTraces',
    path: '/api/public/otel/v1/traces',
    summary: 'Spans of the Langfuse SDKs',
    peer,
  }),
  openTracesEndpoint({
    id: 'langfuseExportTracesAtRoot',
    path: '/api/public/otel',
    summary: 'The same, for exporters that add no path',
    peer,
  }),
  endpoint({
    id: 'langfuseIngest',
    method: 'POST',
    path: '/api/public/ingestion',
    tag: 'langfuse',
    summary: 'Events of older Langfuse SDKs, and scores of all',
    peer,
    access: { scope: 'write:records' },
    project: 'scoped',
    unaudited: 'Records are data, not administration.',
    takes: ['application/json'],
    maxBodyBytes: OPEN_BODY_BYTES,
    body: Type.Object({ batch: Type.Array(Type.Object({})) }),
    replies: {
      207: Type.Object({
        successes: Type.Array(EventStatus),
        errors: Type.Array(EventStatus),
      }),
      429: Type.Object({ message: Type.String(), error: Type.String() }),
    },
    handle: (ctx, { raw, header }) => receiveBatch(ctx, raw, peer.clientOf?.(header)),
  }),
];
