import * as z from 'zod';
import { explainCost } from '@tracewell/sdk/reading';
import { unwrap, type Schemas } from '@tracewell/sdk';
import { clipped, compact, dataLines, nextPage, dataRows, dataValue } from '../answer.ts';
import { countOf } from '../../terminal/amounts.ts';
import { conversationLines } from '../conversation.ts';
import { callArguments, inPeriod, toolFilter, readPeriod, timeRange } from '../filter.ts';
import { shortUsd, inOneLine } from '../outline.ts';
import { given, pageCursor, recordId, tool, type McpTool } from '../tool.ts';

type Listed = Schemas['ListedCall'];
type Meta = Readonly<Record<string, unknown>>;

const FIELDS = [
  'id',
  'timestamp',
  'provider',
  'model',
  'totalTokens',
  'promptTokens',
  'completionTokens',
  'costUsd',
  'latencyMs',
  'error',
  'traceId',
  'sessionId',
  'userId',
  'tags',
  'promptName',
  'promptVersion',
  'preview',
] as const;
type Field = (typeof FIELDS)[number];

const USUAL: readonly Field[] = [
  'id',
  'timestamp',
  'provider',
  'model',
  'totalTokens',
  'costUsd',
  'latencyMs',
  'error',
  'traceId',
];

const ERROR_CHARACTERS = 300;
const PREVIEW_CHARACTERS = 400;

export const requestMetaOf = (value: unknown): Meta =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Meta) : {};

function rowOf(call: Listed, fields: readonly Field[]): Record<string, unknown> {
  const meta = requestMetaOf(call.requestMeta);
  const all: Record<Field, unknown> = {
    ...call,
    error: call.error === null ? null : clipped(inOneLine(call.error), ERROR_CHARACTERS),
    userId: meta['userId'],
    promptName: meta['promptName'],
    promptVersion: meta['promptVersion'],
    preview: call.preview,
  };
  return compact(Object.fromEntries(fields.map((field) => [field, all[field]])));
}

/** The parts of `requestMeta` that are messages or have a place of their own in the answer. */
const ELSEWHERE = new Set(['input', 'output', 'systemInstructions', 'pricing', 'contentDigest']);

const findCalls = tool({
  name: 'find_calls',
  title: 'Find calls',
  description:
    'Lists LLM calls without their messages, newest first: id, time, model, tokens, cost, latency, error, trace. Use it to find what failed, was slow or was expensive; then get_call or get_trace.',
  scope: 'read',
  input: {
    ...timeRange,
    ...callArguments,
    search: z
      .string()
      .max(256)
      .optional()
      .describe('Part of a model, id, error, user or tag; or words of stored messages'),
    sort: z
      .enum(['newest', 'oldest', 'most expensive', 'slowest', 'most tokens'])
      .optional()
      .describe('newest unless set'),
    fields: z.array(z.enum(FIELDS)).min(1).optional().describe('Columns of a row, if not the usual ones'),
    limit: z.int().min(1).max(50).optional().describe('20 unless set'),
    cursor: pageCursor,
  },
  run: async (args, { client, links, now }) => {
    const fields = args.fields ?? USUAL;
    const period = readPeriod(args, now());
    const body = given({
      ...toolFilter(args),
      ...period,
      search: args.search,
      limit: args.limit ?? 20,
      cursor: args.cursor,
      ...SORTS[args.sort ?? 'newest'],
      preview: fields.includes('preview'),
    });
    const { records, nextCursor } = await unwrap(client.POST('/v1/query/calls', { body }));
    return {
      says: [`${countOf(records.length, 'call')} ${inPeriod(period)}.`, ...nextPage(nextCursor)],
      url: links.page('calls'),
      data: dataRows(records.map((call) => rowOf(call, fields))),
    };
  },
});

const SORTS = {
  newest: { sortBy: 'timestamp', sortOrder: 'desc' },
  oldest: { sortBy: 'timestamp', sortOrder: 'asc' },
  'most expensive': { sortBy: 'cost_usd', sortOrder: 'desc' },
  slowest: { sortBy: 'latency_ms', sortOrder: 'desc' },
  'most tokens': { sortBy: 'total_tokens', sortOrder: 'desc' },
} as const;

const getCall = tool({
  name: 'get_call',
  title: 'Get a call',
  description:
    'One LLM call: its facts, the cost line by line, its scores, and its messages if the account stores them.',
  scope: 'read',
  input: {
    id: recordId('The id of the call'),
    content: z
      .enum(['none', 'preview', 'full'])
      .optional()
      .describe(`Messages: none, the first ${PREVIEW_CHARACTERS} characters of each (unless set), or full`),
  },
  run: async ({ id, content = 'preview' }, { client, links }) => {
    const { call, scores } = await unwrap(client.GET('/v1/query/calls/{id}', { params: { path: { id } } }));
    const { requestMeta, toolCalls, errorDetails, redactionMetadata: _redaction, ...facts } = call;
    const meta = requestMetaOf(requestMeta);
    const others = Object.entries(meta).filter(([name]) => !ELSEWHERE.has(name));
    const messages =
      content === 'none'
        ? []
        : conversationLines({ requestMeta, toolCalls }, content === 'full' ? Infinity : PREVIEW_CHARACTERS);
    const { source, lines } = explainCost(call, meta);
    const about = {
      ...compact(facts),
      cost: { source, lines: lines.filter(({ tokens }) => tokens > 0) },
      ...compact({ meta: Object.fromEntries(others), errorDetails, scores: scores.map(compact) }),
    };
    return {
      says:
        content !== 'none' && messages.length === 0
          ? ['No messages are stored: the account has not consented to storing them, or the call had none.']
          : [],
      url: links.call(id),
      data: messages.length === 0 ? dataValue(about) : dataLines([JSON.stringify(about), ...messages]),
    };
  },
});

const getSession = tool({
  name: 'get_session',
  title: 'Get a session',
  description:
    'One session (a conversation or a job): its totals and its calls in order, with the beginning of what was said if messages are stored.',
  scope: 'read',
  input: {
    id: recordId('The id of the session'),
    limit: z.int().min(1).max(100).optional().describe('Newest calls to show; 30 unless set'),
  },
  run: async ({ id, limit = 30 }, { client, links }) => {
    const { calls, totals, truncated } = await unwrap(
      client.GET('/v1/query/session/{id}', { params: { path: { id } } }),
    );
    const shown = calls.slice(-limit);
    const { previews } = await unwrap(
      client.POST('/v1/query/previews', { body: { ids: shown.map((call) => call.id) } }),
    );
    const said = new Map(previews.map(({ id: of, input, output }) => [of, compact({ input, output })]));
    const turns = shown.map((call) =>
      compact({ ...rowOf(call, USUAL), traceId: call.traceId, said: said.get(call.id) }),
    );
    return {
      says: [
        `${countOf(totals.calls, 'call')}, ${shortUsd(totals.costUsd)}, ${totals.totalTokens} tokens, ${totals.errors} failed, from ${totals.startTime} to ${totals.endTime}.`,
        ...(shown.length < totals.calls || truncated ? [`The newest ${shown.length} calls are shown.`] : []),
      ],
      url: links.session(id),
      data: dataRows(turns),
    };
  },
});

export const callTools: readonly McpTool[] = [findCalls, getCall, getSession];
