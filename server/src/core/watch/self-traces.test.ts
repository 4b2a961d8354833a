import { SpanKind, SpanStatusCode } from '@opentelemetry/api';
import { InMemorySpanExporter } from '@opentelemetry/sdk-trace';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { unavailable } from '#lib/app-error';
import { SelfTraces } from './self-traces.ts';

const CALLER = { trace: '0af7651916cd43dd8448eb211c80319c', span: 'b7ad6b7169203331' };
const traceparent = `00-${CALLER.trace}-${CALLER.span}-01`;

afterEach(() => vi.restoreAllMocks());

/** Spans are collected as they are exported, because closing the exporter drops them. */
function open(rate = 1) {
  const exporter = new InMemorySpanExporter();
  const ended: ReturnType<InMemorySpanExporter['getFinishedSpans']> = [];
  const keep = exporter.export.bind(exporter);
  exporter.export = (spans, done) => {
    ended.push(...spans);
    keep(spans, done);
  };
  const traces = new SelfTraces({ endpoint: '', headers: {}, rate, exporter }, '1.2.3');
  const spans = async () => {
    await traces.close();
    return ended;
  };
  return { traces, spans };
}

const ask = { kind: 'question', name: 'selectCalls' } as const;
const load = { kind: 'load', name: 'load', isOwnRoot: true, sizes: { records: 7 } } as const;

describe('traces of the service', () => {
  it('a request and its steps are part of the trace of the caller', async () => {
    const { traces, spans } = open();
    const arrival = traces.arrive({ traceparent });
    await arrival.within(() => traces.run(ask, async () => 1));
    await arrival.within(() => traces.run(load, async () => undefined));
    arrival.end('POST', '/v1/query/calls', 503);
    const [question, loaded, request] = await spans();
    expect(request).toMatchObject({
      name: 'POST /v1/query/calls',
      kind: SpanKind.SERVER,
      attributes: { 'http.route': '/v1/query/calls', 'http.response.status_code': 503 },
      status: { code: SpanStatusCode.ERROR },
    });
    expect(request?.spanContext().traceId).toBe(CALLER.trace);
    expect(request?.parentSpanContext?.spanId).toBe(CALLER.span);
    expect(question).toMatchObject({ name: 'question selectCalls', attributes: { 'step.outcome': 'ok' } });
    expect(question?.parentSpanContext?.spanId).toBe(request?.spanContext().spanId);
    // A load belongs to no request, not even to the one that started it.
    expect(loaded).toMatchObject({ name: 'log load', attributes: { records: 7 } });
    expect(loaded?.parentSpanContext).toBeUndefined();
    expect(loaded?.spanContext().traceId).not.toBe(CALLER.trace);
    expect(request?.resource.attributes['service.instance.id']).toMatch(/^tracewell-self-/);
  });

  it('an error is recorded by its code, without its text', async () => {
    const { traces, spans } = open();
    const failing = () => Promise.reject(unavailable('records_busy', 'acme asked too much'));
    await expect(traces.run(ask, failing)).rejects.toThrow('acme');
    const [span] = await spans();
    expect(span).toMatchObject({ attributes: { 'error.type': 'records_busy' }, events: [] });
    expect(JSON.stringify([span?.attributes, span?.status])).not.toContain('acme');
  });

  it('a caller does not decide whether it is traced', async () => {
    const { traces, spans } = open(0.25);
    const random = vi.spyOn(Math, 'random');
    for (let at = 0; at < 100; at += 1) {
      random.mockReturnValue(at / 100);
      const arrival = traces.arrive({ traceparent });
      await arrival.within(() => traces.run(ask, async () => 1));
      arrival.end('GET', '/', 200);
    }
    // A quarter of the requests are traced, each with its question.
    expect(await spans()).toHaveLength(50);
  });

  it.each(['', 'x', `00-${'0'.repeat(32)}-${CALLER.span}-01`, `${traceparent}-more`, 'ff-1-2-3'])(
    'traceparent "%s" is not used',
    async (bad) => {
      const { traces, spans } = open();
      traces.arrive({ traceparent: bad }).end('GET', '/', 200);
      const [span] = await spans();
      expect(span?.parentSpanContext).toBeUndefined();
    },
  );
});

describe('no traces of traces', () => {
  const arrivals = {
    'with the header of any instance': () => ({
      headers: { 'x-tracewell-self-trace': 'tracewell-self-1' },
      body: '',
    }),
    'with an instance id in its body': () => ({
      headers: {},
      body: '{"key":"service.instance.id","value":{"stringValue":"tracewell-self-1"}}',
    }),
  };

  it.each(Object.entries(arrivals))('a request %s makes no span, nor do its steps', async (_, make) => {
    const { traces, spans } = open();
    const { headers, body } = make();
    const arrival = traces.arrive(headers);
    let later = Promise.resolve(0);
    await arrival.within(async () => {
      arrival.saw(Buffer.from(body));
      expect(traces.isMuted()).toBe(true);
      await traces.run(ask, async () => 1);
      later = new Promise<void>((resolve) => {
        setTimeout(resolve, 1);
      }).then(() => traces.run(ask, async () => 2));
    });
    arrival.end('POST', '/v1/traces', 200);
    // Work that outlives the request makes no span either.
    await later;
    expect(traces.isMuted()).toBe(false);
    expect(await spans()).toEqual([]);
  });

  it('a load that has only own traces makes no span', async () => {
    const { traces, spans } = open();
    await traces.run({ ...load, isMuted: true }, () => traces.run(ask, async () => 1).then(() => undefined));
    expect(await spans()).toEqual([]);
  });

  it('work that outlives a request has its own trace', async () => {
    const { traces, spans } = open();
    const arrival = traces.arrive({});
    const { promise: over, resolve } = Promise.withResolvers<void>();
    const later = arrival.within(() => over.then(() => traces.run(ask, async () => 1)));
    arrival.end('GET', '/', 200);
    resolve();
    await later;
    const [request, question] = await spans();
    expect(question?.spanContext().traceId).not.toBe(request?.spanContext().traceId);
  });
});
