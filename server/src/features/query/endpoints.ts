import { Type } from 'typebox';
import { endpoint } from '#core/endpoint';
import { closed, OneOf } from '#lib/schema';
import { aggregate } from './aggregate.ts';
import { compareTraces } from './compare-traces.ts';
import { distribution } from './distribution.ts';
import { Facets, FacetsQuery } from './schemas/facets.ts';
import { facets } from './facets.ts';
import { figures } from './figures.ts';
import { FigureAnswers, FiguresQuery } from './schemas/figures.ts';
import { CSV_TYPE, EXPORT_FORMATS, exportCalls, PARQUET_TYPE } from './export-calls.ts';
import { getCallInline } from './get-call-inline.ts';
import { getCallWhole } from './get-call-whole.ts';
import { getOutline } from './get-outline.ts';
import { getSession } from './get-session.ts';
import { getSpan } from './get-span.ts';
import { getTrace } from './get-trace.ts';
import { listCalls } from './list-calls.ts';
import { listSessions } from './list-sessions.ts';
import { listSpans } from './list-spans.ts';
import { listUsers } from './list-users.ts';
import { listTraces } from './list-traces.ts';
import { listPreviews } from './previews.ts';
import {
  Aggregate,
  AggregateQuery,
  Distribution,
  DistributionQuery,
  PercentilesReply,
  PercentilesQuery,
} from './schemas/numbers.ts';
import { percentiles } from './percentiles.ts';
import { querySpans } from './query-spans.ts';
import { exportSpans, SPAN_EXPORT_FORMATS } from './export-spans.ts';
import { Call, CallsPage, CallsQuery, ExportedCall, ShownScores } from './schemas/calls.ts';
import { ComparisonQuery, RunComparison } from './schemas/comparison.ts';
import { Previews, PreviewsQuery } from './schemas/previews.ts';
import { Sessions, SessionsQuery } from './schemas/sessions.ts';
import { SpanList, SpanListQuery, SpanRow } from './schemas/span-list.ts';
import { OutlineQuery, TraceOutline } from './schemas/outline.ts';
import { SpansQuery, TraceSpans } from './schemas/spans.ts';
import { Traces, TracesQuery } from './schemas/trace-list.ts';
import { CallSession, Trace, TraceNode } from './schemas/traces.ts';
import { Users, UsersQuery } from './schemas/users.ts';

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
      'A page of calls, newest first by default, without content unless `content` asks for it; `preview` adds its beginning. A page that would exceed 16 MiB is shorter, has `truncated` set, and continues with `nextCursor`.',
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
    summary: 'One call, with its content and its scores',
    description:
      'Files in its content are references, `{type: "media", mediaId, contentType, bytes}`. With `media=inline` they are in the content as they were sent.',
    access: { scope: 'read' },
    project: 'scoped',
    params,
    query: closed({ media: Type.Optional(OneOf(['inline'])) }),
    replies: { 200: Type.Object({ call: Call, scores: ShownScores }) },
    handle: (ctx, { params, query, signal, budget }) =>
      query.media === 'inline' ? getCallInline(ctx, params.id, signal) : getCallWhole(ctx, params.id, budget),
  }),
  endpoint({
    id: 'queryPreviews',
    method: 'POST',
    path: '/v1/query/previews',
    tag,
    summary: 'One-line previews of calls and observations',
    access: { scope: 'read' },
    project: 'scoped',
    body: PreviewsQuery,
    replies: { 200: Previews },
    unaudited,
    handle: (ctx, { body }) => listPreviews(ctx, body),
  }),
  endpoint({
    id: 'queryTraces',
    method: 'POST',
    path: '/v1/query/traces',
    tag,
    summary: 'Search traces',
    description:
      'A page of traces, latest activity first: by the start of the newest span that matches. A page may be shorter than the limit; it continues with `nextCursor`.',
    access: { scope: 'read' },
    project: 'scoped',
    body: TracesQuery,
    bodyOptional: true,
    replies: { 200: Traces },
    unaudited,
    largeAnswer: true,
    handle: (ctx, { body, budget }) => listTraces(ctx, body, budget),
  }),
  endpoint({
    id: 'compareTraces',
    method: 'GET',
    path: '/v1/query/traces/compare',
    tag,
    summary: 'Compare two runs, span by span',
    description:
      'Spans are aligned by their path: the names from the root. `same` ignores times and ids; `changed` means that status, model, tokens, cost or content differ (`differs`). Content is compared where it is stored.',
    access: { scope: 'read' },
    project: 'scoped',
    query: ComparisonQuery,
    replies: { 200: RunComparison },
    errors: [404],
    largeAnswer: true,
    handle: (ctx, { query, budget, signal }) => compareTraces(ctx, query, budget, signal),
  }),
  endpoint({
    id: 'getTrace',
    method: 'GET',
    path: '/v1/query/trace/{id}',
    tag,
    summary: 'One trace: its calls, and the tree of all its spans',
    description:
      'At most 500 spans and 16 MiB: the earliest calls, then the earliest observations, then their stored content, earliest first. If something is omitted, `truncated` is set; the flat list has all spans, and each single call has its content. A span whose parent is not among them is a root.',
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
    summary: 'All spans of a trace as a flat list, without content',
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
    id: 'getTraceOutline',
    method: 'GET',
    path: '/v1/query/trace/{id}/outline',
    tag,
    summary: 'The outline of a trace: the spans that explain it',
    description:
      'Failed spans with their ancestors first, then the upper levels, longest first. Spans without a line are counted in their place. A trace of thousands of spans becomes an answer that a person or a model can read.',
    access: { scope: 'read' },
    project: 'scoped',
    params,
    query: OutlineQuery,
    replies: { 200: TraceOutline },
    largeAnswer: true,
    handle: (ctx, { params, query }) => getOutline(ctx, params.id, query),
  }),
  endpoint({
    id: 'getTraceSpan',
    method: 'GET',
    path: '/v1/query/trace/{id}/spans/{record}',
    tag,
    summary: 'One span of a trace, with its attributes and its content',
    description:
      'Identified by the `id` of the span in the flat list, for spans that the tree omits. `children` is empty.',
    access: { scope: 'read' },
    project: 'scoped',
    params: Type.Object({ ...params.properties, record: params.properties.id }),
    replies: { 200: Type.Object({ span: TraceNode }) },
    handle: async (ctx, { params }) => ({ span: await getSpan(ctx, params.id, params.record) }),
  }),
  endpoint({
    id: 'querySpans',
    method: 'POST',
    path: '/v1/query/spans',
    tag,
    summary: 'Search spans of any type',
    description:
      'A page of calls and observations, newest first by default: tools, agents, retrievals and all others, over all traces.',
    access: { scope: 'read' },
    project: 'scoped',
    body: SpanListQuery,
    bodyOptional: true,
    replies: { 200: SpanList },
    unaudited,
    largeAnswer: true,
    handle: (ctx, { body, budget }) => querySpans(ctx, body, budget),
  }),
  endpoint({
    id: 'exportSpans',
    method: 'POST',
    path: '/v1/query/spans/export',
    tag,
    summary: 'Export spans as JSON or CSV',
    description:
      "All matching spans, newest first by default, up to the plan's cap; `limit` and `cursor` of the body are ignored. " +
      'The format is taken from the query, else from `Accept`, else it is JSON. An account has one export at a time (429 `export_running`). ' +
      'A transfer that breaks off is incomplete: request it again.',
    access: { scope: 'read' },
    project: 'scoped',
    query: closed({ format: Type.Optional(OneOf(SPAN_EXPORT_FORMATS)) }),
    body: SpanListQuery,
    bodyOptional: true,
    replies: { 200: Type.Object({ spans: Type.Array(SpanRow) }) },
    alsoProduces: [CSV_TYPE],
    errors: [429],
    unaudited,
    handle: (ctx, { body, query, accept, signal }) =>
      exportSpans(ctx, { body, format: query.format, accept, signal }),
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
    id: 'queryUsers',
    method: 'POST',
    path: '/v1/query/users',
    tag,
    summary: 'Users of your application, with the totals of their calls',
    access: { scope: 'read' },
    project: 'scoped',
    body: UsersQuery,
    bodyOptional: true,
    replies: { 200: Users },
    unaudited,
    handle: (ctx, { body }) => listUsers(ctx, body),
  }),
  endpoint({
    id: 'queryAggregate',
    method: 'POST',
    path: '/v1/query/aggregate',
    tag,
    summary: 'One number per group of calls, spans, runs or sessions, and in total',
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
    id: 'queryFigures',
    method: 'POST',
    path: '/v1/query/figures',
    tag,
    summary: 'Several aggregates, percentiles, distributions and scores at once',
    description:
      'For dashboards: up to 30 figures, each with the body of its own endpoint. A figure that fails has an `error` and does not affect the others. The request counts as one read; four figures of an account run at once, the others wait.',
    access: { scope: 'read' },
    project: 'scoped',
    body: FiguresQuery,
    replies: { 200: FigureAnswers },
    unaudited,
    handle: (ctx, { body, signal }) => figures(ctx, body, signal),
  }),
  endpoint({
    id: 'queryFacets',
    method: 'POST',
    path: '/v1/query/facets',
    tag,
    summary: 'Values to filter by, with the number of calls, spans, runs or sessions for each',
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
      "All matching calls, newest first by default, up to the plan's cap, without content unless `content` of the query asks for it; `limit`, `cursor`, `preview` and `content` of the body are ignored. " +
      'The format is taken from the query, else from `Accept`, else it is JSON. An account has one export at a time (429 `export_running`). ' +
      'A transfer that breaks off is incomplete: request it again.',
    access: { scope: 'read' },
    project: 'scoped',
    query: closed({
      format: Type.Optional(OneOf(EXPORT_FORMATS)),
      scores: Type.Optional(
        Type.Boolean({
          description:
            'Adds `scores` to each call, as JSON: id, name, data type, value, source and time, without text',
        }),
      ),
      content: Type.Optional(
        Type.Boolean({ description: 'Adds the stored `input` and `output` to each call, as JSON' }),
      ),
    }),
    body: CallsQuery,
    bodyOptional: true,
    replies: { 200: Type.Object({ records: Type.Array(ExportedCall) }) },
    alsoProduces: [CSV_TYPE, PARQUET_TYPE],
    errors: [429],
    unaudited,
    handle: (ctx, { body, query, accept, signal }) =>
      exportCalls(ctx, {
        body,
        format: query.format,
        scores: query.scores ?? false,
        content: query.content ?? false,
        accept,
        signal,
      }),
  }),
];
