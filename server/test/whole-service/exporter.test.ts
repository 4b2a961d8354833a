// The exporters of OpenTelemetry's own SDK, over a real socket, configured as in an application.
import type { AddressInfo } from 'node:net';
import { SpanKind, SpanStatusCode } from '@opentelemetry/api';
import { OTLPTraceExporter as JsonExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { OTLPTraceExporter as ProtobufExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { BatchSpanProcessor, TracerProvider, type SpanExporter } from '@opentelemetry/sdk-trace';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openTestApp, type TestAccount, type TestApp } from '#test/support/app';
import { encodeTree } from '#test/oracles/otlp-oracle';
import { exportOf, inference, plain } from '#test/support/sample-spans';

let app: TestApp;
let account: TestAccount;
let url: string;

async function start(): Promise<void> {
  app = await openTestApp();
  account = await app.account();
  await app.http.listen({ host: '127.0.0.1', port: 0 });
  url = `http://127.0.0.1:${(app.http.server.address() as AddressInfo).port}/v1/traces`;
}

async function usage(): Promise<number> {
  const { number } = (await app.services.accounts.get(account.id)) ?? { number: 0 };
  return app.services.records.usage(number);
}

/** An agent’s turn: a step with two chats in it, of which the second fails. */
async function turn(exporter: SpanExporter): Promise<void> {
  const provider = new TracerProvider({ spanProcessors: [new BatchSpanProcessor({ exporter })] });
  onTestFinished(() => provider.shutdown());
  const tracer = provider.getTracer('an-instrumentation', '1.2.3');
  const agent = tracer.startSpan('invoke_agent planner', {
    attributes: { 'gen_ai.operation.name': 'invoke_agent' },
  });
  for (const fails of [false, true]) {
    const chat = tracer.startSpan('chat gpt-4o-mini', {
      kind: SpanKind.CLIENT,
      attributes: {
        'gen_ai.operation.name': 'chat',
        'gen_ai.provider.name': 'openai',
        'gen_ai.request.model': 'gpt-4o-mini',
        'gen_ai.usage.input_tokens': 1_184,
        'gen_ai.usage.output_tokens': 17,
      },
    });
    if (fails) chat.setStatus({ code: SpanStatusCode.ERROR, message: 'rate limited' });
    chat.end();
  }
  agent.end();
  await provider.forceFlush();
}

describe.each([
  ['protobuf', ProtobufExporter],
  ['JSON', JsonExporter],
])('the %s exporter', (_, Exporter) => {
  it.each(['none', 'gzip'] as const)('sends, compressed by %s', async (compression) => {
    await start();
    await turn(
      new Exporter({
        url,
        compression: compression as never,
        headers: { Authorization: `Bearer ${account.apiKey}` },
      }),
    );
    expect(await usage()).toBe(3);
  });

  it('learns from the partial success what was not stored, and does not send it again', async () => {
    await start();
    const exporter = new Exporter({ url, headers: { Authorization: `Bearer%20${account.apiKey}` } });
    const provider = new TracerProvider({ spanProcessors: [new BatchSpanProcessor({ exporter })] });
    onTestFinished(() => provider.shutdown());
    const attributes = {
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': 'cohere',
      'gen_ai.request.model': 'command-r',
    };
    provider.getTracer('t').startSpan('chat command-r', { attributes }).end();
    await provider.forceFlush();
    expect(await usage()).toBe(0);
    const { sources } = (await account.call('GET', '/v1/ingest/diagnostics')).json();
    expect(sources).toMatchObject([
      {
        endpoint: 'traces',
        client: expect.stringMatching(/^OTel-OTLP-Exporter-JavaScript/),
        scope: 't',
        requests: 1,
        rejected: 1,
        reasons: [{ reason: 'unknown_provider', count: 1 }],
      },
    ]);
  });
});

describe('a body without a Content-Length', () => {
  const send = (chunks: Buffer[], type: string) =>
    fetch(url, {
      method: 'POST',
      headers: { authorization: `Bearer ${account.apiKey}`, 'content-type': type },
      body: ReadableStream.from(chunks),
      duplex: 'half',
    });

  it('is accepted in chunks, in both encodings', async () => {
    await start();
    const json = Buffer.from(JSON.stringify(exportOf([inference(), plain()])));
    const inJson = await send([json.subarray(0, 50), json.subarray(50)], 'application/json');
    expect([inJson.status, await inJson.text()]).toEqual([200, '{}']);
    const bytes = Buffer.from(encodeTree(exportOf([inference()])));
    const inProtobuf = await send([bytes.subarray(0, 9), bytes.subarray(9)], 'application/x-protobuf');
    expect(inProtobuf.status).toBe(200);
    expect(await usage()).toBe(3);
  });

  it('413: over 1 MiB, whatever follows', async () => {
    await start();
    const reply = await send(
      Array.from({ length: 3 }, () => Buffer.alloc(500_000, 32)),
      'application/json',
    );
    expect(reply.status).toBe(413);
    expect(await usage()).toBe(0);
  });
});
