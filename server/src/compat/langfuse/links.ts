// Pages of a Langfuse server that clients link to (`getTraceUrl`, `datasetRunUrl`), as pages of the
// dashboard. The dashboard asks for the sign-in.
import { Type } from 'typebox';
import { publicEndpoint, Reply, type Endpoint } from '#core/endpoint';
import { LANGFUSE as peer } from './peer.ts';

const Id = Type.String({ minLength: 1, maxLength: 512 });

const link = (id: string, path: string, to: (id: string) => string): Endpoint =>
  publicEndpoint({
    id,
    method: 'GET',
    path,
    tag: 'langfuse',
    summary: 'Leads to the page of the dashboard',
    peer,
    params: Type.Object({ id: Id }),
    replies: { 302: null },
    handle: (_ctx, { params }) => new Reply(302, null, { location: to(encodeURIComponent(params.id)) }),
  });

export const langfuseLinkEndpoints = [
  link('langfuseProjectLink', '/project/{id}', () => '/traces'),
  link('langfuseTraceLink', '/project/{projectId}/traces/{id}', (id) => `/traces/${id}`),
  link('langfuseSessionLink', '/project/{projectId}/sessions/{id}', (id) => `/sessions/${id}`),
  link(
    'langfuseRunLink',
    '/project/{projectId}/datasets/{id}/runs/{runId}',
    (id) => `/evaluations/datasets/${id}`,
  ),
  link('langfuseDatasetLink', '/project/{projectId}/datasets/{id}', (id) => `/evaluations/datasets/${id}`),
  link('langfusePromptLink', '/project/{projectId}/prompts/{id}', (id) => `/prompts/${id}`),
];
