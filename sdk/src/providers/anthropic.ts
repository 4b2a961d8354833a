// Spans for the calls of an `@anthropic-ai/sdk` client: messages, also as streams and through its helpers
// (`stream`, `parse`, the tool runner), and the same under `beta`.
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

export interface WrapAnthropicOptions {
  /** The vendor behind the client; `anthropic` unless set. */
  provider?: string;
}

/** The same client, whose calls are spans from now on. */
export function wrapAnthropic<T extends object>(client: T, options: WrapAnthropicOptions = {}): T {
  const { baseURL, messages, beta } = client as GivenFields;
  // Newer releases make a span of their own with the global provider; the call would count twice.
  if (isGivenFields((client as GivenFields)['_tracer'])) (client as GivenFields)['_tracer'] = undefined;
  const from = { provider: options.provider ?? 'anthropic', address: hostOf(baseURL) };
  for (const owner of [messages, fieldsOf(beta)['messages']]) {
    watchMethod(owner, 'create', ([body]) => ({
      request: () => messagesRequest(fieldsOf(body), from),
      answer: messagesAnswer,
      reader: messagesReader,
    }));
  }
  return client;
}

const blocksOf = (content: unknown): GivenFields[] =>
  typeof content === 'string' ? [textPart(content)] : givenRecords(content).map(partOf);

function partOf(block: GivenFields): GivenFields {
  const { type, text, thinking, id, name, input, tool_use_id: result, content } = block;
  if (type === 'text') return textPart(givenText(text) ?? '');
  if (type === 'thinking') return { type: 'reasoning', content: thinking };
  if (type === 'tool_use' || type === 'server_tool_use') return toolCallPart(id, name, input);
  if (type === 'tool_result') return toolResultPart(result, content);
  return block;
}

function messagesRequest(body: GivenFields, from: Pick<Request, 'provider' | 'address'>): Request {
  const attributes: NonNullable<Request['attributes']> = {};
  for (const name of ['temperature', 'top_p', 'top_k', 'max_tokens']) {
    const value = givenNumber(body[name]);
    if (value !== undefined) attributes[`gen_ai.request.${name}`] = value;
  }
  return {
    ...from,
    operation: 'chat',
    model: String(body['model']),
    isStream: body['stream'] === true,
    input: givenRecords(body['messages']).map(({ role, content }) => ({ role, parts: blocksOf(content) })),
    system: body['system'] === undefined ? undefined : blocksOf(body['system']),
    tools: body['tools'],
    attributes,
  };
}

/** Anthropic counts three inputs beside each other; the conventions count them all as input. */
function usageOf(value: unknown): ModelUsage {
  const usage = fieldsOf(value);
  const uncached = givenNumber(usage['input_tokens']);
  const cacheRead = givenNumber(usage['cache_read_input_tokens']);
  const cacheWrite = givenNumber(usage['cache_creation_input_tokens']);
  return {
    input: uncached === undefined ? undefined : uncached + (cacheRead ?? 0) + (cacheWrite ?? 0),
    output: givenNumber(usage['output_tokens']),
    cacheRead,
    cacheWrite,
    cacheWrite1h: givenNumber(fieldsOf(usage['cache_creation'])['ephemeral_1h_input_tokens']),
    reasoning: givenNumber(fieldsOf(usage['output_tokens_details'])['thinking_tokens']),
  };
}

function messagesAnswer(value: unknown): Answer {
  const answer = fieldsOf(value);
  const reason = givenText(answer['stop_reason']);
  const tier = givenText(fieldsOf(answer['usage'])['service_tier']);
  return {
    id: givenText(answer['id']),
    model: givenText(answer['model']),
    finishReasons: reason === undefined ? [] : [reason],
    usage: usageOf(answer['usage']),
    output: [{ role: 'assistant', parts: blocksOf(answer['content']), finish_reason: reason }],
    ...(tier === undefined ? {} : { attributes: { 'anthropic.usage.service_tier': tier } }),
  };
}

const TEXT_OF: Readonly<Record<string, readonly [from: string, to: string]>> = {
  text_delta: ['text', 'text'],
  thinking_delta: ['thinking', 'thinking'],
  input_json_delta: ['partial_json', 'input'],
};

/** Joins the events to the message that the same request would have had without a stream. */
function messagesReader(): StreamReader {
  let whole: GivenFields = {};
  let usage: GivenFields = {};
  let isComplete = false;
  const blocks: GivenFields[] = [];
  return {
    read: (event) => {
      const { type, message, index, content_block: block, delta, usage: more } = fieldsOf(event);
      const at = givenNumber(index) ?? 0;
      if (type === 'message_start') {
        whole = { ...fieldsOf(message) };
        usage = { ...fieldsOf(whole['usage']) };
      } else if (type === 'content_block_start') {
        blocks[at] = { ...fieldsOf(block) };
        if (isGivenFields(blocks[at]['input'])) blocks[at]['input'] = '';
      } else if (type === 'content_block_delta') {
        const change = fieldsOf(delta);
        const [source, target] = TEXT_OF[String(change['type'])] ?? [];
        const known = blocks[at];
        if (source !== undefined && target !== undefined && known !== undefined) {
          known[target] = `${givenText(known[target]) ?? ''}${givenText(change[source]) ?? ''}`;
        }
      } else if (type === 'message_delta') {
        for (const [key, value] of Object.entries(fieldsOf(more))) if (value !== null) usage[key] = value;
        whole = { ...whole, ...fieldsOf(delta) };
      } else if (type === 'message_stop') {
        isComplete = true;
      }
    },
    answer: () => messagesAnswer({ ...whole, usage, content: blocks.filter(Boolean) }),
    isComplete: () => isComplete,
  };
}
