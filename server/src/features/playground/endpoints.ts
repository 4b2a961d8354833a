import { endpoint } from '#core/endpoint';
import { draftOfCall, draftOfSpan } from './draft.ts';
import { playColumn } from './run.ts';
import {
  NewSharedPlayground,
  PlaygroundDraft,
  PlaygroundDraftParams,
  PlaygroundEvents,
  PlaygroundRun,
  PlaygroundSpanParams,
  SharedPlayground,
} from './schemas.ts';
import { openSharedPlayground, sharePlayground } from './share.ts';

export const playgroundEndpoints = [
  endpoint({
    id: 'runPlayground',
    method: 'POST',
    path: '/v1/playground/runs',
    tag: 'playground',
    summary: 'Ask a model and stream its answer',
    description:
      'Through a model connection, within its budget. The run is stored as a call with its cost and the tag `tracewell.playground`; queries omit such calls unless `includeEvalRuns` is set. Closing the request cancels the run. At most 8 runs of an account at once (429 `too_many_runs`). A fault of the provider is an event `error` with a `reason`, as in model connections.',
    access: { scope: 'write' },
    project: 'scoped',
    body: PlaygroundRun,
    replies: { 200: PlaygroundEvents },
    produces: 'text/event-stream',
    errors: [404, 409, 422, 429],
    unaudited: 'A run is stored as a call, with its time, its model and its cost.',
    handle: (ctx, { body, signal }) => playColumn(ctx, body as never, signal),
  }),
  endpoint({
    id: 'getPlaygroundDraft',
    method: 'GET',
    path: '/v1/playground/calls/{id}',
    tag: 'playground',
    summary: 'Get a stored call as a draft of a run',
    description:
      'Its messages, tools and settings, in the form in which a run is sent. Without stored messages, `hasContent` is false.',
    access: { scope: 'read' },
    project: 'scoped',
    params: PlaygroundDraftParams,
    replies: { 200: PlaygroundDraft },
    handle: (ctx, { params }) => draftOfCall(ctx, params.id),
  }),
  endpoint({
    id: 'getPlaygroundDraftOfSpan',
    method: 'GET',
    path: '/v1/playground/trace/{id}/spans/{record}',
    tag: 'playground',
    summary: 'Get a span of any kind as a draft of a run',
    description:
      'As of a call. The input of a span without messages is the message of the user: the arguments of a tool, or the query of a retrieval.',
    access: { scope: 'read' },
    project: 'scoped',
    params: PlaygroundSpanParams,
    replies: { 200: PlaygroundDraft },
    handle: (ctx, { params }) => draftOfSpan(ctx, params.id, params.record),
  }),
  endpoint({
    id: 'sharePlayground',
    method: 'POST',
    path: '/v1/playground/drafts',
    tag: 'playground',
    summary: 'Save columns of the playground for a link',
    description:
      'Kept for 90 days, encrypted, in the project of the request. Erasing the call or the trace that it was opened from deletes it.',
    access: { scope: 'write' },
    project: 'scoped',
    body: NewSharedPlayground,
    replies: { 201: SharedPlayground },
    errors: [409],
    audit: 'playground.share',
    handle: (ctx, { body }) => sharePlayground(ctx, body),
  }),
  endpoint({
    id: 'getSharedPlayground',
    method: 'GET',
    path: '/v1/playground/drafts/{id}',
    tag: 'playground',
    summary: 'Get saved columns of the playground',
    access: { scope: 'read' },
    project: 'scoped',
    params: PlaygroundDraftParams,
    replies: { 200: SharedPlayground },
    handle: (ctx, { params }) => openSharedPlayground(ctx, params.id),
  }),
];
