import { Type } from 'typebox';
import { endpoint } from '#core/endpoint';
import { OPEN_BODY_BYTES } from '#features/ingest';
import { litellm, receivePayloads } from './receive.ts';

const Rejected = Type.Object({ reason: Type.String(), count: Type.Integer(), example: Type.String() });

export const litellmEndpoints = [
  endpoint({
    id: 'ingestLitellm',
    method: 'POST',
    path: '/v1/ingest/litellm',
    tag: 'litellm',
    summary: "LiteLLM's generic_api callback",
    access: { scope: 'write:records' },
    project: 'scoped',
    unaudited: 'Records are data, not administration.',
    peer: litellm,
    takes: ['application/json', 'application/x-ndjson'],
    maxBodyBytes: OPEN_BODY_BYTES,
    replies: {
      200: Type.Object({ accepted: Type.Integer(), rejected: Type.Array(Rejected) }),
      429: Type.Object({ error: Type.String(), reason: Type.String() }),
    },
    handle: (ctx, { raw }) => receivePayloads(ctx, raw),
  }),
];
