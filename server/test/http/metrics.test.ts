import { describe, expect, it } from 'vitest';
import { openTestApp } from '#test/support/app';
import { sampleRecord } from '#test/support/sample-records';

describe('metrics', () => {
  it('404: disabled by default', async () => {
    const app = await openTestApp();
    expect((await app.call('GET', '/metrics')).statusCode).toBe(404);
  });

  it('200: requests by route and the process, in the Prometheus format, without ids or accounts', async () => {
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
    expect(reply.body).toMatch(
      /^tracewell_http_request_duration_seconds_count\{method="GET",route="\/v1\/projects\/:id",status="2xx"\} 1$/m,
    );
    expect(reply.body).toContain('process_resident_memory_bytes');
    expect(reply.body).not.toContain(account.projectId);
    expect(reply.body).not.toContain(account.id);
  });

  it('200: records by endpoint and reason, refused requests, queries and jobs', async () => {
    const app = await openTestApp({ config: { metrics: true } });
    const account = await app.account();
    const records = [
      sampleRecord(),
      sampleRecord({ provider: `made-up-${account.id.toLowerCase()}` }),
      sampleRecord({ timestamp: 'never' }),
    ];
    expect((await account.call('POST', '/v1/ingest', { records })).statusCode).toBe(200);
    expect((await account.call('POST', '/v1/ingest', { records: 'none' })).statusCode).toBe(400);
    expect((await account.call('POST', '/v1/query/calls', {})).statusCode).toBe(200);
    await app.worker.runNow('housekeeping');
    const { body } = await app.call('GET', '/metrics');
    for (const line of [
      'tracewell_ingest_records_total{door="ingest",outcome="stored"} 1',
      'tracewell_ingest_rejected_records_total{door="ingest",reason="unknown_provider"} 1',
      'tracewell_ingest_rejected_records_total{door="ingest",reason="field_rule"} 1',
      'tracewell_job_runs_total{job_name="housekeeping",outcome="done"} 1',
      'tracewell_job_runs_total{job_name="housekeeping",outcome="failed"} 0',
      'tracewell_jobs_oldest_due_seconds 0',
    ])
      expect(body.split('\n')).toContain(line);
    expect(body).toMatch(/^tracewell_ingest_refused_requests_total\{door="ingest",reason="\w+"\} 1$/m);
    expect(body).toMatch(/^tracewell_disk_free_bytes [1-9]\d*$/m);
    expect(body).not.toContain(account.id);
  });
});
