// From the span to the displayed cost: buckets, gateways and kinds of tokens through the real store, and
// repricing agrees.
import { describe, expect, inject, it } from 'vitest';
import { openTestApp } from '#test/support/app';
import { leftToSqlite } from '#test/support/records-engine';
import { sampleRecord } from '#test/support/sample-records';
import { exportOf, inference } from '#test/support/sample-spans';

const SLOW_MS = 240_000;

const ANTHROPIC = {
  'gen_ai.provider.name': 'anthropic',
  'gen_ai.request.model': 'claude-sonnet-4-5',
  'gen_ai.usage.input_tokens': 5_000,
  'gen_ai.usage.output_tokens': 100,
  'gen_ai.usage.cache_read.input_tokens': 4_000,
  'gen_ai.usage.cache_creation.input_tokens': 500,
};

interface Shown {
  id: string;
  model: string;
  costUsd: number;
  totalTokens: number;
  requestMeta: { gateway?: string; imageTokens?: number; pricing?: Record<string, unknown> | null };
}

describe.skipIf(leftToSqlite(inject('engine')))('the cost of a call', () => {
  it(
    'matches the vendor’s or the gateway’s bill, and repricing finds nothing to change',
    { timeout: SLOW_MS },
    async () => {
      const app = await openTestApp();
      const account = await app.account();
      const shown: Record<string, string> = {};
      const send = async (name: string, scope: string, attributes: Parameters<typeof inference>[0]) => {
        const span = inference(attributes);
        shown[`${span.traceId}-${span.spanId}`] = name;
        expect((await account.call('POST', '/v1/traces', exportOf([span], scope))).body).toBe('{}');
      };
      await send('openlit', '@openlit/instrumentation-anthropic', { ...ANTHROPIC, 'gen_ai.usage.cost': 0 });
      await send('groq', 'x', {
        'gen_ai.provider.name': 'groq',
        'gen_ai.request.model': 'openai/gpt-oss-120b',
      });
      await send('local', 'x', { 'gen_ai.request.model': 'gpt-oss:20b', 'server.address': '127.0.0.1' });
      await send('image', 'x', {
        'gen_ai.provider.name': 'gcp.gemini',
        'gen_ai.request.model': 'gemini-2.5-flash-image',
        'gen_ai.usage.input_tokens': 0,
        'gen_ai.usage.output_tokens': 1_290,
      });
      await send('words', 'x', {
        'gen_ai.provider.name': 'gcp.gemini',
        'gen_ai.request.model': 'gemini-2.5-flash-image',
        'gen_ai.usage.input_tokens': 0,
        'gen_ai.usage.output_tokens': 1_000,
        'gen_ai.usage.image.output_tokens': 0,
      });
      await send('spoken', 'x', {
        'gen_ai.request.model': 'gpt-4o-audio-preview',
        'gen_ai.usage.audio.output_tokens': 60,
      });
      await send('flex', 'x', { 'gen_ai.request.model': 'o3', 'openai.response.service_tier': 'flex' });
      const codex = inference({ 'codex.usage.reasoning_output_tokens': 12 });
      codex.attributes = codex.attributes.filter(({ key }) => !/operation|provider|model/.test(key));
      shown[`${codex.traceId}-${codex.spanId}`] = 'codex';
      await account.call('POST', '/v1/traces', exportOf([codex]));
      const sent = sampleRecord({ id: 'sent', costUsd: 0.5, requestMeta: { gateway: 'my-proxy' } });
      await account.call('POST', '/v1/ingest', { records: [sent] });

      const reply = await account.call('POST', '/v1/query/calls', { limit: 50 });
      const { records: calls } = reply.json() as { records: Shown[] };
      const found = Object.fromEntries(calls.map((call) => [shown[call.id] ?? call.id, call]));
      const costs = Object.entries(found).map(([name, { costUsd }]) => [
        name,
        Number(costUsd.toPrecision(12)),
      ]);
      expect(Object.fromEntries(costs)).toEqual({
        openlit: 0.019575,
        groq: 0.00021,
        local: 0,
        image: 0.0387,
        words: 0.0025,
        spoken: 0.0077,
        flex: 0.0014,
        codex: 0,
        sent: 0.5,
      });
      expect(found['openlit']?.totalTokens).toBe(9_600);
      expect(found['groq']?.requestMeta).toMatchObject({ gateway: 'groq', pricing: { gateway: 'groq' } });
      expect(found['local']?.requestMeta).toMatchObject({ gateway: 'local', pricing: { inputPerMTok: 0 } });
      expect(found['words']?.requestMeta).toMatchObject({ imageTokens: 0 });
      expect(found['codex']).toMatchObject({ model: 'unknown', requestMeta: { pricing: null } });
      expect(found['sent']?.requestMeta).toMatchObject({ gateway: 'my-proxy' });

      const { unpricedModels } = (await account.call('GET', '/v1/account')).json() as {
        unpricedModels: string[];
      };
      expect(unpricedModels.toSorted()).toEqual(['unknown']);

      const now = Date.now();
      const repriced = await account.call('POST', '/v1/account/model-prices/reprice', {
        startTime: new Date(now - 3_600_000).toISOString(),
        endTime: new Date(now + 3_600_000).toISOString(),
      });
      expect(repriced.json()).toMatchObject({ records: 8, changedRecords: 0, differenceUsd: 0 });
    },
  );
});
