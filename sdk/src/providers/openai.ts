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
  type Answer,
  type GivenFields,
  type Request,
  type StreamReader,
} from './model-call.ts';
import { chatAnswer, chatMessage, responsesAnswer, responsesItem } from './openai-messages.ts';

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
      args: () => (addsUsage ? [askingForUsage(asked), ...rest] : [body, ...rest]),
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

/** The copy keeps hidden properties, which the client's helpers add to the body. */
const askingForUsage = (body: GivenFields): GivenFields =>
  Object.create(Object.getPrototypeOf(body) as object | null, {
    ...Object.getOwnPropertyDescriptors(body),
    stream_options: { value: { include_usage: true }, enumerable: true, configurable: true, writable: true },
  }) as GivenFields;

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

const chatRequest = (body: GivenFields, from: From): Request => ({
  ...from,
  operation: 'chat',
  model: String(body['model']),
  isStream: body['stream'] === true,
  input: givenRecords(body['messages']).map(chatMessage),
  tools: body['tools'],
  attributes: { 'openai.api.type': 'chat_completions', ...parameters(body, 'max_completion_tokens') },
});

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
