import { endpoint } from '#core/endpoint';
import { diagnose } from './diagnose.ts';
import { Diagnostics } from './schemas.ts';

export const diagnosticsEndpoints = [
  endpoint({
    id: 'getIngestDiagnostics',
    method: 'GET',
    path: '/v1/ingest/diagnostics',
    tag: 'ingest',
    summary: 'Ingest diagnostics of the last 24 hours',
    description:
      'Counts of accepted, duplicate and rejected records by key and client, with an example of each reason. Use it when records do not show up. A request without a valid key (401) belongs to no account and is not counted. With a project, only keys bound to it are shown.',
    access: { scope: 'read' },
    project: 'scoped',
    replies: { 200: Diagnostics },
    handle: (ctx) => diagnose(ctx),
  }),
];
