// The request for embeddings of every vendor that has them, over a socket.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readConfig, type LlmConfig, type LlmProvider } from '#config';
import { processState } from '#core/process-state';
import { readEmbeddings, wordVector } from '#test/support/fake-embeddings';
import { embedTexts } from './embed-texts.ts';

const MODEL = 'text-embedding-3-small';
const ctx = { state: processState(), config: readConfig({}) };
const paths: string[] = [];
const server = createServer((request, response) => void answer(request, response));

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>;
  const wanted = body['model'] === 'none' ? null : readEmbeddings(request.url ?? '', body);
  paths.push(request.url ?? '');
  response.writeHead(wanted ? 200 : 404, { 'content-type': 'application/json' });
  response.end(JSON.stringify(wanted ? wanted.write(wanted.texts.map(wordVector)) : { error: 'no' }));
}

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => server.close());

const config = (provider: LlmProvider, changes: Partial<LlmConfig> = {}): LlmConfig => ({
  provider,
  model: MODEL,
  apiKey: 'k',
  baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
  concurrency: 1,
  timeoutMs: 20_000,
  retry: { firstMs: 1, capMs: 1, patienceMs: 1 },
  ...changes,
});
const embed = (given: LlmConfig, signal = new AbortController().signal) =>
  embedTexts(ctx, given, ['one two', 'two three'], signal);

it.each<[LlmProvider, string, number | null]>([
  ['openai', '/v1/embeddings', 5],
  ['openai-compatible', '/v1/embeddings', 5],
  ['mistral', '/v1/embeddings', 5],
  // Google reports no usage for embeddings.
  ['google', `/v1/models/${MODEL}:batchEmbedContents`, null],
])('%s', async (provider, path, tokens) => {
  const { outcome, vectors } = await embed(config(provider));
  expect(vectors).toEqual(['one two', 'two three'].map(wordVector));
  expect(outcome).toMatchObject({
    kind: 'answer',
    usage: tokens === null ? null : { uncachedInput: tokens },
  });
  expect(paths.at(-1)).toBe(path);
});

it('a vendor without embeddings, an unknown model, and an aborted request are outcomes', async () => {
  expect((await embed(config('anthropic'))).outcome).toMatchObject({ kind: 'rejected', why: 'address' });
  const { outcome } = await embed(config('openai', { model: 'none' }));
  expect(outcome).toMatchObject({ kind: 'rejected', status: 404, why: 'address' });
  expect((await embed(config('openai'), AbortSignal.abort())).outcome).toEqual({ kind: 'cancelled' });
});
