import path from 'node:path';
import { expect, inject, it, vi } from 'vitest';
import { emptyMetadata, freshFolder } from '#test/support/metadata';
import { startService, tracewell } from '#test/support/service-process';

vi.setConfig({ testTimeout: 120_000 });

it('migrate prepares both stores; until then a service that may not migrate says so', async () => {
  const folder = path.join(freshFolder(), 'data');
  const metadata = await emptyMetadata(freshFolder());
  const env = {
    TRACEWELL_AUTO_MIGRATE: 'false',
    ...(metadata.kind === 'postgres' ? { TRACEWELL_POSTGRES_URL: metadata.url } : {}),
  };
  expect(metadata.kind).toBe(inject('engine'));
  await expect(startService({ folder, env })).rejects.toThrow(
    /tracewell cannot start: The metadata store lacks .* Run `tracewell-server migrate` with this version first\./,
  );
  const first = tracewell(folder, ['migrate', '--json'], env);
  expect([first.status, JSON.parse(first.stdout)]).toEqual([
    0,
    { version: expect.any(String), before: null, schema: expect.stringMatching(/^\d{4}-/) },
  ]);
  const service = await startService({ folder, env });
  expect((await service.call('GET', '/readyz', '')).status).toBe(200);
});
