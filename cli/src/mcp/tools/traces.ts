import * as z from 'zod';
import { observationContent } from '@tracewell/sdk/reading';
import { TracewellError, unwrap, type Schemas, type TracewellClient } from '@tracewell/sdk';
import { clipped, compact, dataLines, nextPage, dataRows, dataValue } from '../answer.ts';
import { countOf } from '../../terminal/amounts.ts';
import { conversationLines } from '../conversation.ts';
import { callArguments, figureArguments, inPeriod, toolFilter, readPeriod, timeRange } from '../filter.ts';
import { inOneLine, outlineLines } from '../outline.ts';
import { given, pageCursor, recordId, tool, type McpTool } from '../tool.ts';

const MAX_PREVIEWS = 200;
const PREVIEW_CHARACTERS = 400;

const findTraces = tool({
  name: 'find_traces',
  title: 'Find traces',
  description:
    'Lists traces (whole runs of an agent), latest activity first: name, duration, calls, errors, tokens, cost. Then get_trace shows one.',
  scope: 'read',
  input: {
    ...timeRange,
    ...callArguments,
    where: figureArguments.where,
    name: z.string().max(256).optional().describe('Part of the name of the root span'),
    agent: z.string().max(256).optional(),
    tool: z.string().max(256).optional(),
    hasError: z.boolean().optional().describe('true: with a failed span'),
    search: z.string().max(256).optional(),
    limit: z.int().min(1).max(50).optional().describe('20 unless set'),
    cursor: pageCursor,
  },
  run: async (args, { client, links, now }) => {
    const period = readPeriod(args, now());
    const { name, agent, tool: toolName, hasError, search, cursor, limit = 20 } = args;
    const body = given({
      ...toolFilter(args),
      ...period,
      name,
      agent,
      tool: toolName,
      hasError,
      search,
      cursor,
      limit,
    });
    const { traces, nextCursor } = await unwrap(client.POST('/v1/query/traces', { body }));
    return {
      says: [`${countOf(traces.length, 'trace')} ${inPeriod(period)}.`, ...nextPage(nextCursor)],
      url: links.page('traces'),
      data: dataRows(
        traces.map(({ scores, endTime: _end, ...trace }) => compact({ ...trace, scores: scores.length })),
      ),
    };
  },
});

const findSpans = tool({
  name: 'find_spans',
  title: 'Find spans',
  description: 'Lists steps of any type over all traces, newest first: tools, agents, retrievals, calls.',
  scope: 'read',
  input: {
    ...timeRange,
    error: figureArguments.error,
    userId: figureArguments.userId,
    sessionId: callArguments.sessionId,
    traceId: callArguments.traceId,
    type: z.string().max(64).optional().describe('tool, agent, retriever, llm (a call), …'),
    name: z.string().max(256).optional().describe('Part of the name'),
    agent: z.string().max(256).optional(),
    tool: z.string().max(256).optional(),
    sortBy: z.enum(['startTime', 'durationMs', 'costUsd']).optional(),
    limit: z.int().min(1).max(100).optional().describe('20 unless set'),
    cursor: pageCursor,
  },
  run: async (args, { client, links, now }) => {
    const period = readPeriod(args, now());
    const { type, name, agent, tool: toolName, sortBy, cursor, limit = 20 } = args;
    const ofSpans = { type, name, agent, tool: toolName, sortBy, cursor, limit };
    const body = given({ ...toolFilter(args), ...period, ...ofSpans });
    const { spans, nextCursor } = await unwrap(client.POST('/v1/query/spans', { body }));
    return {
      says: [`${countOf(spans.length, 'span')} ${inPeriod(period)}.`, ...nextPage(nextCursor)],
      url: links.page('traces'),
      data: dataRows(spans.map(compact)),
    };
  },
});

const outlineOf = (
  client: TracewellClient,
  id: string,
  query: { maxSpans: number; errorsOnly?: boolean; under?: string | undefined },
): Promise<Schemas['TraceOutline']> =>
  unwrap(client.GET('/v1/query/trace/{id}/outline', { params: { path: { id }, query: given(query) } }));

const getTrace = tool({
  name: 'get_trace',
  title: 'Get a trace',
  description:
    'One trace as an indented outline, one line per span: type, name, duration, model, tokens, cost, error, [id]. Failed spans come first in what is shown of a large trace. `under` shows the part below one span; get_span shows one span with its content.',
  scope: 'read',
  input: {
    id: recordId('The id of the trace'),
    view: z
      .enum(['outline', 'full'])
      .optional()
      .describe('full: also the beginning of input and output of each shown span, if stored'),
    errorsOnly: z.boolean().optional().describe('Only failed spans, with their ancestors'),
    under: recordId('The [id] of a span: only what is below it').optional(),
    maxSpans: z.int().min(1).max(1_000).optional().describe('150 unless set'),
  },
  run: async ({ id, view = 'outline', errorsOnly = false, under, maxSpans = 150 }, { client, links }) => {
    const most = view === 'full' ? Math.min(maxSpans, MAX_PREVIEWS) : maxSpans;
    const outline = await outlineOf(client, id, { maxSpans: most, errorsOnly, under });
    const { lines, total, read, failed, inPart, shown } = outline;
    const ids = lines.flatMap(({ span }) => (span ? [span.id] : []));
    const details = view === 'full' && ids.length > 0 ? await previewsOf(client, ids) : undefined;
    return {
      says: [
        `${countOf(total, 'span')}, ${failed} failed.`,
        ...(shown < inPart
          ? [
              `${shown} of ${inPart} spans have a line. Use \`under\` with an [id], errorsOnly, or a larger maxSpans.`,
            ]
          : []),
        ...(read < total ? [`Only the first ${read} spans were read.`] : []),
      ],
      url: links.trace(id, under),
      data: dataLines(outlineLines(lines, details)),
    };
  },
});

/** The beginning of what these spans got and gave. */
async function previewsOf(client: TracewellClient, ids: string[]) {
  const { previews } = await unwrap(client.POST('/v1/query/previews', { body: { ids } }));
  const texts = new Map(
    previews
      .filter(({ stored }) => stored)
      .map(({ id, input, output }) => [id, `${inOneLine(input ?? '')} => ${inOneLine(output ?? '')}`]),
  );
  return (id: string): string | null => texts.get(id) ?? null;
}

const askSpan = async (client: TracewellClient, id: string, record: string) =>
  (await unwrap(client.GET('/v1/query/trace/{id}/spans/{record}', { params: { path: { id, record } } })))
    .span;

/** The interface knows a span by the id of its record, an outline often by a shorter one. */
async function spanOf(client: TracewellClient, traceId: string, label: string) {
  try {
    return await askSpan(client, traceId, label);
  } catch (error) {
    if (!(error instanceof TracewellError) || error.status !== 404) throw error;
    const { lines } = await outlineOf(client, traceId, { maxSpans: 1, under: label });
    const found = lines.find(({ span }) => span?.label === label)?.span;
    if (!found) throw error;
    return askSpan(client, traceId, found.id);
  }
}

const getSpan = tool({
  name: 'get_span',
  title: 'Get a span',
  description:
    'One step of a trace: a call with its messages, or a tool, agent or retrieval with its input and output.',
  scope: 'read',
  input: {
    traceId: recordId('The id of the trace'),
    spanId: recordId('The [id] of the span in the outline'),
    content: z.enum(['none', 'preview', 'full']).optional().describe('preview unless set'),
  },
  run: async ({ traceId, spanId, content = 'preview' }, { client, links }) => {
    const span = await spanOf(client, traceId, spanId);
    const { children: _none, call, attributes, ...facts } = span;
    const url = links.trace(traceId, span.spanId ?? undefined);
    const each = content === 'full' ? Infinity : PREVIEW_CHARACTERS;
    if (call) {
      const { requestMeta: _meta, toolCalls: _tools, redactionMetadata: _redaction, ...about } = call;
      const messages = content === 'none' ? [] : conversationLines(call, each);
      const head = JSON.stringify({ ...compact(facts), call: compact(about) });
      return { says: [], url, data: dataLines([head, ...messages]) };
    }
    const { input, output, keys } = observationContent(attributes);
    const others = Object.entries(attributes).filter(([name]) => !keys.includes(name));
    const cut = (value: unknown): unknown => {
      const text = typeof value === 'string' ? value : JSON.stringify(value);
      return text !== undefined && text.length > each ? clipped(text, each) : value;
    };
    const texts = content === 'none' ? {} : { input: cut(input), output: cut(output) };
    return {
      says: [],
      url,
      data: dataValue({
        ...compact(facts),
        ...compact({ ...texts, attributes: Object.fromEntries(others) }),
      }),
    };
  },
});

export const traceTools: readonly McpTool[] = [findTraces, findSpans, getTrace, getSpan];
