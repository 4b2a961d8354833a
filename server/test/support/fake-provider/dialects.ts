import { amount, apart, bag, bearer, list, textIn, word, type Dialect, type DialectName } from './dialect.ts';

const CREATED = 1_781_524_800;

/** Chat completions, as defined by OpenAI and adopted by others. */
const chat: Dialect = {
  path: /^\/v1\/chat\/completions$/,
  basePath: '/v1',
  key: bearer,
  read: (body) => {
    const messages = list(body['messages'])
      .map(bag)
      .map(({ role, content }) => ({ role: word(role), text: textIn(content) }));
    const format = bag(body['response_format']);
    return {
      model: word(body['model']),
      ...apart(messages),
      schema: format['type'] === 'json_schema' ? bag(bag(format['json_schema'])['schema']) : null,
      temperature: amount(body['temperature']),
      maxOutputTokens: amount(body['max_tokens']) ?? amount(body['max_completion_tokens']),
    };
  },
  write: (reply) => ({
    id: 'chatcmpl-fake',
    object: 'chat.completion',
    created: CREATED,
    model: reply.model,
    choices: [
      {
        index: 0,
        message:
          reply.finish === 'refusal'
            ? { role: 'assistant', content: null, refusal: reply.text }
            : { role: 'assistant', content: reply.text, refusal: null },
        logprobs: null,
        finish_reason: reply.finish === 'length' ? 'length' : 'stop',
      },
    ],
    usage: {
      prompt_tokens: reply.inputTokens,
      completion_tokens: reply.outputTokens,
      total_tokens: reply.inputTokens + reply.outputTokens,
      prompt_tokens_details: { cached_tokens: reply.cachedTokens },
      completion_tokens_details: { reasoning_tokens: 0 },
    },
  }),
  error: (status, message) => ({
    error: { message, type: status === 429 ? 'rate_limit_error' : 'api_error', param: null, code: null },
  }),
};

const mistral: Dialect = {
  ...chat,
  // This protocol has no refusals; the model refuses in plain words.
  write: (reply) => ({
    id: 'fake',
    object: 'chat.completion',
    created: CREATED,
    model: reply.model,
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: reply.text, tool_calls: null },
        finish_reason: reply.finish === 'length' ? 'length' : 'stop',
      },
    ],
    usage: {
      prompt_tokens: reply.inputTokens,
      completion_tokens: reply.outputTokens,
      total_tokens: reply.inputTokens + reply.outputTokens,
    },
  }),
  error: (status, message) => ({ object: 'error', message, type: 'fake', param: null, code: String(status) }),
};

/** OpenAI’s other protocol. */
const responses: Dialect = {
  path: /^\/v1\/responses$/,
  basePath: '/v1',
  key: bearer,
  read: (body) => {
    const input =
      typeof body['input'] === 'string' ? [{ role: 'user', content: body['input'] }] : body['input'];
    const messages = list(input)
      .map(bag)
      .map(({ role, content }) => ({ role: word(role), text: textIn(content) }));
    const split = apart(messages);
    const format = bag(bag(body['text'])['format']);
    return {
      model: word(body['model']),
      messages: split.messages,
      system: [word(body['instructions']), split.system].filter(Boolean).join('\n'),
      schema: format['type'] === 'json_schema' ? bag(format['schema']) : null,
      temperature: amount(body['temperature']),
      maxOutputTokens: amount(body['max_output_tokens']),
    };
  },
  write: (reply) => ({
    id: 'resp_fake',
    object: 'response',
    created_at: CREATED,
    model: reply.model,
    status: reply.finish === 'length' ? 'incomplete' : 'completed',
    incomplete_details: reply.finish === 'length' ? { reason: 'max_output_tokens' } : null,
    output: [
      {
        type: 'message',
        id: 'msg_fake',
        role: 'assistant',
        status: 'completed',
        content: [
          reply.finish === 'refusal'
            ? { type: 'refusal', refusal: reply.text }
            : { type: 'output_text', text: reply.text, annotations: [] },
        ],
      },
    ],
    usage: {
      input_tokens: reply.inputTokens,
      input_tokens_details: { cached_tokens: reply.cachedTokens },
      output_tokens: reply.outputTokens,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: reply.inputTokens + reply.outputTokens,
    },
  }),
  error: (status, message) => chat.error(status, message),
};

const anthropic: Dialect = {
  path: /^\/v1\/messages$/,
  basePath: '/v1',
  key: (headers) =>
    typeof headers['anthropic-version'] === 'string' ? word(headers['x-api-key']) || undefined : undefined,
  read: (body) => {
    const tool = list(body['tools']).map(bag)[0];
    const format = bag(bag(body['output_config'])['format']);
    return {
      model: word(body['model']),
      system: textIn(body['system']),
      messages: list(body['messages'])
        .map(bag)
        .map(({ role, content }) => ({ role: word(role), text: textIn(content) })),
      schema: tool
        ? bag(tool['input_schema'])
        : format['type'] === 'json_schema'
          ? bag(format['schema'])
          : null,
      temperature: amount(body['temperature']),
      maxOutputTokens: amount(body['max_tokens']),
    };
  },
  write: (reply, { body }) => {
    const tool = list(body['tools']).map(bag)[0];
    const parsed = tool && reply.finish === 'stop' ? json(reply.text) : undefined;
    return {
      id: 'msg_fake',
      type: 'message',
      role: 'assistant',
      model: reply.model,
      content:
        reply.text === ''
          ? []
          : parsed === undefined
            ? [{ type: 'text', text: reply.text }]
            : [{ type: 'tool_use', id: 'toolu_fake', name: word(tool?.['name']), input: parsed }],
      stop_reason: {
        stop: parsed === undefined ? 'end_turn' : 'tool_use',
        length: 'max_tokens',
        refusal: 'refusal',
      }[reply.finish],
      stop_sequence: null,
      // Here cached tokens are counted in addition to the input, not as part of it.
      usage: {
        input_tokens: reply.inputTokens - reply.cachedTokens,
        cache_creation_input_tokens: 0,
        cache_read_input_tokens: reply.cachedTokens,
        output_tokens: reply.outputTokens,
      },
    };
  },
  error: (status, message) => ({
    type: 'error',
    error: {
      type: status === 429 ? 'rate_limit_error' : status === 529 ? 'overloaded_error' : 'api_error',
      message,
    },
    request_id: 'req_fake',
  }),
};

const google: Dialect = {
  path: /^\/v1beta\/models\/[^/]+:generateContent$/,
  basePath: '/v1beta',
  key: (headers) => word(headers['x-goog-api-key']) || undefined,
  read: (body, path) => {
    const settings = bag(body['generationConfig']);
    const isJson = settings['responseMimeType'] === 'application/json';
    return {
      model: decodeURIComponent(/models\/([^/]+):/.exec(path)?.[1] ?? ''),
      system: textIn(bag(body['systemInstruction'])['parts']),
      messages: list(body['contents'])
        .map(bag)
        .map(({ role, parts }) => ({
          role: role === 'model' ? 'assistant' : word(role),
          text: textIn(parts),
        })),
      schema: isJson ? bag(settings['responseJsonSchema'] ?? settings['responseSchema']) : null,
      temperature: amount(settings['temperature']),
      maxOutputTokens: amount(settings['maxOutputTokens']),
    };
  },
  write: (reply) => ({
    responseId: 'fake',
    modelVersion: reply.model,
    candidates: [
      {
        index: 0,
        ...(reply.finish === 'refusal' ? {} : { content: { role: 'model', parts: [{ text: reply.text }] } }),
        finishReason: { stop: 'STOP', length: 'MAX_TOKENS', refusal: 'SAFETY' }[reply.finish],
      },
    ],
    usageMetadata: {
      promptTokenCount: reply.inputTokens,
      candidatesTokenCount: reply.outputTokens,
      totalTokenCount: reply.inputTokens + reply.outputTokens,
      cachedContentTokenCount: reply.cachedTokens,
    },
  }),
  error: (status, message) => ({
    error: { code: status, message, status: status === 429 ? 'RESOURCE_EXHAUSTED' : 'UNAVAILABLE' },
  }),
};

/** The first dialect whose path matches handles a request. */
export const DIALECTS: Record<DialectName, readonly Dialect[]> = {
  openai: [chat, responses],
  anthropic: [anthropic],
  google: [google],
  mistral: [mistral],
  'openai-compatible': [chat],
};

function json(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
