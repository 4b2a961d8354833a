// `tracewell gate` against the service itself, with criteria that need no model.
import path from 'node:path';
import { expect, it } from 'vitest';
import { tracewell, unwrap } from '@tracewell/sdk';
import { serviceRecords } from '../../../server/test/support/records-engine.ts';
import { startService } from '../../../server/test/support/service-process.ts';
import { freshFolder, run, takeTime } from '../run.ts';

takeTime();

it('fails for the release that got worse, and passes for the same one', async () => {
  const folder = path.join(freshFolder(), 'data');
  const service = await startService({ folder, env: serviceRecords() });
  const order = { email: 'one@example.com', password: 'correct horse battery', plan: 'team' };
  const made = JSON.parse((await service.operate('POST', '/operator/accounts', order)).text);
  const { accountId, apiKey } = made as { accountId: string; apiKey: string };
  await service.operate('PUT', `/operator/accounts/${accountId}/consents`, { plaintextStorage: true });
  const client = tracewell({ url: service.url, apiKey });
  const records = ['v1', 'v2'].flatMap((release) =>
    Array.from({ length: 20 }, (_, at) => ({
      id: `${release}-${at}`,
      provider: 'openai',
      model: 'gpt-4o-mini',
      timestamp: new Date().toISOString(),
      promptTokens: 10,
      completionTokens: 5,
      totalTokens: 15,
      costUsd: 0,
      latencyMs: 20,
      tags: { release },
      requestMeta: {
        input: `Question ${at}`,
        output: release === 'v1' ? `See ticket #${at}.` : 'Have you tried again?',
      },
    })),
  );
  expect(await unwrap(client.POST('/v1/ingest', { body: { records } }))).toEqual({
    accepted: 40,
    rejected: [],
  });
  const { criteria } = await unwrap(
    client.POST('/v1/eval-criteria', {
      body: { name: 'Names a ticket', type: 'regex', rubric: '#\\d+', scaleMin: 0, scaleMax: 1 },
    }),
  );
  const criterion = criteria.find(({ name }) => name === 'Names a ticket');
  const runs: number[] = [];
  for (const release of ['v1', 'v1', 'v2']) {
    const body = {
      name: release,
      recentCount: 20,
      criterionIds: [criterion?.id ?? 0],
      filter: { tags: { release } },
    };
    runs.push((await unwrap(client.POST('/v1/eval-runs', { body }))).summary.id);
  }
  const [baseline, same, worse] = runs.map(String);
  const env = { TRACEWELL_URL: service.url, TRACEWELL_API_KEY: apiKey };
  const gate = (candidate = '') => run(['gate', '--candidate', candidate, '--baseline', baseline ?? ''], env);
  const failed = await gate(worse);
  expect([failed.code, failed.stdout]).toEqual([1, expect.stringContaining('Gate: fail: 1 violation')]);
  const passed = await gate(same);
  expect([passed.code, passed.stdout]).toEqual([0, expect.stringContaining('Gate: pass')]);
  const missing = await gate('999');
  expect([missing.code, missing.stderr]).toEqual([2, expect.stringContaining('(404)')]);
});
