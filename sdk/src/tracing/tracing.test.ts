import { context, ROOT_CONTEXT, trace } from '@opentelemetry/api';
import { TracerProvider } from '@opentelemetry/sdk-trace';
import { describe, expect, it } from 'vitest';
import { spanService as service } from '../../test/span-service.ts';
import type { Spool } from './exporter.ts';
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
    expect(() => work('4111-1111')).toThrow('No 4111-1111.');
    await tw.flush();
    return { text: JSON.stringify(named('work')), errors };
  };

  it('is masked before it leaves, in errors too', async () => {
    const { text } = await secret({ content: (text) => text.replaceAll(/\d{4}-\d{4}/g, '****') });
    expect(text).not.toContain('4111');
    expect(text).toContain('****');
  });

  it('stays where it is', async () => {
    const { text } = await secret({ content: 'none' });
    expect(text).not.toContain('4111');
    expect(text).toContain('"error.type":"Error"');
  });

  it('is left out if the mask fails', async () => {
    const { text, errors } = await secret({
      content: () => {
        throw new Error('The mask is broken.');
      },
    });
    expect(text).not.toContain('4111');
    expect(errors).toContain('The mask is broken.');
  });

  it('may be anything', async () => {
    const { tw, named } = service();
    const cycle: Record<string, unknown> = { big: 1n, bytes: new Uint8Array(3), fn: () => {} };
    cycle['self'] = cycle;
    tw.observe((_value: unknown) => cycle, { name: 'odd' })(cycle);
    await tw.flush();
    expect(named('odd').attributes['output.value']).toBe(
      '{"big":"1","bytes":"<3 bytes>","self":"<repeated>"}',
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
  it('spans become children of the active span, whoever made it', async () => {
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

describe('sending', () => {
  it('happens by itself after a while', async () => {
    const { tw, spans } = service({ delayMs: 5 });
    tw.span('work', () => {});
    await expect.poll(() => spans.length).toBe(1);
  });

  it('goes on when the service is back, and loses nothing', async () => {
    const { tw, spans, state, errors } = service({ delayMs: 1 });
    state.status = 0;
    for (let at = 0; at < 700; at += 1) tw.span(`work ${at}`, () => {});
    expect(await tw.flush({ timeoutMs: 20 })).toBe(false);
    state.status = 503;
    expect(await tw.flush({ timeoutMs: 20 })).toBe(false);
    state.status = 200;
    expect(await tw.flush()).toBe(true);
    expect(spans.map(({ name }) => name)).toEqual(Array.from({ length: 700 }, (_, at) => `work ${at}`));
    expect(errors[0]).toContain('cannot be reached');
  });

  it('gives up what the service refuses, and says so', async () => {
    const { tw, state, errors } = service();
    state.status = 401;
    tw.span('work', () => {});
    expect(await tw.flush()).toBe(true);
    expect([errors, state.requests]).toEqual([['1 spans were refused. No.'], 1]);
  });

  it('drops what does not fit, and never waits', async () => {
    const { tw, spans, errors } = service({ maxQueued: 3 });
    for (let at = 0; at < 5; at += 1) tw.span('work', () => {});
    await tw.flush();
    expect([spans.length, errors]).toEqual([3, ['2 spans were dropped, because the queue was full.']]);
  });

  it('uses the spool while the service is away, and empties it later', async () => {
    const bodies: string[] = [];
    const spool: Spool = {
      put: async (body) => bodies.push(body) > 0,
      take: async () => {
        const body = bodies.shift();
        if (body === undefined) return undefined;
        return { body, done: async () => {}, back: async () => void bodies.unshift(body) };
      },
    };
    const { tw, spans, state } = service({ spool });
    state.status = 0;
    tw.span('while away', () => {});
    expect(await tw.flush()).toBe(true);
    expect([bodies.length, spans.length]).toEqual([1, 0]);
    state.status = 200;
    tw.span('when back', () => {});
    await tw.flush();
    expect(spans.map(({ name }) => name)).toEqual(['when back', 'while away']);
    expect(bodies).toEqual([]);
  });

  it('is what a serverless platform waits for', async () => {
    const { tw, spans } = service({ delayMs: 60_000 });
    tw.span('work', () => {});
    const waited: Promise<unknown>[] = [];
    tw.waitUntil({ waitUntil: (promise) => waited.push(promise) });
    await Promise.all(waited);
    expect([waited.length, spans.length]).toEqual([1, 1]);
  });

  it('does not happen without a key, and the program runs', async () => {
    const { tw, state, errors } = service({ apiKey: '' });
    expect(tw.span('work', () => 1)).toBe(1);
    tw.current()?.score('x', 1);
    expect(await tw.flush()).toBe(true);
    expect([state.requests, errors]).toEqual([0, ['TRACEWELL_API_KEY is missing, so nothing is sent.']]);
  });

  it('survives a handler that throws', async () => {
    const { tw, state } = service({
      onError: () => {
        throw new Error('Handler.');
      },
    });
    state.status = 400;
    expect(tw.span('work', () => 1)).toBe(1);
    expect(await tw.flush()).toBe(true);
  });
});
