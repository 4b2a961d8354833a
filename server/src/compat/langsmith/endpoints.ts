import { Type } from 'typebox';
import { Pace } from '#lib/yield-to-event-loop';
import type { Context } from '#core/context';
import { endpoint, publicEndpoint, Reply, type Endpoint, type RawBody } from '#core/endpoint';
import { OPEN_BODY_BYTES, openTracesEndpoint } from '#features/ingest';
import { deleteScore } from '#features/scores';
import { elsewhereEndpoints } from './elsewhere.ts';
import { serverInfo } from './info.ts';
import { LANGSMITH as peer } from './peer.ts';
import { readBatch, readMultipart, readRun, type ReadRuns } from './read-runs.ts';
import { readFeedback, receiveFeedback, receiveRuns, receiveWholeRuns, updateFeedback } from './receive.ts';
import {
  deleteProjectSession,
  listProjectSessions,
  openProjectSession,
  readProjectSession,
  workspace,
} from './sessions.ts';

const tag = 'langsmith';

/** Clients read only the status. */
const Accepted = Type.Object({});
const Answer = Type.Record(Type.String(), Type.Unknown());
const Id = Type.String({ minLength: 1, maxLength: 256 });
const MAX_OFFSET = 1_000_000;
const ById = Type.Object({ id: Id });

const runs = {
  tag,
  peer,
  access: { scope: 'write:records' },
  project: 'scoped',
  takes: ['application/json'],
  maxBodyBytes: OPEN_BODY_BYTES,
  replies: { 202: Accepted },
  unaudited: 'Records are data, not administration.',
} as const;

const feedback = {
  tag,
  peer,
  access: { scope: 'write:records' },
  project: 'scoped',
  unaudited: 'Scores are data, not administration.',
  limitedAs: 'change',
} as const;

type ReadBody = (raw: RawBody, pace: Pace, id: string) => Promise<ReadRuns>;

async function receiveHere(ctx: Context, raw: RawBody, read: ReadBody, id = ''): Promise<object> {
  const pace = new Pace(ctx.account);
  // Before it is read: what waits for its turn are bytes, not objects.
  await pace.rest();
  await receiveRuns(ctx, await read(raw, pace, id), pace);
  return {};
}

const receiveOne = (read: ReadBody) => ({
  handle: (ctx: Context, { raw, params }: { raw: RawBody; params: { id?: string } }) =>
    receiveHere(ctx, raw, read, params.id),
});

const receiveMany = (read: ReadBody) => ({
  handle: async (ctx: Context, { raw }: { raw: RawBody }) => {
    const bytes = await receiveWholeRuns(ctx, raw);
    return bytes === null ? {} : receiveHere(ctx, { ...raw, bytes }, read);
  },
});

/** At the root, and under the path that a self-hosted LangSmith has and LiteLLM adds. */
const under = (prefix: '' | '/api/v1'): Endpoint[] => {
  const idOf = (name: string): string => `langsmith${prefix === '' ? '' : 'Api'}${name}`;
  return [
    publicEndpoint({
      tag,
      peer,
      id: idOf('Info'),
      method: 'GET',
      path: `${prefix}/info`,
      summary: 'How clients should send',
      replies: { 200: Answer },
      handle: (ctx) => serverInfo(ctx.config.version),
    }),
    endpoint({
      ...runs,
      id: idOf('CreateRun'),
      method: 'POST',
      path: `${prefix}/runs`,
      summary: 'A run',
      ...receiveOne(({ bytes }, pace) => readRun(bytes, pace, 'post')),
    }),
    endpoint({
      ...runs,
      id: idOf('UpdateRun'),
      method: 'PATCH',
      path: `${prefix}/runs/{id}`,
      summary: 'The end of a run',
      params: ById,
      ...receiveOne(({ bytes }, pace, id) => readRun(bytes, pace, 'patch', id)),
    }),
    endpoint({
      ...runs,
      id: idOf('RunBatch'),
      method: 'POST',
      path: `${prefix}/runs/batch`,
      summary: 'Runs and ends of runs',
      ...receiveMany(({ bytes }, pace) => readBatch(bytes, pace)),
    }),
    endpoint({
      ...runs,
      id: idOf('RunMultipart'),
      method: 'POST',
      path: `${prefix}/runs/multipart`,
      summary: 'Runs, ends of runs and feedback, each in parts',
      takes: ['multipart/form-data'],
      ...receiveMany(({ bytes, contentType }, pace) => readMultipart(bytes, pace, contentType)),
    }),
    endpoint({
      ...feedback,
      id: idOf('CreateFeedback'),
      method: 'POST',
      path: `${prefix}/feedback`,
      summary: 'Feedback about a run',
      body: Answer,
      replies: { 200: Answer },
      handle: (ctx, { body }) => receiveFeedback(ctx, body),
    }),
    endpoint({
      ...feedback,
      id: idOf('ReadFeedback'),
      method: 'GET',
      path: `${prefix}/feedback/{id}`,
      summary: 'Feedback by its id',
      access: { scope: 'read' },
      params: ById,
      replies: { 200: Answer },
      handle: (ctx, { params }) => readFeedback(ctx, params.id),
    }),
    endpoint({
      ...feedback,
      id: idOf('UpdateFeedback'),
      method: 'PATCH',
      path: `${prefix}/feedback/{id}`,
      summary: 'Change feedback',
      params: ById,
      body: Answer,
      replies: { 200: Answer },
      handle: (ctx, { params, body }) => updateFeedback(ctx, params.id, body),
    }),
    endpoint({
      ...feedback,
      id: idOf('DeleteFeedback'),
      method: 'DELETE',
      path: `${prefix}/feedback/{id}`,
      summary: 'Delete feedback',
      access: { scope: 'write:records', orScope: 'write' },
      params: ById,
      replies: { 200: Answer },
      handle: async (ctx, { params }) => {
        await deleteScore(ctx, params.id);
        return {};
      },
    }),
    endpoint({
      tag,
      peer,
      id: idOf('ListSessions'),
      method: 'GET',
      path: `${prefix}/sessions`,
      summary: 'Projects',
      access: { scope: 'read' },
      project: 'scoped',
      query: Type.Object({
        name: Type.Optional(Type.String()),
        name_contains: Type.Optional(Type.String()),
        limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_OFFSET })),
        offset: Type.Optional(Type.Integer({ minimum: 0, maximum: MAX_OFFSET })),
      }),
      replies: { 200: Type.Array(Answer) },
      handle: (ctx, { query }) => listProjectSessions(ctx, query),
    }),
    endpoint({
      tag,
      peer,
      id: idOf('ReadSession'),
      method: 'GET',
      path: `${prefix}/sessions/{id}`,
      summary: 'A project',
      access: { scope: 'read' },
      project: 'scoped',
      params: ById,
      replies: { 200: Answer },
      handle: (ctx, { params }) => readProjectSession(ctx, params.id),
    }),
    endpoint({
      tag,
      peer,
      id: idOf('CreateSession'),
      method: 'POST',
      path: `${prefix}/sessions`,
      summary: 'Create a project, or find it with `upsert`',
      // Runs create a project with their scope too.
      access: { scope: 'write:records' },
      project: 'account-wide',
      query: Type.Object({ upsert: Type.Optional(Type.String()) }),
      body: Type.Object({ name: Type.String({ minLength: 1, maxLength: 100 }) }),
      replies: { 200: Answer },
      errors: [409],
      unaudited: 'A project that is created has its own audit entry.',
      handle: (ctx, { query, body }) =>
        openProjectSession(ctx, body.name, /^true$/i.test(query.upsert ?? '')),
    }),
    endpoint({
      tag,
      peer,
      id: idOf('DeleteSession'),
      method: 'DELETE',
      path: `${prefix}/sessions/{id}`,
      summary: 'Delete a project',
      access: { scope: 'write', role: 'admin' },
      project: 'account-wide',
      params: ById,
      replies: { 202: Accepted },
      errors: [409],
      audit: 'project.delete',
      handle: async (ctx, { params }) => {
        await deleteProjectSession(ctx, params.id);
        return {};
      },
    }),
    ...['settings', 'workspaces/current'].map((path, at) =>
      endpoint({
        tag,
        peer,
        id: idOf(at === 0 ? 'Settings' : 'Workspace'),
        method: 'GET',
        path: `${prefix}/${path}`,
        summary: 'The account',
        access: { scope: 'read' },
        project: 'scoped',
        replies: { 200: Answer },
        handle: workspace,
      }),
    ),
    ...elsewhereEndpoints(prefix, idOf),
  ];
};

const OTEL = [
  ['LangsmithTraces', '/api/v1/otel/v1/traces'],
  ['LangsmithTracesAtRoot', '/api/v1/otel'],
] as const;

export const langsmithEndpoints: readonly Endpoint[] = [
  ...under(''),
  ...under('/api/v1'),
  // Those without the prefix are the open door's own.
  ...OTEL.map(([name, path]) =>
    openTracesEndpoint({ id: `export${name}`, path, summary: 'OpenTelemetry spans', peer }),
  ),
  publicEndpoint({
    tag,
    peer,
    id: 'langsmithProjectLink',
    method: 'GET',
    path: '/o/{tenantId}/projects/p/{projectId}',
    summary: 'Leads to the traces',
    params: Type.Object({ tenantId: Id, projectId: Id }),
    replies: { 302: null },
    handle: () => new Reply(302, null, { location: '/traces' }),
  }),
  publicEndpoint({
    tag,
    peer,
    id: 'langsmithRunLink',
    method: 'GET',
    path: '/o/{tenantId}/projects/p/{projectId}/r/{id}',
    summary: 'Leads to the trace of a root run',
    params: Type.Object({ tenantId: Id, projectId: Id, id: Id }),
    replies: { 302: null },
    handle: (_ctx, { params }) =>
      new Reply(302, null, { location: `/traces/${encodeURIComponent(params.id)}` }),
  }),
];
