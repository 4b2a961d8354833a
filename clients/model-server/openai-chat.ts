// OpenAI's chat completions and embeddings, and vendors with the same protocol (DeepSeek, Qwen, Groq, …).
import {
  ANSWER,
  AUDIO,
  EMBEDDING_INPUT,
  OPENAI_INPUT,
  OUTPUT,
  TOOL,
  replyTo,
  type Reply,
} from './answers.ts';
import { listOf, pieces, type Json, type ServerEvent } from './wire.ts';

const CREATED = 1_790_000_000;

function usageOf({ kind, reasons, audio }: Reply): Json {
  const output = kind === 'tool' ? OUTPUT.toolCall : reasons ? OUTPUT.reasoned : OUTPUT.text;
  return {
    prompt_tokens: OPENAI_INPUT.total,
    completion_tokens: output,
    total_tokens: OPENAI_INPUT.total + output,
    prompt_tokens_details: { cached_tokens: OPENAI_INPUT.cached, audio_tokens: audio ? AUDIO.input : 0 },
    completion_tokens_details: {
      reasoning_tokens: reasons && kind === 'text' ? OUTPUT.reasoning : 0,
      audio_tokens: audio ? AUDIO.output : 0,
      accepted_prediction_tokens: 0,
      rejected_prediction_tokens: 0,
    },
  };
}

const toolCall = {
  id: TOOL.id,
  type: 'function',
  function: { name: TOOL.name, arguments: JSON.stringify(TOOL.arguments) },
};

const replyOf = (body: Json): Reply =>
  replyTo(
    String(body['model']),
    listOf(body['tools']).length > 0,
    listOf(body['messages']).some(({ role }) => role === 'tool'),
  );

export function chatCompletion(body: Json, id: string): Json {
  const reply = replyOf(body);
  return {
    id,
    object: 'chat.completion',
    created: CREATED,
    model: body['model'],
    choices: [
      {
        index: 0,
        finish_reason: reply.kind === 'tool' ? 'tool_calls' : 'stop',
        logprobs: null,
        message:
          reply.kind === 'tool'
            ? { role: 'assistant', content: null, refusal: null, tool_calls: [toolCall] }
            : { role: 'assistant', content: ANSWER, refusal: null },
      },
    ],
    usage: usageOf(reply),
    service_tier: 'default',
    system_fingerprint: 'fp_fake',
  };
}

export function chatCompletionEvents(body: Json, id: string): ServerEvent[] {
  const reply = replyOf(body);
  const chunk = (choices: Json[], more: Json = {}): ServerEvent => ({
    data: { id, object: 'chat.completion.chunk', created: CREATED, model: body['model'], choices, ...more },
  });
  const delta = (delta: Json, finish: string | null = null) =>
    chunk([{ index: 0, delta, finish_reason: finish, logprobs: null }]);
  const wantsUsage = (body['stream_options'] as Json | undefined)?.['include_usage'] === true;
  const parts =
    reply.kind === 'tool'
      ? [delta({ role: 'assistant', content: null, tool_calls: [{ index: 0, ...toolCall }] })]
      : pieces(ANSWER).map((content) => delta({ role: 'assistant', content }));
  return [
    ...parts,
    delta({}, reply.kind === 'tool' ? 'tool_calls' : 'stop'),
    ...(wantsUsage ? [chunk([], { usage: usageOf(reply) })] : []),
    { data: '[DONE]' },
  ];
}

export function embeddings(body: Json): Json {
  const vector = [0.25, -0.5, 0.75, 1];
  const inputs = Array.isArray(body['input']) ? body['input'].length : 1;
  const embedding =
    body['encoding_format'] === 'base64'
      ? Buffer.from(new Float32Array(vector).buffer).toString('base64')
      : vector;
  return {
    object: 'list',
    model: body['model'],
    data: Array.from({ length: inputs }, (_, index) => ({ object: 'embedding', index, embedding })),
    usage: { prompt_tokens: EMBEDDING_INPUT, total_tokens: EMBEDDING_INPUT },
  };
}
