import * as z from 'zod';
import { observationContent } from '@tracewell/sdk/reading';
import { TracewellError, unwrap, type Schemas, type TracewellClient } from '@tracewell/sdk';
import { clipped, compact, dataLines, nextPage, dataRows, dataValue } from '../answer.ts';
import { countOf } from '../../terminal/amounts.ts';
import { conversationLines } from '../conversation.ts';
import { callArguments, inPeriod, toolFilter, readPeriod, timeRange } from '../filter.ts';
import { findSpan, inOneLine, outlineOf } from '../outline.ts';
import { given, pageCursor, recordId, tool, type McpTool } from '../tool.ts';

type Span = Schemas['TraceSpan'];

const ALL_SPANS = 10_000;
const MAX_SPANS = 50_000;
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

/** All spans without content, in as few requests as the interface allows. */
async function spansOf(client: TracewellClient, id: string): Promise<{ spans: Span[]; total: number }> {
  const spans: Span[] = [];
  let cursor: string | null = null;
  let total = 0;
  do {
    const query = given({ limit: ALL_SPANS, cursor: cursor ?? undefined });
    const page: Schemas['TraceSpans'] = await unwrap(
      client.GET('/v1/query/trace/{id}/spans', { params: { path: { id }, query } }),
    );
    spans.push(...page.spans);
    total = page.total;
    cursor = page.nextCursor;
  } while (cursor !== null && spans.length < MAX_SPANS);
  return { spans, total };
}

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
    const { spans, total } = await spansOf(client, id);
    const most = view === 'full' ? Math.min(maxSpans, MAX_PREVIEWS) : maxSpans;
    const outline = outlineOf(spans, { errorsOnly, maxSpans: most, under });
    if (!outline) {
      throw new TracewellError('This trace has no such span.', { status: 404, reason: 'span_not_found' });
    }
    const failed = spans.filter(({ error }) => error !== null).length;
    const details = view === 'full' ? await previewsOf(client, outline.shown) : null;
    const written = details
      ? outlineOf(spans, { errorsOnly, maxSpans: most, under, detailOf: details })
      : null;
    return {
      says: [
        `${countOf(total, 'span')}, ${failed} failed.`,
        ...(outline.shown.length < outline.total
          ? [
              `${outline.shown.length} of ${outline.total} spans have a line. Use \`under\` with an [id], errorsOnly, or a larger maxSpans.`,
            ]
          : []),
        ...(spans.length < total ? [`Only the first ${spans.length} spans were read.`] : []),
      ],
      url: links.trace(id, under),
      data: dataLines((written ?? outline).lines),
    };
  },
});

/** The beginning of what these spans got and gave. */
async function previewsOf(client: TracewellClient, spans: readonly Span[]) {
  const ids = spans.slice(0, MAX_PREVIEWS).map(({ id }) => id);
  const { previews } = await unwrap(client.POST('/v1/query/previews', { body: { ids } }));
  const texts = new Map(
    previews
      .filter(({ stored }) => stored)
      .map(({ id, input, output }) => [id, `${inOneLine(input ?? '')} => ${inOneLine(output ?? '')}`]),
  );
  return (span: Span): string | null => texts.get(span.id) ?? null;
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
    const found = findSpan((await spansOf(client, traceId)).spans, label);
    if (!found || found.id === label) throw error;
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

export const traceTools: readonly McpTool[] = [findTraces, getTrace, getSpan];
