// The messages and answers of OpenAI's two interfaces in the form of the conventions.
import type { ModelUsage } from '../tracing/usage.ts';
import {
  fieldsOf,
  givenNumber,
  givenRecords,
  givenText,
  textPart,
  toolCallPart,
  toolResultPart,
  type Answer,
  type GivenFields,
} from './model-call.ts';

/** A text, or a list of parts of which the texts are known. */
function partsOf(content: unknown): GivenFields[] {
  if (typeof content === 'string') return [textPart(content)];
  return givenRecords(content).map((part) => {
    const text = givenText(part['text']) ?? givenText(part['refusal']);
    return text === undefined ? part : textPart(text);
  });
}

export function chatMessage(message: GivenFields): GivenFields {
  const { role, content, tool_calls: calls, tool_call_id: id } = message;
  if (role === 'tool') return { role, parts: [toolResultPart(id, content)] };
  // Most messages are only a text, and a conversation has many.
  if (typeof content === 'string' && calls === undefined && message['refusal'] === undefined) {
    return { role, parts: [textPart(content)] };
  }
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

export function chatAnswer(value: unknown): Answer {
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

export function responsesItem(item: GivenFields): GivenFields {
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

export function responsesAnswer(value: unknown): Answer {
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
