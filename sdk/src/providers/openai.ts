// Spans for the calls of an `openai` client: chat completions, responses and embeddings, also as streams and
// through its helpers (`parse`, `stream`, `runTools`).
import { hostOf, watchMethod } from './api-promise.ts';
import {
  fieldsOf,
  isFields,
  listOf,
  numberOf,
  textOf,
  textPart,
  toolCallPart,
  toolResultPart,
  type Answer,
  type Fields,
  type Request,
  type StreamReader,
} from './model-call.ts';
import type { Usage } from '../tracing/usage.ts';

export interface WrapOpenAIOptions {
  /** The vendor behind the address of the client; derived from it unless set. */
  provider?: string;
  /**
   * Whether a streamed chat asks for its token counts, which the program then does not see. `true` at OpenAI
   * and Azure unless set: other vendors may refuse the option.
   */
  streamUsage?: boolean;
}

const PROVIDERS: readonly (readonly [end: string, provider: string])[] = [
  ['.openai.azure.com', 'azure.ai.openai'],
  ['api.deepseek.com', 'deepseek'],
  ['api.groq.com', 'groq'],
  ['api.mistral.ai', 'mistral_ai'],
  ['api.x.ai', 'x_ai'],
  ['api.perplexity.ai', 'perplexity'],
];

/** The same client, whose calls are spans from now on. */
export function wrapOpenAI<T extends object>(client: T, options: WrapOpenAIOptions = {}): T {
  const { baseURL, chat, responses, embeddings } = client as Fields;
  const address = hostOf(baseURL);
  const provider = options.provider ?? PROVIDERS.find(([end]) => address?.endsWith(end))?.[1] ?? 'openai';
  const asksUsage =
    options.streamUsage ?? (address === 'api.openai.com' || provider === 'azure.ai.openai');
  const from = { provider, address };
  watchMethod(fieldsOf(chat)['completions'], 'create', ([body, ...rest]) => {
    const asked = fieldsOf(body);
    const isStream = asked['stream'] === true;
    const addsUsage = asksUsage && isStream && !isFields(asked['stream_options']);
    return {
      request: () => chatRequest(asked, from),
      answer: chatAnswer,
      reader: () => chatReader(addsUsage),
      args: () => (addsUsage ? [{ ...asked, stream_options: { include_usage: true } }, ...rest] : [body, ...rest]),
    };
  });
  watchMethod(responses, 'create', ([body]) => ({
    request: () => responsesRequest(fieldsOf(body), from),
    answer: responsesAnswer,
    reader: responsesReader,
  }));
  watchMethod(embeddings, 'create', ([body]) => ({
    request: () => embeddingsRequest(fieldsOf(body), from),
    answer: embeddingsAnswer,
    reader: () => ({ read: () => {}, answer: () => ({}), isComplete: () => true }),
  }));
  return client;
}

type From = Pick<Request, 'provider' | 'address'>;

function parameters(body: Fields, maxTokens: string): Request['attributes'] {
  const attributes: NonNullable<Request['attributes']> = {};
  const add = (key: string, value: unknown): void => {
    if (typeof value === 'number' || typeof value === 'string') attributes[key] = value;
  };
  add('gen_ai.request.temperature', body['temperature']);
  add('gen_ai.request.top_p', body['top_p']);
  add('gen_ai.request.max_tokens', body[maxTokens] ?? body['max_tokens']);
  add('gen_ai.request.reasoning_effort', body['reasoning_effort'] ?? fieldsOf(body['reasoning'])['effort']);
  return attributes;
}

/** A text, or a list of parts of which the texts are known. */
function partsOf(content: unknown): Fields[] {
  if (typeof content === 'string') return [textPart(content)];
  return listOf(content).map((part) => {
    const text = textOf(part['text']) ?? textOf(part['refusal']);
    return text === undefined ? part : textPart(text);
  });
}

function chatMessage(message: Fields): Fields {
  const { role, content, tool_calls: calls, tool_call_id: id } = message;
  if (role === 'tool') return { role, parts: [toolResultPart(id, content)] };
  const parts = [...partsOf(content), ...partsOf(message['refusal']), ...listOf(calls).map(chatToolCall)];
  return { role, parts };
}

function chatToolCall(call: Fields): Fields {
  const { name, arguments: args } = fieldsOf(call['function']);
  return toolCallPart(call['id'], name ?? fieldsOf(call['custom'])['name'], args);
}

const chatRequest = (body: Fields, from: From): Request => ({
  ...from,
  operation: 'chat',
  model: String(body['model']),
  isStream: body['stream'] === true,
  input: listOf(body['messages']).map(chatMessage),
  tools: body['tools'],
  attributes: { 'openai.api.type': 'chat_completions', ...parameters(body, 'max_completion_tokens') },
});

function chatUsage(value: unknown): Usage {
  const usage = fieldsOf(value);
  const input = fieldsOf(usage['prompt_tokens_details']);
  const output = fieldsOf(usage['completion_tokens_details']);
  return {
    input: numberOf(usage['prompt_tokens']),
    output: numberOf(usage['completion_tokens']),
    cacheRead: numberOf(input['cached_tokens']),
    cacheWrite: numberOf(input['cache_write_tokens']),
    reasoning: numberOf(output['reasoning_tokens']),
    audioInput: numberOf(input['audio_tokens']),
    audioOutput: numberOf(output['audio_tokens']),
  };
}

const tierOf = (value: unknown): NonNullable<Answer['attributes']> =>
  typeof value === 'string' ? { 'openai.response.service_tier': value } : {};

function chatAnswer(value: unknown): Answer {
  const answer = fieldsOf(value);
  const choices = listOf(answer['choices']);
  return {
    id: textOf(answer['id']),
    model: textOf(answer['model']),
    finishReasons: choices.flatMap((choice) => textOf(choice['finish_reason']) ?? []),
    usage: chatUsage(answer['usage']),
    output: choices.map((choice) => ({
      ...chatMessage(fieldsOf(choice['message'])),
      finish_reason: choice['finish_reason'],
    })),
    attributes: tierOf(answer['service_tier']),
  };
}

/** Joins the parts to the answer that the same request would have had without a stream. */
function chatReader(hidesUsage: boolean): StreamReader {
  const whole: Fields = {};
  const choices: { message: Fields; finish_reason: unknown }[] = [];
  const isUsage = (part: unknown): boolean =>
    isFields(part) && isFields(part['usage']) && listOf(part['choices']).length === 0;
  return {
    read: (part) => {
      const { choices: changes, ...rest } = fieldsOf(part);
      for (const [key, value] of Object.entries(rest)) if (value !== null) whole[key] = value;
      for (const change of listOf(changes)) {
        const at = numberOf(change['index']) ?? 0;
        const choice = (choices[at] ??= { message: { role: 'assistant', content: '' }, finish_reason: null });
        const delta = fieldsOf(change['delta']);
        for (const key of ['content', 'refusal']) {
          const text = textOf(delta[key]);
          if (text !== undefined) choice.message[key] = `${textOf(choice.message[key]) ?? ''}${text}`;
        }
        for (const piece of listOf(delta['tool_calls'])) addToolCall(choice.message, piece);
        choice.finish_reason = change['finish_reason'] ?? choice.finish_reason;
      }
    },
    answer: () => chatAnswer({ ...whole, choices: choices.filter(Boolean).map(withoutEmptyText) }),
    isComplete: () => choices.some((choice) => choice?.finish_reason !== null),
    isOurs: (part) => hidesUsage && isUsage(part),
  };
}

function withoutEmptyText<T extends { message: Fields }>(choice: T): T {
  if (choice.message['content'] === '') choice.message['content'] = null;
  return choice;
}

function addToolCall(message: Fields, piece: Fields): void {
  const calls = (message['tool_calls'] ??= []) as Fields[];
  const at = numberOf(piece['index']) ?? calls.length;
  const call = (calls[at] ??= { function: { name: '', arguments: '' } });
  const { name = '', arguments: args = '' } = fieldsOf(piece['function']);
  const known = fieldsOf(call['function']);
  call['id'] ??= piece['id'];
  call['function'] = { name: `${known['name']}${name}`, arguments: `${known['arguments']}${args}` };
}

const responsesRequest = (body: Fields, from: From): Request => ({
  ...from,
  operation: 'chat',
  model: String(body['model'] ?? fieldsOf(body['prompt'])['id'] ?? 'unknown'),
  isStream: body['stream'] === true,
  input:
    typeof body['input'] === 'string'
      ? [{ role: 'user', parts: [textPart(body['input'])] }]
      : listOf(body['input']).map(responsesItem),
  system: typeof body['instructions'] === 'string' ? [textPart(body['instructions'])] : undefined,
  tools: body['tools'],
  attributes: { 'openai.api.type': 'responses', ...parameters(body, 'max_output_tokens') },
});

function responsesItem(item: Fields): Fields {
  const { type, role, content, call_id: id } = item;
  if (type === 'function_call') {
    return { role: 'assistant', parts: [toolCallPart(id, item['name'], item['arguments'])] };
  }
  if (type === 'function_call_output') return { role: 'tool', parts: [toolResultPart(id, item['output'])] };
  if (type === 'reasoning') {
    const content = listOf(item['summary']).flatMap(({ text }) => textOf(text) ?? []).join('\n');
    return { role: 'assistant', parts: [{ type: 'reasoning', content }] };
  }
  return role === undefined ? { role: 'assistant', parts: [item] } : { role, parts: partsOf(content) };
}

function responsesAnswer(value: unknown): Answer {
  const answer = fieldsOf(value);
  const usage = fieldsOf(answer['usage']);
  const input = fieldsOf(usage['input_tokens_details']);
  const reason = textOf(fieldsOf(answer['incomplete_details'])['reason']) ?? textOf(answer['status']);
  return {
    id: textOf(answer['id']),
    model: textOf(answer['model']),
    finishReasons: reason === undefined ? [] : [reason],
    usage: {
      input: numberOf(usage['input_tokens']),
      output: numberOf(usage['output_tokens']),
      cacheRead: numberOf(input['cached_tokens']),
      cacheWrite: numberOf(input['cache_write_tokens']),
      reasoning: numberOf(fieldsOf(usage['output_tokens_details'])['reasoning_tokens']),
    },
    output: listOf(answer['output']).map(responsesItem),
    attributes: tierOf(answer['service_tier']),
  };
}

/** The last event has the whole answer; until then there are only pieces of text. */
function responsesReader(): StreamReader {
  let whole: Fields = {};
  let text = '';
  let isComplete = false;
  return {
    read: (part) => {
      const { type, response, delta } = fieldsOf(part);
      if (isFields(response)) whole = response;
      if (type === 'response.output_text.delta') text += textOf(delta) ?? '';
      if (type === 'response.completed' || type === 'response.incomplete' || type === 'response.failed') {
        isComplete = true;
      }
    },
    answer: () => {
      if (isComplete) return responsesAnswer(whole);
      const { finishReasons: _none, ...answer } = responsesAnswer(whole);
      return { ...answer, output: text === '' ? undefined : [{ role: 'assistant', parts: [textPart(text)] }] };
    },
    isComplete: () => isComplete,
  };
}

const embeddingsRequest = (body: Fields, from: From): Request => ({
  ...from,
  operation: 'embeddings',
  model: String(body['model']),
  input: body['input'],
});

/** Without the vectors, which nobody reads. */
function embeddingsAnswer(value: unknown): Answer {
  const { model, usage, data } = fieldsOf(value);
  const [first] = listOf(data);
  const size = Array.isArray(first?.['embedding']) ? first['embedding'].length : undefined;
  return {
    model: textOf(model),
    usage: { input: numberOf(fieldsOf(usage)['prompt_tokens']), output: 0 },
    ...(size === undefined ? {} : { attributes: { 'gen_ai.embeddings.dimension.count': size } }),
  };
}
