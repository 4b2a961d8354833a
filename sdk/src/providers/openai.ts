// Spans for the calls of an `openai` client: chat completions, responses and embeddings, also as streams and
// through its helpers (`parse`, `stream`, `runTools`).
import { hostOf, watchMethod } from './api-promise.ts';
import {
  fieldsOf,
  isGivenFields,
  givenRecords,
  givenNumber,
  givenText,
  textPart,
  toolCallPart,
  toolResultPart,
  type Answer,
  type GivenFields,
  type Request,
  type StreamReader,
} from './model-call.ts';
import type { ModelUsage } from '../tracing/usage.ts';

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
  const { baseURL, chat, responses, embeddings } = client as GivenFields;
  const address = hostOf(baseURL);
  const provider = options.provider ?? PROVIDERS.find(([end]) => address?.endsWith(end))?.[1] ?? 'openai';
  const asksUsage = options.streamUsage ?? (address === 'api.openai.com' || provider === 'azure.ai.openai');
  const from = { provider, address };
  watchMethod(fieldsOf(chat)['completions'], 'create', ([body, ...rest]) => {
    const asked = fieldsOf(body);
    const isStream = asked['stream'] === true;
    const addsUsage = asksUsage && isStream && !isGivenFields(asked['stream_options']);
    return {
      request: () => chatRequest(asked, from),
      answer: chatAnswer,
      reader: () => chatReader(addsUsage),
      args: () =>
        addsUsage ? [{ ...asked, stream_options: { include_usage: true } }, ...rest] : [body, ...rest],
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

function parameters(body: GivenFields, maxTokens: string): Request['attributes'] {
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
function partsOf(content: unknown): GivenFields[] {
  if (typeof content === 'string') return [textPart(content)];
  return givenRecords(content).map((part) => {
    const text = givenText(part['text']) ?? givenText(part['refusal']);
    return text === undefined ? part : textPart(text);
  });
}

function chatMessage(message: GivenFields): GivenFields {
  const { role, content, tool_calls: calls, tool_call_id: id } = message;
  if (role === 'tool') return { role, parts: [toolResultPart(id, content)] };
  const parts = [
    ...partsOf(content),
    ...partsOf(message['refusal']),
    ...givenRecords(calls).map(chatToolCall),
  ];
  return { role, parts };
}

function chatToolCall(call: GivenFields): GivenFields {
  const { name, arguments: args } = fieldsOf(call['function']);
  return toolCallPart(call['id'], name ?? fieldsOf(call['custom'])['name'], args);
}

const chatRequest = (body: GivenFields, from: From): Request => ({
  ...from,
  operation: 'chat',
  model: String(body['model']),
  isStream: body['stream'] === true,
  input: givenRecords(body['messages']).map(chatMessage),
  tools: body['tools'],
  attributes: { 'openai.api.type': 'chat_completions', ...parameters(body, 'max_completion_tokens') },
});

function chatUsage(value: unknown): ModelUsage {
  const usage = fieldsOf(value);
  const input = fieldsOf(usage['prompt_tokens_details']);
  const output = fieldsOf(usage['completion_tokens_details']);
  return {
    input: givenNumber(usage['prompt_tokens']),
    output: givenNumber(usage['completion_tokens']),
    cacheRead: givenNumber(input['cached_tokens']),
    cacheWrite: givenNumber(input['cache_write_tokens']),
    reasoning: givenNumber(output['reasoning_tokens']),
    audioInput: givenNumber(input['audio_tokens']),
    audioOutput: givenNumber(output['audio_tokens']),
  };
}

const tierOf = (value: unknown): NonNullable<Answer['attributes']> =>
  typeof value === 'string' ? { 'openai.response.service_tier': value } : {};

function chatAnswer(value: unknown): Answer {
  const answer = fieldsOf(value);
  const choices = givenRecords(answer['choices']);
  return {
    id: givenText(answer['id']),
    model: givenText(answer['model']),
    finishReasons: choices.flatMap((choice) => givenText(choice['finish_reason']) ?? []),
    usage: chatUsage(answer['usage']),
    output: choices.map(({ message, finish_reason: reason }) =>
      Object.assign(chatMessage(fieldsOf(message)), { finish_reason: reason }),
    ),
    attributes: tierOf(answer['service_tier']),
  };
}

/** Joins the parts to the answer that the same request would have had without a stream. */
function chatReader(hidesUsage: boolean): StreamReader {
  const whole: GivenFields = {};
  const choices: { message: GivenFields; finish_reason: unknown }[] = [];
  const isUsage = (part: unknown): boolean =>
    isGivenFields(part) && isGivenFields(part['usage']) && givenRecords(part['choices']).length === 0;
  return {
    read: (part) => {
      const { choices: changes, ...rest } = fieldsOf(part);
      for (const [key, value] of Object.entries(rest)) if (value !== null) whole[key] = value;
      for (const change of givenRecords(changes)) {
        const at = givenNumber(change['index']) ?? 0;
        const choice = (choices[at] ??= { message: { role: 'assistant', content: '' }, finish_reason: null });
        const delta = fieldsOf(change['delta']);
        for (const key of ['content', 'refusal']) {
          const text = givenText(delta[key]);
          if (text !== undefined) choice.message[key] = `${givenText(choice.message[key]) ?? ''}${text}`;
        }
        for (const piece of givenRecords(delta['tool_calls'])) addToolCall(choice.message, piece);
        choice.finish_reason = change['finish_reason'] ?? choice.finish_reason;
      }
    },
    answer: () => chatAnswer({ ...whole, choices: choices.filter(Boolean).map(withoutEmptyText) }),
    isComplete: () => choices.some((choice) => choice?.finish_reason !== null),
    isOurs: (part) => hidesUsage && isUsage(part),
  };
}

function withoutEmptyText<T extends { message: GivenFields }>(choice: T): T {
  if (choice.message['content'] === '') choice.message['content'] = null;
  return choice;
}

function addToolCall(message: GivenFields, piece: GivenFields): void {
  const calls = (message['tool_calls'] ??= []) as GivenFields[];
  const at = givenNumber(piece['index']) ?? calls.length;
  const call = (calls[at] ??= { function: { name: '', arguments: '' } });
  const known = fieldsOf(call['function']);
  const more = fieldsOf(piece['function']);
  const joined = (key: string): string => (givenText(known[key]) ?? '') + (givenText(more[key]) ?? '');
  call['id'] ??= piece['id'];
  call['function'] = { name: joined('name'), arguments: joined('arguments') };
}

const responsesRequest = (body: GivenFields, from: From): Request => ({
  ...from,
  operation: 'chat',
  model: givenText(body['model']) ?? givenText(fieldsOf(body['prompt'])['id']) ?? 'unknown',
  isStream: body['stream'] === true,
  input:
    typeof body['input'] === 'string'
      ? [{ role: 'user', parts: [textPart(body['input'])] }]
      : givenRecords(body['input']).map(responsesItem),
  system: typeof body['instructions'] === 'string' ? [textPart(body['instructions'])] : undefined,
  tools: body['tools'],
  attributes: { 'openai.api.type': 'responses', ...parameters(body, 'max_output_tokens') },
});

function responsesItem(item: GivenFields): GivenFields {
  const { type, role, content, call_id: id } = item;
  if (type === 'function_call') {
    return { role: 'assistant', parts: [toolCallPart(id, item['name'], item['arguments'])] };
  }
  if (type === 'function_call_output') return { role: 'tool', parts: [toolResultPart(id, item['output'])] };
  if (type === 'reasoning') {
    const content = givenRecords(item['summary'])
      .flatMap(({ text }) => givenText(text) ?? [])
      .join('\n');
    return { role: 'assistant', parts: [{ type: 'reasoning', content }] };
  }
  return role === undefined ? { role: 'assistant', parts: [item] } : { role, parts: partsOf(content) };
}

function responsesAnswer(value: unknown): Answer {
  const answer = fieldsOf(value);
  const usage = fieldsOf(answer['usage']);
  const input = fieldsOf(usage['input_tokens_details']);
  const reason = givenText(fieldsOf(answer['incomplete_details'])['reason']) ?? givenText(answer['status']);
  return {
    id: givenText(answer['id']),
    model: givenText(answer['model']),
    finishReasons: reason === undefined ? [] : [reason],
    usage: {
      input: givenNumber(usage['input_tokens']),
      output: givenNumber(usage['output_tokens']),
      cacheRead: givenNumber(input['cached_tokens']),
      cacheWrite: givenNumber(input['cache_write_tokens']),
      reasoning: givenNumber(fieldsOf(usage['output_tokens_details'])['reasoning_tokens']),
    },
    output: givenRecords(answer['output']).map(responsesItem),
    attributes: tierOf(answer['service_tier']),
  };
}

/** The last event has the whole answer; until then there are only pieces of text. */
function responsesReader(): StreamReader {
  let whole: GivenFields = {};
  let text = '';
  let isComplete = false;
  return {
    read: (part) => {
      const { type, response, delta } = fieldsOf(part);
      if (isGivenFields(response)) whole = response;
      if (type === 'response.output_text.delta') text += givenText(delta) ?? '';
      if (type === 'response.completed' || type === 'response.incomplete' || type === 'response.failed') {
        isComplete = true;
      }
    },
    answer: () => {
      if (isComplete) return responsesAnswer(whole);
      const { finishReasons: _none, ...answer } = responsesAnswer(whole);
      return {
        ...answer,
        output: text === '' ? undefined : [{ role: 'assistant', parts: [textPart(text)] }],
      };
    },
    isComplete: () => isComplete,
  };
}

const embeddingsRequest = (body: GivenFields, from: From): Request => ({
  ...from,
  operation: 'embeddings',
  model: String(body['model']),
  input: body['input'],
});

/** Without the vectors, which nobody reads. */
function embeddingsAnswer(value: unknown): Answer {
  const { model, usage, data } = fieldsOf(value);
  const [first] = givenRecords(data);
  const size = Array.isArray(first?.['embedding']) ? first['embedding'].length : undefined;
  return {
    model: givenText(model),
    usage: { input: givenNumber(fieldsOf(usage)['prompt_tokens']), output: 0 },
    ...(size === undefined ? {} : { attributes: { 'gen_ai.embeddings.dimension.count': size } }),
  };
}
