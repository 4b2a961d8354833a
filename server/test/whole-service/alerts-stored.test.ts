// From the request that stores calls to the message that an alert sends, with the real engine, job and
// receiver.
import { expect, it } from 'vitest';
import { makeAlertsJob } from '../../src/features/alerts/check.job.ts';
import { deliveryJob } from '../../src/services/notifications/delivery.job.ts';
import { openTestApp } from '#test/support/app';
import { openReceiver } from '#test/support/receiver';
import { sampleRecord } from '#test/support/sample-records';
import { minutesUnderEmulation } from '#test/support/records-engine';

const SLOW_MS = 240_000;

it.skipIf(minutesUnderEmulation)(
  'new calls trigger alerts, which notify a receiver and show the observed values',
  { timeout: SLOW_MS },
  async () => {
    const app = await openTestApp({
      config: { outboundAllow: ['127.0.0.1/32'] },
      // With an emulated engine, a query takes longer than production allows.
      jobs: [makeAlertsJob(SLOW_MS), deliveryJob],
    });
    const [account, other] = [await app.account(), await app.account()];
    const receiver = await openReceiver();
    const rule = {
      channelKinds: ['webhook'],
      channelTargets: { webhook: { url: receiver.url } },
      windowMinutes: 30,
    };
    const wanted = [
      { ...rule, name: 'Cost', alertType: 'cost_threshold', thresholdValue: 0.6 },
      { ...rule, name: 'Too high', alertType: 'cost_threshold', thresholdValue: 0.7 },
      { ...rule, name: 'Errors', alertType: 'error_rate', thresholdValue: 0.5 },
      { ...rule, name: 'Slow', alertType: 'latency_degradation', thresholdValue: 550 },
    ];
    for (const alert of wanted) {
      for (const owner of [account, other])
        expect((await owner.call('POST', '/v1/alerts', alert)).statusCode).toBe(201);
    }
    const records = Array.from({ length: 6 }, (_, at) =>
      sampleRecord({
        id: `call-${at}`,
        timestamp: new Date(Date.now() - at * 60_000).toISOString(),
        costUsd: 0.1,
        latencyMs: (at + 1) * 100,
        error: at < 3 ? 'boom' : null,
      }),
    );
    expect((await account.call('POST', '/v1/ingest', { records })).json()).toMatchObject({ accepted: 6 });
    await app.services.jobs.runNow('alerts');
    const { events } = (await account.call('GET', '/v1/alerts/events')).json();
    const seen = events.map((event: Record<string, unknown>) => [event.alertName, event.observedValue]);
    expect(seen.toSorted()).toEqual([
      ['Cost', 0.6],
      ['Errors', 0.5],
      ['Slow', 575],
    ]);
    expect((await other.call('GET', '/v1/alerts/events')).json().events).toEqual([]);
    await app.worker.round();
    await app.worker.settled();
    const told = receiver.received.map(({ body }) => JSON.parse(body).data.alertName as string);
    expect(told.toSorted()).toEqual(['Cost', 'Errors', 'Slow']);
  },
);
