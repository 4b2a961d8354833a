import { describe, expect, it } from 'vitest';
import { eventually } from '#test/support/eventually';
import { openTestApp } from '#test/support/app';

describe('health', () => {
  it('200: every store answers; no credential is needed', async () => {
    const app = await openTestApp({ records: { ping: async () => undefined } });
    const reply = await eventually(async () => {
      const health = await app.call('GET', '/v1/health');
      expect(health.json()).toEqual({
        status: 'ok',
        version: app.config.version,
        checks: { records: 'ok', metadata: 'ok', jobs: 'ok' },
        backlog: { bytes: 0, seconds: 0 },
        clockOffsetMs: expect.any(Number),
      });
      return health;
    });
    expect([reply.statusCode, reply.headers['cache-control']]).toEqual([200, 'no-store']);
    expect((await app.call('GET', '/v1/health/live')).json()).toMatchObject({ status: 'ok' });
  });

  it('the record engine answers when it is checked', { timeout: 240_000 }, async () => {
    const app = await openTestApp();
    await expect(app.services.records.ping()).resolves.toBeUndefined();
  });

  it('503: names the part that does not answer, or fails', async () => {
    const hanging = { ping: () => new Promise<void>(() => undefined) };
    const slow = await openTestApp({ records: hanging });
    const reply = await slow.call('GET', '/v1/health');
    expect([reply.statusCode, reply.json().checks]).toEqual([
      503,
      { records: 'unavailable', metadata: 'ok', jobs: 'ok' },
    ]);
    const failing = await openTestApp({
      records: { ping: () => Promise.reject(new Error('away')) },
    });
    expect((await failing.call('GET', '/v1/health')).statusCode).toBe(503);
    expect((await failing.call('GET', '/v1/health/live')).statusCode).toBe(200);
  });

  it('200 starting, 200 degraded: accepted records are not loaded yet, with the delay', async () => {
    const log = {
      waitingBytes: 70_000_000,
      waitingRecords: 12_000,
      waitingSegments: 9,
      waitingMs: 12_340,
      recovering: true,
      behind: true,
    };
    const writerState = () => ({ waitingBytes: log.waitingBytes, waitingRequests: 1, log });
    const app = await openTestApp({
      records: { ping: async () => undefined, writerState, activity: () => ({ running: 2, waiting: 5 }) },
      config: { metrics: true },
    });
    const asked = async () => {
      const reply = await app.call('GET', '/v1/health');
      return [reply.statusCode, reply.json()];
    };
    const body = {
      version: app.config.version,
      checks: { records: 'behind', metadata: 'ok', jobs: 'ok' },
      backlog: { bytes: 70_000_000, seconds: 12.3 },
      clockOffsetMs: expect.any(Number),
    };
    expect(await asked()).toEqual([200, { status: 'starting', ...body }]);
    log.recovering = false;
    expect(await asked()).toEqual([200, { status: 'degraded', ...body }]);
    const { body: metrics } = await app.call('GET', '/metrics');
    expect(metrics).toContain('tracewell_records_waiting_bytes 70000000');
    expect(metrics).toContain('tracewell_records_waiting 12000');
    expect(metrics).toContain('tracewell_queries_waiting 5');
    expect(metrics).toContain('tracewell_records_waiting_segments 9');
    expect(metrics).toContain('tracewell_records_waiting_seconds 12.34');
    log.behind = false;
    expect(await asked()).toMatchObject([200, { status: 'ok', checks: { records: 'ok' } }]);
  });
});
