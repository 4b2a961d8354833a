// OpenAI's Responses API.
import { ANSWER, OPENAI_INPUT, OUTPUT, TOOL, replyTo } from './answers.ts';
import { listOf, pieces, type Json, type ServerEvent } from './wire.ts';

const CREATED = 1_790_000_000;

export function openaiResponse(body: Json, id: string): Json {
  const hasResult = listOf(body['input']).some(({ type }) => type === 'function_call_output');
  const reply = replyTo(String(body['model']), listOf(body['tools']).length > 0, hasResult);
  const output = reply.kind === 'tool' ? OUTPUT.toolCall : reply.reasons ? OUTPUT.reasoned : OUTPUT.text;
  const item =
    reply.kind === 'tool'
      ? {
          type: 'function_call',
          id: 'fc_fake',
          call_id: TOOL.id,
          name: TOOL.name,
          arguments: JSON.stringify(TOOL.arguments),
          status: 'completed',
        }
      : {
          type: 'message',
          id: 'msg_fake',
          role: 'assistant',
          status: 'completed',
          content: [{ type: 'output_text', text: ANSWER, annotations: [], logprobs: [] }],
        };
  return {
    id,
    object: 'response',
    created_at: CREATED,
    completed_at: CREATED + 1,
    status: 'completed',
    error: null,
    incomplete_details: null,
    instructions: body['instructions'] ?? null,
    metadata: {},
    model: body['model'],
    output: [item],
    parallel_tool_calls: true,
    temperature: 1,
    top_p: 1,
    tool_choice: 'auto',
    tools: listOf(body['tools']),
    usage: {
      input_tokens: OPENAI_INPUT.total,
      input_tokens_details: { cached_tokens: OPENAI_INPUT.cached },
      output_tokens: output,
      output_tokens_details: {
        reasoning_tokens: reply.reasons && reply.kind === 'text' ? OUTPUT.reasoning : 0,
      },
      total_tokens: OPENAI_INPUT.total + output,
    },
  };
}

export function openaiResponseEvents(body: Json, id: string): ServerEvent[] {
  const whole = openaiResponse(body, id);
  const begun = { ...whole, status: 'in_progress', output: [], usage: null };
  const [item = {}] = listOf(whole['output']);
  let sequence = 0;
  const event = (type: string, more: Json): ServerEvent => ({
    event: type,
    data: { type, sequence_number: sequence++, ...more },
  });
  const place = { item_id: item['id'], output_index: 0 };
  const [content] = listOf(item['content']);
  const inner =
    content === undefined
      ? [
          event('response.function_call_arguments.delta', { ...place, delta: item['arguments'] }),
          event('response.function_call_arguments.done', { ...place, arguments: item['arguments'] }),
        ]
      : [
          event('response.content_part.added', {
            ...place,
            content_index: 0,
            part: { ...content, text: '' },
          }),
          ...pieces(ANSWER).map((delta) =>
            event('response.output_text.delta', { ...place, content_index: 0, delta, logprobs: [] }),
          ),
          event('response.output_text.done', { ...place, content_index: 0, text: ANSWER, logprobs: [] }),
          event('response.content_part.done', { ...place, content_index: 0, part: content }),
        ];
  return [
    event('response.created', { response: begun }),
    event('response.output_item.added', { output_index: 0, item: { ...item, status: 'in_progress' } }),
    ...inner,
    event('response.output_item.done', { output_index: 0, item }),
    event('response.completed', { response: whole }),
  ];
}
