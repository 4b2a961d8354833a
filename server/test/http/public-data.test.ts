import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestApp, type TestApp } from '#test/support/app';

let app: TestApp;
beforeAll(async () => {
  app = await makeTestApp();
});
afterAll(() => app.stop());

describe('public data', () => {
  it('200: model prices of the configured providers, cacheable', async () => {
    const reply = await app.call('GET', '/v1/public/models');
    const { version, prices } = reply.json() as {
      version: string;
      prices: { provider: string; model: string }[];
    };
    expect(reply.headers['cache-control']).toBe('public, max-age=3600');
    expect(version).toMatch(/^\d{4}-\d\d-\d\d\+\d{4}-\d\d-\d\d$/);
    expect(new Set(prices.map((price) => price.provider))).toEqual(new Set(app.config.providers));
    expect(prices.find((price) => price.model === 'gpt-4o')).toMatchObject({
      provider: 'openai',
      inputPerMTok: 2.5,
    });
  });

  it('200: plans and their limits', async () => {
    const { plans } = (await app.call('GET', '/v1/public/plans')).json() as { plans: { name: string }[] };
    expect(plans).toMatchObject([
      { name: 'free', recordsPerMonth: 50_000, retentionDays: 30, exportRecords: 1_000, alerts: 3 },
      { name: 'pro', recordsPerMonth: 1_000_000, retentionDays: 90, exportRecords: 50_000, alerts: null },
      { name: 'team', recordsPerMonth: 1_000_000, teamMembers: true },
    ]);
  });

  it('200: at least 15 presets in three categories, in two languages', async () => {
    const { presets } = (await app.call('GET', '/v1/public/presets')).json() as {
      presets: { category: string }[];
    };
    expect(presets.length).toBeGreaterThanOrEqual(15);
    expect(new Set(presets.map((preset) => preset.category))).toEqual(new Set(['RAG', 'quality', 'safety']));
  });
});
