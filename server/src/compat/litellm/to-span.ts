// LiteLLM's StandardLoggingPayload as a span.
import { isObject } from '#lib/is-object';
import type { Span } from '#otlp';
import type { Json, JsonObject } from '#records';
import { draftSpan, type SpanDraftError } from '../draft-span.ts';
import { vendorAnswer } from '../vendor-answer/answer.ts';

type LitellmSpan = { ok: true; span: Span } | { ok: false; reason: string };

export function litellmSpan(payload: unknown): LitellmSpan {
  if (!isObject(payload)) return { ok: false, reason: 'not_an_object' };
  const sent = payload as JsonObject;
  const startMs = milliseconds(sent['startTime']);
  // The old payload (`generic_api_use_v1`) has all members as text.
  if (startMs === undefined) return { ok: false, reason: 'invalid_start_time' };
  const callId = text(sent['litellm_call_id']);
  const id = text(sent['id']) ?? callId;
  if (id === undefined) return { ok: false, reason: 'missing_id' };
  const endMs = milliseconds(sent['endTime']) ?? startMs;
  const failed = sent['status'] === 'failure';
  const callType = text(sent['call_type']) ?? '';
  return {
    ok: true,
    span: draftSpan({
      traceId: text(sent['trace_id']) ?? id,
      // Attempts of one request that fail have one id.
      spanId: failed ? `${id}-${startMs}` : id,
      name: [callType, text(sent['model_group']) ?? text(sent['model'])].filter(Boolean).join(' '),
      startMs,
      endMs,
      error: failed ? failureOf(sent) : null,
      attributes: {
        ...callOf(sent, callType),
        ...contextOf(sent),
        'litellm.call_id': callId,
        'http.response.status_code': failed ? statusOf(sent) : undefined,
      },
    }),
  };
}

/** Call types of LiteLLM; asynchronous ones begin with an `a`. */
const OPERATIONS: readonly (readonly [RegExp, string])[] = [
  [/embedding/, 'embeddings'],
  [/^a?text_completion/, 'text_completion'],
  [/completion|responses|anthropic_messages|generate_content|realtime|pass_?through|send_message/, 'chat'],
  [/mcp_tool|run_code|code_interpreter/, 'execute_tool'],
  [/^a?(?:image|speech|transcription|moderation|rerank|ocr|create_video)/, 'llm_call'],
];

function callOf(sent: JsonObject, callType: string): Record<string, Json | undefined> {
  const usage = usageOfPayload(sent);
  const cost = number(sent['response_cost']) ?? 0;
  const isBilled = cost > 0 || Object.values(usage).some((count) => typeof count === 'number' && count > 0);
  const operation =
    OPERATIONS.find(([type]) => type.test(callType))?.[1] ?? (isBilled ? 'llm_call' : undefined);
  const isCached = sent['cache_hit'] === true;
  const answer = vendorAnswer(sent['response']);
  const isEmbedding = operation === 'embeddings';
  const start = number(sent['startTime']) ?? 0;
  const first = number(sent['completionStartTime']) ?? start;
  const parameters = isObject(sent['model_parameters']) ? sent['model_parameters'] : {};
  // Files, batches and assistants are no model calls.
  if (operation === undefined) return { 'litellm.call_type': callType, 'input.value': sent['messages'] };
  return {
    'litellm.call_type': callType,
    'gen_ai.operation.name': operation,
    'gen_ai.provider.name': text(sent['custom_llm_provider']),
    'gen_ai.request.model': modelOf(sent),
    'gen_ai.response.model': answer.model,
    'gen_ai.response.id': answer.id,
    'gen_ai.response.finish_reasons': answer.finishReasons.length > 0 ? answer.finishReasons : undefined,
    'gen_ai.request.stream': sent['stream'] === true ? true : undefined,
    'gen_ai.response.time_to_first_chunk':
      sent['stream'] === true && first > start ? first - start : undefined,
    'server.address': text(sent['api_base']),
    'tracewell.usage': usage,
    // Zero means unknown, except for an answer from LiteLLM's own cache.
    'gen_ai.usage.cost': cost > 0 || isCached ? cost : undefined,
    'gen_ai.input.messages': sent['messages'],
    'gen_ai.output.messages': isEmbedding ? undefined : answer.output,
    ...Object.fromEntries(
      PARAMETERS.flatMap((name) => {
        const value = parameters[name];
        return typeof value === 'number' ? [[`gen_ai.request.${name}`, value]] : [];
      }),
    ),
  };
}

/** The proxy reports a deployment with its vendor in front: `openai/gpt-4o-mini`. */
function modelOf(sent: JsonObject): string | undefined {
  const model = text(sent['model']);
  const beginning = `${text(sent['custom_llm_provider']) ?? ''}/`;
  return (model?.startsWith(beginning) && model.slice(beginning.length)) || model;
}

const PARAMETERS = [
  'temperature',
  'top_p',
  'max_tokens',
  'frequency_penalty',
  'presence_penalty',
  'seed',
] as const;

/** The vendor's counts with those of its cache; without them, the three sums. */
function usageOfPayload(sent: JsonObject): JsonObject {
  const { metadata } = sent;
  const usage = isObject(metadata) ? metadata['usage_object'] : undefined;
  if (isObject(usage) && Object.keys(usage).length > 0) return usage;
  return {
    prompt_tokens: sent['prompt_tokens'] ?? 0,
    completion_tokens: sent['completion_tokens'] ?? 0,
    total_tokens: sent['total_tokens'] ?? 0,
  };
}

/** Members of the proxy's own metadata that become tags. Names and addresses of people do not. */
const TAGS: readonly (readonly [tag: string, ...keys: string[]])[] = [
  ['team', 'user_api_key_team_alias', 'team_alias', 'user_api_key_team_id'],
  ['key', 'user_api_key_alias'],
  ['organization', 'user_api_key_org_alias', 'user_api_key_org_id'],
  ['litellm.project', 'user_api_key_project_alias'],
  ['litellm.user', 'user_api_key_user_id'],
];

/** Members of the caller's metadata with a meaning of their own. */
const KNOWN = new Set([
  'session_id',
  'trace_id',
  'tags',
  'trace_user_id',
  'trace_name',
  'generation_name',
  'headers',
]);

const MAX_TAGS = 50;

function contextOf(sent: JsonObject): Record<string, Json | undefined> {
  const metadata = objectOf(sent['metadata']);
  const own = objectOf(metadata['requester_metadata']);
  const prompt = objectOf(metadata['prompt_management_metadata']);
  const tags = TAGS.flatMap(([tag, ...keys]) => {
    const value = keys.map((key) => text(metadata[key])).find((found) => found !== undefined);
    return value === undefined ? [] : [[tag, value] as const];
  });
  const group = text(sent['model_group']);
  if (group !== undefined && group !== sent['model']) tags.push(['model_group', group]);
  if (sent['cache_hit'] === true) tags.push(['cache_hit', 'true']);
  return {
    'user.id':
      text(sent['end_user']) ??
      text(own['trace_user_id']) ??
      text(objectOf(sent['model_parameters'])['user']),
    'session.id': text(sent['session_id']) ?? text(own['session_id']) ?? chosenTrace(sent['trace_id']),
    'gen_ai.prompt.name': text(prompt['prompt_id']),
    'tag.tags': Array.isArray(sent['request_tags']) ? sent['request_tags'] : undefined,
    ...Object.fromEntries(tags.map(([tag, value]) => [`tracewell.tag.${tag}`, value])),
    ...Object.fromEntries(
      Object.entries(own)
        .filter(([key, value]) => !KNOWN.has(key) && typeof value !== 'object')
        .slice(0, MAX_TAGS)
        .map(([key, value]) => [`litellm.metadata.${key}`, value]),
    ),
  };
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** LiteLLM makes up UUIDs. Any other trace id is the caller's session. */
function chosenTrace(traceId: Json | undefined): string | undefined {
  const id = text(traceId);
  return id === undefined || UUID.test(id) ? undefined : id;
}

function failureOf(sent: JsonObject): SpanDraftError {
  const about = objectOf(sent['error_information']);
  return {
    message: text(about['error_message']) ?? text(sent['error_str']) ?? 'error',
    type: text(about['error_class']),
    stack: text(about['traceback']),
  };
}

const statusOf = (sent: JsonObject): string | undefined => {
  const code = text(objectOf(sent['error_information'])['error_code']);
  return code !== undefined && /^\d{3}$/.test(code) ? code : undefined;
};

const objectOf = (value: Json | undefined): JsonObject => (isObject(value) ? value : {});

/** LiteLLM writes a missing id as `None`. */
const text = (value: Json | undefined): string | undefined =>
  typeof value === 'string' && value !== '' && value !== 'None' ? value : undefined;

const number = (value: Json | undefined): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined;

/** Times are seconds with a fraction. */
const milliseconds = (value: Json | undefined): number | undefined => {
  const seconds = number(value);
  return seconds === undefined ? undefined : Math.round(seconds * 1_000);
};
