import { describe, expect, it } from 'vitest';
import { openTestApp } from '#test/support/app';

describe('metrics', () => {
  it('404: not there unless switched on', async () => {
    const app = await openTestApp();
    expect((await app.call('GET', '/metrics')).statusCode).toBe(404);
  });

  it('200: requests by route and the process, in the Prometheus form, without ids or accounts', async () => {
    const app = await openTestApp({ config: { metrics: true } });
    const account = await app.account();
    await account.call('GET', `/v1/projects/${account.projectId}`);
    const reply = await app.call('GET', '/metrics');
    expect([reply.statusCode, reply.headers['content-type']]).toEqual([
      200,
      expect.stringContaining('text/plain'),
    ]);
    expect(reply.body).toContain(
      'tracewell_http_requests_total{method="GET",route="/v1/projects/:id",status="200"} 1',
    );
    expect(reply.body).toContain('process_resident_memory_bytes');
    expect(reply.body).not.toContain(account.projectId);
    expect(reply.body).not.toContain(account.id);
  });
});
