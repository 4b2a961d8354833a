// Anthropic's messages.
import { ANSWER, ANTHROPIC_INPUT, ANTHROPIC_OUTPUT, TOOL, replyTo } from './answers.ts';
import { listOf, pieces, type Json, type ServerEvent } from './wire.ts';

export function anthropicMessage(body: Json, id: string): Json {
  const hasResult = listOf(body['messages']).some(({ content }) =>
    listOf(content).some(({ type }) => type === 'tool_result'),
  );
  const { kind } = replyTo(String(body['model']), listOf(body['tools']).length > 0, hasResult);
  return {
    id,
    type: 'message',
    role: 'assistant',
    model: body['model'],
    content:
      kind === 'tool'
        ? [{ type: 'tool_use', id: 'toolu_weather_1', name: TOOL.name, input: TOOL.arguments }]
        : [{ type: 'text', text: ANSWER }],
    stop_reason: kind === 'tool' ? 'tool_use' : 'end_turn',
    stop_sequence: null,
    usage: {
      input_tokens: ANTHROPIC_INPUT.uncached,
      cache_read_input_tokens: ANTHROPIC_INPUT.cacheRead,
      cache_creation_input_tokens: ANTHROPIC_INPUT.cacheWrite,
      cache_creation: {
        ephemeral_5m_input_tokens: ANTHROPIC_INPUT.cacheWrite,
        ephemeral_1h_input_tokens: 0,
      },
      output_tokens: kind === 'tool' ? ANTHROPIC_OUTPUT.toolCall : ANTHROPIC_OUTPUT.text,
      service_tier: 'standard',
    },
  };
}

export function anthropicEvents(body: Json, id: string): ServerEvent[] {
  const whole = anthropicMessage(body, id);
  const usage = whole['usage'] as Json;
  const [block = {}] = listOf(whole['content']);
  const event = (type: string, more: Json): ServerEvent => ({ event: type, data: { type, ...more } });
  const isText = block['type'] === 'text';
  const deltas: Json[] = isText
    ? pieces(ANSWER).map((text) => ({ type: 'text_delta', text }))
    : [{ type: 'input_json_delta', partial_json: JSON.stringify(TOOL.arguments) }];
  return [
    event('message_start', {
      message: { ...whole, content: [], stop_reason: null, usage: { ...usage, output_tokens: 1 } },
    }),
    event('content_block_start', {
      index: 0,
      content_block: isText ? { type: 'text', text: '' } : { ...block, input: {} },
    }),
    ...deltas.map((delta) => event('content_block_delta', { index: 0, delta })),
    event('content_block_stop', { index: 0 }),
    event('message_delta', {
      delta: { stop_reason: whole['stop_reason'], stop_sequence: null },
      usage: { output_tokens: usage['output_tokens'] },
    }),
    event('message_stop', {}),
  ];
}
