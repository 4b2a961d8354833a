import { Type } from 'typebox';
import { endpoint } from '#core/endpoint';
import { closed, OneOf } from '#lib/schema';
import { aggregate } from './aggregate.ts';
import { distribution } from './distribution.ts';
import { Facets, FacetsQuery } from './schemas/facets.ts';
import { facets } from './facets.ts';
import { CSV_TYPE, EXPORT_FORMATS, exportCalls, PARQUET_TYPE } from './export-calls.ts';
import { getCall } from './get-call.ts';
import { getSession } from './get-session.ts';
import { getTrace } from './get-trace.ts';
import { listCalls } from './list-calls.ts';
import { listSessions } from './list-sessions.ts';
import { listSpans } from './list-spans.ts';
import {
  Aggregate,
  AggregateQuery,
  Distribution,
  DistributionQuery,
  PercentilesReply,
  PercentilesQuery,
} from './schemas/numbers.ts';
import { percentiles } from './percentiles.ts';
import { Call, CallsPage, CallsQuery } from './schemas/calls.ts';
import { Sessions, SessionsQuery } from './schemas/sessions.ts';
import { SpansQuery, TraceSpans } from './schemas/spans.ts';
import { CallSession, Trace } from './schemas/traces.ts';

const tag = 'query';
const unaudited = 'It only reads.';
const params = Type.Object({ id: Type.String({ minLength: 1, maxLength: 256 }) });

export const queryEndpoints = [
  endpoint({
    id: 'queryCalls',
    method: 'POST',
    path: '/v1/query/calls',
    tag,
    summary: 'Search calls',
    description:
      'A page of calls, newest first by default, without content; the single call has it. A page that would exceed 16 MiB is shorter, has `truncated` set, and continues with `nextCursor`.',
    access: { scope: 'read' },
    project: 'scoped',
    body: CallsQuery,
    bodyOptional: true,
    replies: { 200: CallsPage },
    unaudited,
    largeAnswer: true,
    handle: (ctx, { body, budget }) => listCalls(ctx, body, budget),
  }),
  endpoint({
    id: 'getCall',
    method: 'GET',
    path: '/v1/query/calls/{id}',
    tag,
    summary: 'One call, with its content',
    access: { scope: 'read' },
    project: 'scoped',
    params,
    replies: { 200: Type.Object({ call: Call }) },
    handle: (ctx, { params }) => getCall(ctx, params.id),
  }),
  endpoint({
    id: 'getTrace',
    method: 'GET',
    path: '/v1/query/trace/{id}',
    tag,
    summary: 'One trace: its calls, and the tree of all its spans',
    description:
      'At most 500 spans and 16 MiB: the earliest calls, then the earliest observations, then their stored content, earliest first. `truncated` is set if something is omitted: the flat list has all spans, the single calls have the content. A span whose parent is not among them is a root.',
    access: { scope: 'read' },
    project: 'scoped',
    params,
    replies: { 200: Trace },
    largeAnswer: true,
    handle: (ctx, { params, budget }) => getTrace(ctx, params.id, budget),
  }),
  endpoint({
    id: 'getTraceSpans',
    method: 'GET',
    path: '/v1/query/trace/{id}/spans',
    tag,
    summary: 'All spans of a trace, flat and light',
    description:
      'Calls and observations by start time, without content and attributes, for traces with more spans than the tree shows.',
    access: { scope: 'read' },
    project: 'scoped',
    params,
    query: SpansQuery,
    replies: { 200: TraceSpans },
    largeAnswer: true,
    handle: (ctx, { params, query, budget }) => listSpans(ctx, params.id, query, budget),
  }),
  endpoint({
    id: 'querySessions',
    method: 'POST',
    path: '/v1/query/sessions',
    tag,
    summary: 'Search sessions',
    description:
      'A page of the sessions with matching calls, latest activity first, with the totals of those calls.',
    access: { scope: 'read' },
    project: 'scoped',
    body: SessionsQuery,
    bodyOptional: true,
    replies: { 200: Sessions },
    unaudited,
    handle: (ctx, { body }) => listSessions(ctx, body),
  }),
  endpoint({
    id: 'getCallSession',
    method: 'GET',
    path: '/v1/query/session/{id}',
    tag,
    summary: 'One session: its calls in the order in which they were made',
    description:
      'The newest 1,000 calls, up to 16 MiB, without content. The totals cover all calls of the session.',
    access: { scope: 'read' },
    project: 'scoped',
    params,
    replies: { 200: CallSession },
    largeAnswer: true,
    handle: (ctx, { params, budget }) => getSession(ctx, params.id, budget),
  }),
  endpoint({
    id: 'queryAggregate',
    method: 'POST',
    path: '/v1/query/aggregate',
    tag,
    summary: 'One number per group of calls, and over all',
    access: { scope: 'read' },
    project: 'scoped',
    body: AggregateQuery,
    replies: { 200: Aggregate },
    unaudited,
    handle: (ctx, { body }) => aggregate(ctx, body),
  }),
  endpoint({
    id: 'queryPercentiles',
    method: 'POST',
    path: '/v1/query/percentiles',
    tag,
    summary: 'Percentiles of latency or cost',
    access: { scope: 'read' },
    project: 'scoped',
    body: PercentilesQuery,
    bodyOptional: true,
    replies: { 200: PercentilesReply },
    unaudited,
    handle: (ctx, { body }) => percentiles(ctx, body),
  }),
  endpoint({
    id: 'queryDistribution',
    method: 'POST',
    path: '/v1/query/distribution',
    tag,
    summary: 'Histogram of latency or cost',
    access: { scope: 'read' },
    project: 'scoped',
    body: DistributionQuery,
    bodyOptional: true,
    replies: { 200: Distribution },
    unaudited,
    handle: (ctx, { body }) => distribution(ctx, body),
  }),
  endpoint({
    id: 'queryFacets',
    method: 'POST',
    path: '/v1/query/facets',
    tag,
    summary: 'What calls can be filtered by: values and how many calls have them',
    access: { scope: 'read' },
    project: 'scoped',
    body: FacetsQuery,
    bodyOptional: true,
    replies: { 200: Facets },
    unaudited,
    handle: (ctx, { body }) => facets(ctx, body),
  }),
  endpoint({
    id: 'exportCalls',
    method: 'POST',
    path: '/v1/query/export',
    tag,
    summary: 'Export calls as JSON, CSV or Parquet',
    description:
      "All matching calls, newest first by default, up to the plan's cap, without content; `limit` and `cursor` are ignored. " +
      'The format is taken from the query, else from `Accept`, else it is JSON. An account has one export at a time (429 `export_running`). ' +
      'A transfer that breaks off is incomplete: request it again.',
    access: { scope: 'read' },
    project: 'scoped',
    query: closed({ format: Type.Optional(OneOf(EXPORT_FORMATS)) }),
    body: CallsQuery,
    bodyOptional: true,
    replies: { 200: Type.Object({ records: Type.Array(Call) }) },
    alsoProduces: [CSV_TYPE, PARQUET_TYPE],
    errors: [429],
    unaudited,
    handle: (ctx, { body, query, accept, signal }) =>
      exportCalls(ctx, { body, format: query.format, accept, signal }),
  }),
];
