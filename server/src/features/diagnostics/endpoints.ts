import { endpoint } from '#core/endpoint';
import { diagnose } from './diagnose.ts';
import { Diagnostics } from './schemas.ts';

export const diagnosticsEndpoints = [
  endpoint({
    id: 'getIngestDiagnostics',
    method: 'GET',
    path: '/v1/ingest/diagnostics',
    tag: 'ingest',
    summary: 'See what became of what was sent in the last 24 hours',
    description:
      'By key and client: what was accepted, a duplicate, rejected and why, with an example of each reason. For the day when nothing shows up. A request without a valid key (401) belongs to no account and is not counted. With a project, only the keys that are bound to it are shown.',
    access: { scope: 'read' },
    project: 'scoped',
    replies: { 200: Diagnostics },
    handle: (ctx) => diagnose(ctx),
  }),
];
