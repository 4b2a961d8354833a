// A log of Helicone's manual logger as spans: the call, and the steps of its session's path above it.
import { randomUUID } from 'node:crypto';
import { isObject } from '#lib/is-object';
import type { Span } from '#otlp';
import type { Json, JsonObject } from '#records';
import { draftSpan, fixedId, type SpanDraftError } from '../draft-span.ts';
import { vendorAnswer, type VendorAnswer } from '../vendor-answer/answer.ts';
import { streamedAnswer } from '../vendor-answer/stream.ts';
import type { HeliconeHeaders } from './call-headers.ts';
import type { HeliconeBody } from './read-log.ts';
import { timingOf } from './timing.ts';

/** The part of the path that names a vendor's form; `custom` names none. */
export type HeliconeRoute = 'custom' | 'oai' | 'anthropic' | 'googleapis';

const VENDORS: Readonly<Record<HeliconeRoute, string | undefined>> = {
  custom: undefined,
  oai: 'openai',
  anthropic: 'anthropic',
  googleapis: 'google',
};

interface HeliconeLog extends HeliconeBody {
  route: HeliconeRoute;
  headers: HeliconeHeaders;
  nowMs: number;
}

/** The call is the last one. */
export function heliconeSpans({ route, body, streamed, headers, nowMs }: HeliconeLog): [...Span[], Span] {
  const request = objectIn(objectIn(body, 'providerRequest'), 'json');
  const response = objectIn(body, 'providerResponse');
  const timing = timingOf(body['timing'], nowMs);
  const { startMs, endMs } = timing;
  const id = headers.requestId ?? randomUUID();
  const { sessionId } = headers;
  const steps = sessionId === undefined ? [] : stepsOf(headers.sessionPath);
  const above = steps.slice(0, -1);
  const stepId = (path: string): string => fixedId('helicone', sessionId ?? '', path).slice(0, 16);
  const error = failureOf(response);
  const named = typeof body['provider'] === 'string' ? body['provider'] : VENDORS[route];
  const call = draftSpan({
    traceId: sessionId ?? id,
    spanId: id,
    parentSpanId: above.length === 0 ? undefined : stepId(pathOf(above)),
    name: steps.at(-1) ?? nameOf(request),
    startMs,
    endMs,
    error,
    attributes: {
      ...(eventOf(request, response) ??
        callOf(request, response, { named, headers, streamed, failed: error !== null })),
      'gen_ai.response.time_to_first_chunk':
        timing.firstTokenMs === undefined ? undefined : timing.firstTokenMs / 1_000,
      ...contextOf(headers),
    },
  });
  const folders = above.map((name, at) =>
    draftSpan({
      traceId: sessionId ?? id,
      spanId: stepId(pathOf(above.slice(0, at + 1))),
      parentSpanId: at === 0 ? undefined : stepId(pathOf(above.slice(0, at))),
      name,
      startMs,
      endMs,
      attributes: {
        'openinference.span.kind': 'CHAIN',
        'session.id': sessionId,
        'helicone.session.path': pathOf(above.slice(0, at + 1)),
      },
    }),
  );
  return [...folders, call];
}

const MAX_STEPS = 16;

const stepsOf = (path: string | undefined): string[] =>
  (path ?? '')
    .split('/')
    .map((step) => step.trim())
    .filter((step) => step !== '')
    .slice(0, MAX_STEPS);

const pathOf = (steps: readonly string[]): string => `/${steps.join('/')}`;

const nameOf = (request: JsonObject): string =>
  text(request['toolName']) ?? text(request['name']) ?? text(request['model']) ?? 'request';

/** Tools, vector databases and data of a program, which are no model calls. */
function eventOf(request: JsonObject, response: JsonObject): Record<string, Json | undefined> | null {
  const result = response['textBody'] ?? response['json'];
  switch (request['_type']) {
    case 'tool':
      return {
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': text(request['toolName']),
        'gen_ai.tool.call.arguments': request['input'],
        'gen_ai.tool.call.result': result,
      };
    case 'vector_db':
      return {
        'gen_ai.operation.name': 'retrieval',
        'gen_ai.retrieval.query.text': text(request['text']),
        'gen_ai.retrieval.documents': result,
        'gen_ai.data_source.id': text(request['databaseName']),
      };
    case 'data':
      return { 'openinference.span.kind': 'CHAIN', 'input.value': request['meta'], 'output.value': result };
    default:
      return null;
  }
}

interface CallFacts {
  named: string | undefined;
  headers: HeliconeHeaders;
  streamed: VendorAnswer | null;
  failed: boolean;
}

function callOf(
  request: JsonObject,
  response: JsonObject,
  facts: CallFacts,
): Record<string, Json | undefined> {
  const answer = facts.streamed ?? answerOf(response);
  const { cost } = response;
  const model = facts.headers.model ?? text(request['model']) ?? answer.model;
  const isEmbedding = request['input'] !== undefined && /embed/i.test(model ?? '');
  return {
    'gen_ai.operation.name': isEmbedding ? 'embeddings' : 'chat',
    'gen_ai.provider.name': facts.named?.toLowerCase(),
    'gen_ai.request.model': model,
    'gen_ai.response.model': answer.model,
    'gen_ai.response.id': answer.id,
    'gen_ai.response.finish_reasons': answer.finishReasons.length > 0 ? answer.finishReasons : undefined,
    'gen_ai.request.stream': request['stream'] === true ? true : undefined,
    'tracewell.usage': answer.usage,
    'gen_ai.usage.cost': typeof cost === 'number' && cost > 0 ? cost : undefined,
    'gen_ai.input.messages':
      request['messages'] ?? request['contents'] ?? request['input'] ?? request['prompt'],
    'gen_ai.system_instructions':
      request['system'] ?? request['systemInstruction'] ?? request['instructions'],
    // The text of a failed call is its error.
    'gen_ai.output.messages': facts.failed && typeof answer.output === 'string' ? undefined : answer.output,
    ...Object.fromEntries(
      ['temperature', 'top_p', 'max_tokens'].flatMap((name) =>
        typeof request[name] === 'number' ? [[`gen_ai.request.${name}`, request[name]]] : [],
      ),
    ),
  };
}

/**
 * `json` is always there: empty beside a text. Without a text, it is the answer, with members that the logger
 * adds.
 */
function answerOf(response: JsonObject): VendorAnswer {
  const { textBody } = response;
  if (typeof textBody === 'string' && textBody !== '') return streamedAnswer(textBody);
  const { _type, toolName: _toolName, name: _name, ...body } = objectIn(response, 'json');
  return vendorAnswer(body);
}

const contextOf = (headers: HeliconeHeaders): Record<string, Json | undefined> => ({
  'user.id': headers.userId,
  'session.id': headers.sessionId,
  'helicone.session.name': headers.sessionName,
  'helicone.session.path': headers.sessionPath,
  'gen_ai.prompt.name': headers.promptId,
  ...Object.fromEntries([...headers.properties].map(([name, value]) => [`helicone.property.${name}`, value])),
});

/** The logger's own code for a stream that its reader left. */
const CANCELLED = -3;
const TRACEBACK = 'Traceback (most recent call last)';

function failureOf(response: JsonObject): SpanDraftError | null {
  const status = typeof response['status'] === 'number' ? response['status'] : 200;
  const body = typeof response['textBody'] === 'string' ? response['textBody'] : '';
  if (status === CANCELLED) return { message: 'cancelled by the client', type: 'cancelled' };
  // The logger for Python always reports 200, and puts the traceback before the text.
  const isThrown = body.startsWith(TRACEBACK);
  if (status >= 0 && status < 400 && !isThrown) return null;
  const [first = ''] = body.split('\n', 1);
  const lines = isThrown ? body.split('\n\n', 1)[0]?.trim().split('\n') : undefined;
  const { error } = objectIn(response, 'json');
  const said = isObject(error) ? text(error['message']) : text(error);
  return {
    message: said ?? lines?.at(-1)?.trim() ?? (first.trim() || `status ${status}`),
    type: status >= 400 ? String(status) : undefined,
    stack: body.includes('\n') ? body : undefined,
  };
}

const objectIn = (object: JsonObject, key: string): JsonObject => (isObject(object[key]) ? object[key] : {});

const text = (value: Json | undefined): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;
