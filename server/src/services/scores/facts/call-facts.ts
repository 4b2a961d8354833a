// The facts about a call that code gets.
import { messagesOf, type Message } from '@tracewell/sdk/reading';
import type { CallRecord } from '#records';
import type { EvaluatedFacts, MadeToolCall } from '../evaluators/evaluator.ts';
import { madeToolCalls, toolArguments } from './made-tool-calls.ts';

export function callFacts(call: CallRecord): EvaluatedFacts {
  const { input, output, systemInstructions } = call.requestMeta ?? {};
  const given = messagesOf(input, 'user');
  return {
    input: lastQuestion(given),
    messages: [...messagesOf(systemInstructions, 'system'), ...given, ...messagesOf(output, 'assistant')].map(
      shownMessage,
    ),
    toolCalls: madeToolCalls(call),
    metadata: call.tags,
    model: call.model,
    provider: call.provider,
    latencyMs: call.latencyMs,
    costUsd: call.costUsd,
    inputTokens: call.promptTokens,
    outputTokens: call.completionTokens,
    steps: null,
    atMs: call.timestampMs,
  };
}

function lastQuestion(messages: readonly Message[]): string | null {
  const last = messages.findLast(({ role }) => role === 'user');
  return last ? textOfParts(last) : null;
}

function shownMessage(message: Message): EvaluatedFacts['messages'][number] {
  const calls = message.parts.flatMap((part): MadeToolCall[] =>
    part.kind === 'toolCall' ? [{ name: part.name ?? '', arguments: toolArguments(part.input) }] : [],
  );
  const results = message.parts.flatMap((part) => (part.kind === 'toolResult' ? [part.result] : []));
  return {
    role: message.role,
    content: textOfParts(message),
    ...(calls.length === 0 ? {} : { toolCalls: calls }),
    ...(results.length === 0 ? {} : { toolResults: results }),
  };
}

/** The texts of a message, without its reasoning. */
function textOfParts({ parts }: Message): string {
  const texts = parts.flatMap((part) => {
    if (part.kind === 'text') return [part.text];
    if (part.kind === 'json') return [JSON.stringify(part.value)];
    return part.kind === 'media' ? [`[${part.type}]`] : [];
  });
  return texts.join('\n');
}
