// With objects of the shape that `@openai/agents` gives to its processors; `npm run test:clients` runs the package.
import { describe, expect, it } from 'vitest';
import { spanService } from '../../test/span-service.ts';
import { agentsProcessor } from './openai-agents.ts';

const trace = { traceId: 'trace_1', name: 'support', groupId: 'chat-1', metadata: { plan: 'pro', odd: {} } };
const span = (
  spanId: string,
  parentId: string | null,
  spanData: { type: string },
  error: string | null = null,
) => ({
  traceId: 'trace_1',
  spanId,
  parentId,
  spanData,
  error: error === null ? null : { message: error },
});

async function recorded(run: (processor: ReturnType<typeof agentsProcessor>) => Promise<void>) {
  const service = spanService();
  const processor = agentsProcessor();
  await processor.onTraceStart(trace);
  await run(processor);
  await processor.onTraceEnd(trace);
  await service.tw.flush();
  expect(service.errors).toEqual([]);
  return service;
}

describe('the processor of OpenAI Agents', () => {
  it('nests agents, tools and calls, with session and tags of the trace', async () => {
    const { named } = await recorded(async (processor) => {
      const agent = span('s1', null, { type: 'agent', name: 'weather' } as never);
      const tool = span('s2', 's1', {
        type: 'function',
        name: 'get_weather',
        input: '{}',
        output: 'sunny',
      } as never);
      const data = { type: 'response' } as Record<string, unknown> & { type: string };
      const call = span('s3', 's1', data);
      await processor.onSpanStart(agent);
      await processor.onSpanStart(tool);
      await processor.onSpanEnd(tool);
      await processor.onSpanStart(call);
      // As the package does it: the response is there only at the end.
      data['_input'] = 'Hot?';
      data['_response'] = {
        id: 'resp_1',
        model: 'gpt-4.1',
        instructions: 'Be brief.',
        output: [{ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Yes.' }] }],
        usage: { input_tokens: 12, output_tokens: 3, input_tokens_details: { cached_tokens: 8 } },
      };
      await processor.onSpanEnd(call);
      await processor.onSpanEnd(agent);
    });
    const root = named('support');
    expect(root.attributes).toMatchObject({ 'session.id': 'chat-1', 'tracewell.tag.plan': 'pro' });
    expect(root.attributes).not.toHaveProperty('tracewell.tag.odd');
    expect(named('weather')).toMatchObject({ traceId: root.traceId, parentSpanId: root.spanId });
    expect(named('get_weather')).toMatchObject({
      parentSpanId: named('weather').spanId,
      attributes: { 'gen_ai.tool.call.result': 'sunny' },
    });
    expect(named('chat gpt-4.1')).toMatchObject({
      parentSpanId: named('weather').spanId,
      attributes: {
        'session.id': 'chat-1',
        'gen_ai.response.id': 'resp_1',
        'gen_ai.usage.input_tokens': 12,
        'gen_ai.usage.cache_read.input_tokens': 8,
        'gen_ai.input.messages': '[{"role":"user","parts":[{"type":"text","content":"Hot?"}]}]',
        'gen_ai.output.messages': '[{"role":"assistant","parts":[{"type":"text","content":"Yes."}]}]',
      },
    });
    const [began, ended] = [named('chat gpt-4.1').startTimeUnixNano, named('chat gpt-4.1').endTimeUnixNano];
    expect(BigInt(ended)).toBeGreaterThanOrEqual(BigInt(began));
  });

  it('has generations of other vendors, handoffs, guardrails and errors', async () => {
    const { named } = await recorded(async (processor) => {
      for (const each of [
        span('g', null, {
          type: 'generation',
          model: 'llama',
          input: [{ role: 'user', content: 'Hi' }],
          output: [{ role: 'assistant', content: 'Hello' }],
          usage: { input_tokens: 5, output_tokens: 2 },
        } as never),
        span('h', null, { type: 'handoff', to_agent: 'billing' } as never),
        span('r', null, { type: 'guardrail', name: 'no insults', triggered: true } as never),
        span('f', null, { type: 'generation', model: 'gpt-4.1' } as never, 'Too many requests.'),
      ]) {
        await processor.onSpanStart(each);
        await processor.onSpanEnd(each);
      }
    });
    expect(named('chat llama').attributes).toMatchObject({
      'gen_ai.usage.input_tokens': 5,
      'gen_ai.usage.output_tokens': 2,
      'gen_ai.output.messages': '[{"role":"assistant","content":"Hello"}]',
    });
    expect(named('handoff to billing').attributes['gen_ai.operation.name']).toBe('handoff');
    expect(named('no insults').attributes['guardrail.triggered']).toBe(true);
    expect(named('chat gpt-4.1').status).toEqual({ code: 2, message: 'Too many requests.' });
  });

  it('never throws', async () => {
    const { errors } = spanService();
    const processor = agentsProcessor();
    await expect(processor.onSpanEnd(span('unknown', null, { type: 'agent' }))).resolves.toBeUndefined();
    await expect(processor.onSpanStart(null as never)).resolves.toBeUndefined();
    expect(errors).toHaveLength(1);
  });
});
