import { context, ROOT_CONTEXT, SpanStatusCode, trace } from '@opentelemetry/api';
import { TracerProvider } from '@opentelemetry/sdk-trace';
import { describe, expect, it } from 'vitest';
import { spanService as service } from '../../test/span-service.ts';
import type { TracingOptions } from './options.ts';

describe('spans', () => {
  it('follow the functions, with input, output, session, user and tags', async () => {
    const { tw, named, seen } = service({ environment: 'production', release: '1.4.2' });
    const search = tw.observe(async (query: string) => [`about ${query}`], { name: 'search', type: 'tool' });
    const answer = tw.observe(
      async function answer(question: string) {
        const [found] = await search(question);
        return tw.span('write', { input: found }, (span) => {
          span.set({ style: 'short' });
          return `Because ${found}`;
        });
      },
      { type: 'agent' },
    );
    const said = await tw.with({ session: 's1', user: 'u1', tags: { plan: 'pro' } }, () => answer('cats'));
    expect(said).toBe('Because about cats');
    expect(await tw.flush()).toBe(true);
    const root = named('answer');
    expect(root.parentSpanId).toBeUndefined();
    expect(root.attributes).toMatchObject({
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.agent.name': 'answer',
      'input.value': 'cats',
      'output.value': 'Because about cats',
      'session.id': 's1',
      'gen_ai.conversation.id': 's1',
      'user.id': 'u1',
      'tracewell.tag.plan': 'pro',
    });
    expect(named('search')).toMatchObject({
      traceId: root.traceId,
      parentSpanId: root.spanId,
      attributes: {
        'gen_ai.tool.name': 'search',
        'gen_ai.tool.call.arguments': 'cats',
        'gen_ai.tool.call.result': '["about cats"]',
        'session.id': 's1',
      },
    });
    expect(named('write')).toMatchObject({
      parentSpanId: root.spanId,
      attributes: { style: 'short', 'input.value': 'about cats' },
    });
    expect(BigInt(root.endTimeUnixNano)).toBeGreaterThan(BigInt(root.startTimeUnixNano));
    expect(Math.abs(Number(BigInt(root.startTimeUnixNano) / 1_000_000n) - Date.now())).toBeLessThan(60_000);
    expect(seen.resources).toEqual([
      expect.objectContaining({
        'service.name': 'support-agent',
        'deployment.environment.name': 'production',
        'service.version': '1.4.2',
      }),
    ]);
  });

  it('pass errors on as they are, and say them', async () => {
    const { tw, named } = service();
    const fault = Object.assign(new RangeError('Out of range.'), { status: 429 });
    const sync = tw.observe(
      () => {
        throw fault;
      },
      { name: 'sync' },
    );
    const later = tw.observe(async () => Promise.reject(fault), { name: 'later' });
    expect(sync).toThrow(fault);
    await expect(later()).rejects.toBe(fault);
    await tw.flush();
    for (const name of ['sync', 'later']) {
      expect(named(name)).toMatchObject({
        status: { code: 2, message: 'Out of range.' },
        attributes: { 'error.type': 'RangeError', 'http.response.status_code': 429 },
        events: [{ name: 'exception', attributes: { 'exception.message': 'Out of range.' } }],
      });
    }
  });

  it('of a generator end when it has been read or left', async () => {
    const { tw, named } = service();
    const words = tw.observe(async function* words() {
      yield 'one ';
      await tw.span('inner', async () => {});
      yield 'two ';
      yield 'three';
    });
    const read: string[] = [];
    for await (const word of words()) {
      read.push(word);
      if (word === 'two ') break;
    }
    await tw.flush();
    expect(read).toEqual(['one ', 'two ']);
    expect(named('words').attributes['output.value']).toBe('one two ');
    expect(named('inner').parentSpanId).toBe(named('words').spanId);
  });

  it('keep this, name and arguments of a method', () => {
    const { tw } = service();
    class Counter {
      step = 2;
      add = tw.observe(function add(this: Counter, to: number) {
        return to + this.step;
      });
    }
    const counter = new Counter();
    expect([counter.add(3), counter.add.name, counter.add.length]).toEqual([5, 'add', 1]);
  });

  it('are recorded for a share of the traces, whole or not at all', async () => {
    const { tw, spans } = service({ sample: 0 });
    expect(tw.span('outer', () => tw.span('inner', () => 7))).toBe(7);
    await tw.flush();
    expect(spans).toEqual([]);
    tw.with({ sampled: true }, () => tw.span('outer', () => tw.span('inner', () => {})));
    await tw.flush();
    expect(spans).toHaveLength(2);
    const half = service({ sample: 0.5 });
    for (let at = 0; at < 200; at += 1) half.tw.span('outer', () => half.tw.span('inner', () => {}));
    await half.tw.flush();
    const count = (name: string) => half.spans.filter((span) => span.name === name).length;
    expect(count('outer')).toBe(count('inner'));
    expect(count('outer')).toBeGreaterThan(50);
    expect(count('outer')).toBeLessThan(150);
  });

  it('of calls without a wrapper have model and usage', async () => {
    const { tw, named } = service();
    tw.span('chat local', { type: 'llm', model: 'llama', provider: 'ollama', input: 'Hi' }, (span) =>
      span.output('Hello').usage({ input: 10, output: 3, cacheRead: 4, reasoning: 0 }),
    );
    await tw.flush();
    const { attributes, kind } = named('chat local');
    expect(kind).toBe(3);
    expect(attributes).toMatchObject({
      'gen_ai.operation.name': 'chat',
      'gen_ai.request.model': 'llama',
      'gen_ai.provider.name': 'ollama',
      'gen_ai.usage.input_tokens': 10,
      'gen_ai.usage.cache_read.input_tokens': 4,
      'gen_ai.input.messages': 'Hi',
    });
    expect(attributes).not.toHaveProperty('gen_ai.usage.reasoning.output_tokens');
  });
});

describe('content', () => {
  const secret = async (options: TracingOptions) => {
    const { tw, named, errors } = service(options);
    const work = tw.observe(
      (name: string) => {
        throw new Error(`No ${name}.`);
      },
      { name: 'work' },
    );
    expect(() => work('card-x9q7z')).toThrow('No card-x9q7z.');
    await tw.flush();
    return { text: JSON.stringify(named('work')), errors };
  };

  it('is masked before it leaves, in errors too', async () => {
    const { text } = await secret({ content: (text) => text.replaceAll(/card-\w+/g, '****') });
    expect(text).not.toContain('x9q7z');
    expect(text).toContain('****');
  });

  it('stays where it is', async () => {
    const { text } = await secret({ content: 'none' });
    expect(text).not.toContain('x9q7z');
    expect(text).toContain('"error.type":"Error"');
  });

  it('is left out if the mask fails', async () => {
    const { text, errors } = await secret({
      content: () => {
        throw new Error('The mask is broken.');
      },
    });
    expect(text).not.toContain('x9q7z');
    expect(errors).toContain('The mask is broken.');
  });

  it.each(['mask', 'none'] as const)(
    'of frameworks with our tracer is subject to it too (%s)',
    async (how) => {
      const { tw, named } = service({
        content: how === 'none' ? 'none' : (text) => text.replaceAll(/card-\w+/g, '****'),
      });
      const span = tw.tracer.startSpan('framework', {
        attributes: {
          'gen_ai.input.messages': 'card-x9q7z',
          'ai.response.text': 'card-x9q7z',
          'ai.steps': 2,
        },
      });
      span.recordException(new Error('No card-x9q7z.'));
      span.setStatus({ code: SpanStatusCode.ERROR, message: 'No card-x9q7z.' });
      span.end();
      await tw.flush();
      const text = JSON.stringify(named('framework'));
      expect(text).not.toContain('x9q7z');
      expect(text.includes('****')).toBe(how === 'mask');
      expect(named('framework').attributes['ai.steps']).toBe(2);
    },
  );

  it('may be anything', async () => {
    const { tw, named } = service();
    const twice = { a: 1 };
    const cycle: Record<string, unknown> = {
      big: 1n,
      bytes: Buffer.from('abc'),
      fn: () => {},
      twice: [twice, twice],
    };
    cycle['self'] = cycle;
    tw.observe((_value: unknown) => cycle, { name: 'odd' })(cycle);
    await tw.flush();
    expect(named('odd').attributes['output.value']).toBe(
      '{"big":"1","bytes":"<3 bytes>","twice":[{"a":1},{"a":1}],"self":"<circular>"}',
    );
  });
});

describe('scores', () => {
  it('of the current span are sent with its ids', async () => {
    const { tw, named, scores } = service();
    expect(tw.current()).toBeUndefined();
    await tw.span('work', async () => {
      await Promise.resolve();
      tw.current()?.score('helpful', true, { comment: 'Thanks' });
    });
    tw.scores.add({ sessionId: 's1', name: 'csat', value: 4 });
    await tw.flush();
    const { traceId, spanId } = named('work');
    expect(scores).toEqual([
      expect.objectContaining({
        traceId,
        spanId,
        name: 'helpful',
        value: true,
        comment: 'Thanks',
        id: expect.any(String),
      }),
      expect.objectContaining({ sessionId: 's1', name: 'csat', value: 4 }),
    ]);
  });
});

describe('beside OpenTelemetry', () => {
  it('spans become children of the active span, no matter who made it', async () => {
    const { tw, named } = service();
    const provider = new TracerProvider();
    const outer = provider.getTracer('other').startSpan('request');
    context.with(trace.setSpan(ROOT_CONTEXT, outer), () => tw.span('work', () => {}));
    await tw.flush();
    expect(named('work')).toMatchObject({
      traceId: outer.spanContext().traceId,
      parentSpanId: outer.spanContext().spanId,
    });
  });

  it("the program's own provider makes the spans once it has the processor", async () => {
    const { tw, named } = service();
    const other: string[] = [];
    const provider = new TracerProvider({
      spanProcessors: [
        tw.spanProcessor(),
        {
          onStart() {},
          onEnd: ({ name }) => void other.push(name),
          forceFlush: async () => {},
          shutdown: async () => {},
        },
      ],
    });
    trace.setGlobalTracerProvider(provider);
    try {
      tw.with({ session: 's1' }, () =>
        tw.span('ours', () => trace.getTracer('theirs').startSpan('theirs').end()),
      );
      await tw.flush();
      expect(other).toEqual(['theirs', 'ours']);
      expect(named('theirs')).toMatchObject({
        parentSpanId: named('ours').spanId,
        attributes: { 'session.id': 's1' },
      });
    } finally {
      trace.disable();
    }
  });
});
