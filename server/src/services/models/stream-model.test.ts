// One form of events for all vendors, over a socket: the model server of the client tests streams as the
// vendors do, and a server of this file fails, limits and lies.
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { readConfig, type LlmProvider } from '#config';
import { uncoded } from '#lib/sentences';
import { NO_WATCH } from '#lib/watch';
import { processState } from '#core/process-state';
import { startModelServer, type ModelServer } from '../../../../clients/model-server/server.ts';
import type { LlmContext } from './ask.ts';
import { BudgetExhausted } from './budget/exhausted.ts';
import type { ChatOrder } from './chat.ts';
import { operatorBook } from './price.ts';
import type { Purse } from './purse.ts';
import { guardedConfig, type ModelSource } from './source.ts';
import { streamModel, type ModelEvent } from './stream-model.ts';

const state = processState();
const config = { ...readConfig({}), outboundAllow: ['127.0.0.1/32'] };
const ctx = {
  config,
  clock: { now: () => Date.UTC(2026, 5, 15) },
  log: pino({ level: 'silent' }),
  state,
  watch: NO_WATCH,
  account: { id: 'acc_1' },
} as unknown as LlmContext;

let models: ModelServer;
beforeAll(async () => {
  models = await startModelServer();
});
afterAll(async () => {
  models.close();
  await state.end();
});

interface Paid {
  held: number[];
  settled: number[];
}

const purseOf = (paid: Paid, changes: Partial<Purse> = {}): Purse => ({
  key: 'purse',
  needsPrice: false,
  left: async () => ({ monthMicros: null, dayMicros: null }),
  reserve: async (micros) => {
    paid.held.push(micros);
    return { micros, settle: async (actual) => void paid.settled.push(actual) };
  },
  ...changes,
});

const MODELS = {
  openai: 'gpt-4o-mini',
  anthropic: 'claude-3-5-haiku-latest',
  google: 'gemini-2.5-flash',
  'openai-compatible': 'gpt-4o-mini',
} as const;
type Streamed = keyof typeof MODELS;

function sourceAt(provider: Streamed, baseUrl: string, purse: Purse, model?: string): ModelSource {
  const name = model ?? MODELS[provider];
  const address = { provider: provider as LlmProvider, baseUrl, apiKey: 'sk-of-the-test' };
  return {
    config: guardedConfig(address, name),
    priced: {
      provider: provider === 'openai-compatible' ? 'openai' : provider,
      model: name,
      book: operatorBook(config),
    },
    purse,
    connection: 'Ours',
  };
}

const HELLO: ChatOrder = { messages: [{ role: 'user', content: 'What is the capital of France?' }] };
const NEVER = new AbortController().signal;

async function eventsOf(source: ModelSource, order: ChatOrder = HELLO, signal: AbortSignal = NEVER) {
  const events: ModelEvent[] = [];
  for await (const event of streamModel(ctx, source, order, { purpose: 'test', signal })) events.push(event);
  return events;
}

const textOf = (events: readonly ModelEvent[]): string =>
  events.map((event) => (event.type === 'text' ? event.text : '')).join('');

const PATHS: Record<Streamed, string> = {
  openai: '/v1',
  anthropic: '/v1',
  google: '/v1beta',
  'openai-compatible': '/v1',
};

describe.each(Object.keys(MODELS) as Streamed[])('%s', (provider) => {
  it('streams text in pieces, then usage with its cost, then the end', async () => {
    const paid: Paid = { held: [], settled: [] };
    const events = await eventsOf(sourceAt(provider, `${models.url}${PATHS[provider]}`, purseOf(paid)));
    expect(textOf(events)).toBe('Paris is the capital of France.');
    const [usage, end] = events.slice(-2);
    expect(end).toEqual({ type: 'done', finish: 'stop' });
    expect(usage).toMatchObject({ type: 'usage', priceKnown: true });
    const { tokens, costMicros } = usage as Extract<ModelEvent, { type: 'usage' }>;
    const expected = {
      anthropic: { uncachedInput: 142, cacheRead: 1024, cacheWrite: 256, outputText: 19 },
      google: { uncachedInput: 1184, outputText: 17, reasoning: 64 },
    };
    expect(tokens).toMatchObject(
      provider === 'anthropic' || provider === 'google'
        ? expected[provider]
        : { uncachedInput: 160, cacheRead: 1024, outputText: 17 },
    );
    expect(costMicros).toBeGreaterThan(0);
    // Held before, at the most it could cost; settled once, at what it did cost.
    expect([paid.held.length, paid.settled]).toEqual([1, [costMicros]]);
    expect(paid.held[0]).toBeGreaterThan(costMicros);
  });

  it('calls a tool, and answers once it has the result', async () => {
    const source = sourceAt(provider, `${models.url}${PATHS[provider]}`, purseOf({ held: [], settled: [] }));
    const tools = [
      { name: 'get_weather', parameters: { type: 'object', properties: { city: { type: 'string' } } } },
    ];
    const asked = await eventsOf(source, { ...HELLO, tools });
    const call = asked.find((event) => event.type === 'tool_call');
    expect(call).toMatchObject({ name: 'get_weather', arguments: { city: 'Paris' } });
    expect(asked.at(-1)).toEqual({ type: 'done', finish: 'tool_calls' });
    const { id, name, arguments: given } = call as Extract<ModelEvent, { type: 'tool_call' }>;
    const answered = await eventsOf(source, {
      messages: [
        ...HELLO.messages,
        { role: 'assistant', content: '', toolCalls: [{ id, name, arguments: given }] },
        { role: 'tool', content: '21 degrees', toolCallId: id },
      ],
      tools,
    });
    expect(textOf(answered)).toBe('Paris is the capital of France.');
  });
});

type Answer = (response: ServerResponse, body: Record<string, unknown>) => void;

/** A vendor that does what the test says. */
async function vendorThat(answer: Answer) {
  const server = createServer((request, response) => {
    void json(request).then((body) => answer(response, body as Record<string, unknown>));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => server.close().closeAllConnections());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
}

const EVENTS = { 'content-type': 'text/event-stream' };
const piece = (content: string, finish: string | null = null) =>
  `data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta: { content }, finish_reason: finish }] })}\n\n`;

async function endOf(answer: Answer, provider: Streamed = 'openai') {
  const paid: Paid = { held: [], settled: [] };
  const events = await eventsOf(sourceAt(provider, await vendorThat(answer), purseOf(paid)));
  return { events, end: events.at(-1), paid };
}

const fault = (reason: string, more: object = {}) => ({
  type: 'error',
  fault: expect.objectContaining({ reason, ...more }),
});

describe('faults', () => {
  it.each([
    [401, {}, 'wrong_key'],
    [403, {}, 'wrong_key'],
    [404, {}, 'unknown_model'],
    [402, {}, 'no_credit'],
    [413, {}, 'too_long'],
    [400, {}, 'rejected'],
    [429, { 'retry-after': '7' }, 'rate_limited'],
    [500, {}, 'provider_error'],
    [529, {}, 'provider_error'],
  ])('%i: a reason, what the vendor said, and no cost', async (status, headers, reason) => {
    const { end, paid } = await endOf((response) =>
      response
        .writeHead(status, { 'content-type': 'application/json', ...headers })
        .end(
          JSON.stringify({ error: { message: 'No, sk-of-the-test', type: 'x', param: null, code: null } }),
        ),
    );
    const retryAfterSeconds = status === 429 ? 7 : null;
    expect(end).toEqual(fault(reason, { status, retryAfterSeconds }));
    expect(JSON.stringify(end)).not.toContain('sk-of-the-test');
    expect(paid.settled).toEqual([0]);
  });

  it.each<[string, Answer, string]>([
    ['HTML', (response) => response.writeHead(200, EVENTS).end('<html>hi</html>'), 'malformed_answer'],
    [
      'a piece that is not JSON',
      (response) => response.writeHead(200, EVENTS).end(`${piece('Par')}data: {"id": \n\n`),
      'malformed_answer',
    ],
    [
      'pieces of another form',
      (response) => response.writeHead(200, EVENTS).end('data: {"choices": "none"}\n\ndata: [DONE]\n\n'),
      'malformed_answer',
    ],
    [
      'a stream that just ends',
      (response) => response.writeHead(200, EVENTS).end(piece('Par')),
      'malformed_answer',
    ],
    [
      'a connection that is cut',
      (response) => {
        response.writeHead(200, EVENTS).write(piece('Par'));
        setTimeout(() => response.socket?.resetAndDestroy(), 20);
      },
      'unreachable',
    ],
    [
      'an answer without end',
      (response) => {
        response.writeHead(200, EVENTS);
        const more = () => {
          while (!response.destroyed && response.write(piece('x'.repeat(100_000))));
        };
        response.on('drain', more);
        more();
      },
      'malformed_answer',
    ],
    [
      'a redirect',
      (response) => response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end(),
      'malformed_answer',
    ],
  ])('%s', async (_name, answer, reason) => {
    const { end, paid } = await endOf(answer);
    expect(end).toEqual(fault(reason));
    expect(paid.settled).toHaveLength(1);
  });

  it('a vendor that hangs is given up after the time limit', async () => {
    const paid: Paid = { held: [], settled: [] };
    const source = sourceAt('openai', await vendorThat(() => undefined), purseOf(paid));
    const hurried = { ...source, config: { ...source.config, timeoutMs: 100 } };
    expect((await eventsOf(hurried)).at(-1)).toEqual(fault('timeout'));
    expect(paid.settled[0]).toBeGreaterThan(0);
  });

  it('a private address is blocked, and nothing is sent', async () => {
    const paid: Paid = { held: [], settled: [] };
    const source = sourceAt('openai', 'https://169.254.169.254/v1', purseOf(paid));
    expect((await eventsOf(source)).at(-1)).toEqual(fault('blocked_address'));
    expect(paid.settled).toEqual([0]);
  });

  it('an aborted stream closes the request, and pays for what arrived', async () => {
    const stop = new AbortController();
    const closed = Promise.withResolvers<void>();
    const url = await vendorThat((response) => {
      response.on('close', () => closed.resolve());
      response.writeHead(200, EVENTS).write(piece('Par'));
    });
    const paid: Paid = { held: [], settled: [] };
    const events: ModelEvent[] = [];
    const options = { purpose: 'test', signal: stop.signal };
    for await (const event of streamModel(ctx, sourceAt('openai', url, purseOf(paid)), HELLO, options)) {
      events.push(event);
      stop.abort();
    }
    await closed.promise;
    expect(textOf(events)).toBe('Par');
    expect(events.at(-1)).toEqual(fault('cancelled'));
    expect(paid.settled[0]).toBeGreaterThan(0);
  });

  it('a reader that stops reading closes the request too', async () => {
    const closed = Promise.withResolvers<void>();
    const url = await vendorThat((response) => {
      response.on('close', () => closed.resolve());
      response.writeHead(200, EVENTS).write(piece('Par'));
    });
    const paid: Paid = { held: [], settled: [] };
    const options = { purpose: 'test', signal: NEVER };
    for await (const event of streamModel(ctx, sourceAt('openai', url, purseOf(paid)), HELLO, options))
      if (event.type === 'text') break;
    await closed.promise;
    expect(paid.settled).toHaveLength(1);
  });

  it('without budget, or without a price that a budget needs, nothing is sent', async () => {
    let asked = 0;
    const url = await vendorThat(() => (asked += 1));
    const paid: Paid = { held: [], settled: [] };
    const gone = new BudgetExhausted(uncoded('Spent.'), 60);
    const broke = purseOf(paid, { key: 'broke', reserve: () => Promise.reject(gone) });
    expect(await eventsOf(sourceAt('openai', url, broke))).toEqual([
      fault('budget_exhausted', { said: uncoded('Spent.'), retryAfterSeconds: 60 }),
    ]);
    const careful = purseOf(paid, { key: 'careful', needsPrice: true });
    expect(await eventsOf(sourceAt('openai', url, careful, 'our-own-model'))).toEqual([fault('no_price')]);
    expect([asked, paid.held]).toEqual([0, []]);
  });
});

describe('images', () => {
  const order: ChatOrder = {
    messages: [{ role: 'user', content: [{ type: 'image', image: 'data:image/png;base64,iVBORw0KGgo=' }] }],
  };
  it.each([
    [order, 'Invalid content type. image_url is only supported by certain models.', 'images_refused'],
    [order, 'temperature must be at most 2', 'rejected'],
    [HELLO, 'Image input is not enabled for this model', 'rejected'],
  ])('that the vendor refuses have a reason of their own: %#', async (asked, message, reason) => {
    const url = await vendorThat((response) =>
      response
        .writeHead(400, { 'content-type': 'application/json' })
        .end(JSON.stringify({ error: { message, type: 'x', param: null, code: null } })),
    );
    const events = await eventsOf(sourceAt('openai', url, purseOf({ held: [], settled: [] })), asked);
    expect(events.at(-1)).toMatchObject({ type: 'error', fault: { reason, status: 400, detail: message } });
  });
});

describe('what the vendor is sent', () => {
  it('messages with images, settings, tools and the schema of the answer', async () => {
    let seen: Record<string, unknown> = {};
    const { end } = await endOf((response, body) => {
      seen = body;
      response.writeHead(200, EVENTS).end(`${piece('{}', 'stop')}data: [DONE]\n\n`);
    });
    expect(end).toEqual({ type: 'done', finish: 'stop' });
    expect(seen).toMatchObject({ max_tokens: 4_096 });
    const url = await vendorThat((response, body) => {
      seen = body;
      response.writeHead(200, EVENTS).end(`${piece('{}', 'length')}data: [DONE]\n\n`);
    });
    const events = await eventsOf(sourceAt('openai', url, purseOf({ held: [], settled: [] })), {
      messages: [
        { role: 'system', content: 'Be brief.' },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'What is this?' },
            { type: 'image', image: 'data:image/png;base64,iVBORw0KGgo=' },
          ],
        },
      ],
      tools: [{ name: 'search', description: 'Finds', parameters: { type: 'object', properties: {} } }],
      toolChoice: 'none',
      outputSchema: { type: 'object', properties: { city: { type: 'string' } } },
      settings: { temperature: 0.2, topP: 0.5, maxOutputTokens: 99, seed: 7, stopSequences: ['.'] },
    });
    expect(events.at(-1)).toEqual({ type: 'done', finish: 'length' });
    expect(seen).toMatchObject({
      stream: true,
      temperature: 0.2,
      top_p: 0.5,
      max_tokens: 99,
      seed: 7,
      stop: ['.'],
      tool_choice: 'none',
      messages: [
        { role: 'system', content: 'Be brief.' },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'What is this?' },
            { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' } },
          ],
        },
      ],
      tools: [{ type: 'function', function: { name: 'search', description: 'Finds' } }],
      response_format: { type: 'json_schema' },
    });
  });
});
