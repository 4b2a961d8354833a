// Alerts for each user, tool and agent, from the request that stores records to the webhook, with the real engine; then
// the erasure of a user.
import { expect, it } from 'vitest';
import { makeAlertsJob } from '../../src/features/alerts/check.job.ts';
import { erasureJob } from '../../src/features/erasure/erasure.job.ts';
import { deliveryJob } from '../../src/services/notifications/delivery.job.ts';
import { openTestApp } from '#test/support/app';
import { openReceiver } from '#test/support/receiver';
import { sampleRecord } from '#test/support/sample-records';
import { minutesUnderEmulation } from '#test/support/records-engine';

const SLOW_MS = 240_000;

it.skipIf(minutesUnderEmulation)(
  'each group fires, one message lists them, and an erased user is named nowhere',
  { timeout: SLOW_MS },
  async () => {
    const app = await openTestApp({
      config: { outboundAllow: ['127.0.0.1/32'] },
      jobs: [makeAlertsJob(SLOW_MS), deliveryJob, erasureJob],
    });
    const account = await app.account();
    const receiver = await openReceiver();
    const rule = {
      channelKinds: ['webhook'],
      channelTargets: { webhook: { url: receiver.url } },
      windowMinutes: 60,
    };
    const wanted = [
      { name: 'Users', alertType: 'cost_threshold', thresholdValue: 0.5, forEach: 'user' },
      {
        name: 'Filtered',
        alertType: 'cost_threshold',
        thresholdValue: 0.5,
        filter: { where: [{ field: 'user', op: 'is', values: ['cy'] }] },
      },
      { name: 'Tools', alertType: 'error_rate', thresholdValue: 0.5, of: 'spans', forEach: 'tool' },
      {
        name: 'Runs',
        alertType: 'latency_degradation',
        thresholdValue: 900,
        percentile: 50,
        of: 'runs',
        forEach: 'agent',
      },
    ];
    for (const alert of wanted) {
      const reply = await account.call('POST', '/v1/alerts', { ...rule, ...alert });
      expect([reply.statusCode, reply.json().error]).toEqual([201, undefined]);
    }
    const records = ['ada', 'bo', 'cy'].flatMap((userId, user) =>
      Array.from({ length: 6 }, (_, at) =>
        sampleRecord({
          id: `${userId}-${at}`,
          timestamp: new Date(Date.now() - at * 60_000).toISOString(),
          requestMeta: { userId },
          costUsd: 0.05 * (3 - user),
          latencyMs: 1_000,
          error: null,
        }),
      ),
    );
    expect((await account.call('POST', '/v1/ingest', { records })).json()).toMatchObject({ accepted: 18 });
    const text = (key: string, value: string) => ({ key, value: { stringValue: value } });
    const spans = Array.from({ length: 8 }, (_, at) => {
      const start = BigInt(Date.now() - at * 60_000 - 5_000) * 1_000_000n;
      const traceId = (at + 1).toString(16).padStart(32, '0');
      const times = {
        startTimeUnixNano: String(start),
        endTimeUnixNano: String(start + 1_000_000_000n),
      };
      return [
        {
          traceId,
          spanId: (at + 1).toString(16).padStart(16, '0'),
          name: 'invoke_agent planner',
          ...times,
          attributes: [text('gen_ai.operation.name', 'invoke_agent'), text('gen_ai.agent.name', 'planner')],
        },
        {
          traceId,
          spanId: (at + 101).toString(16).padStart(16, '0'),
          parentSpanId: (at + 1).toString(16).padStart(16, '0'),
          name: 'execute_tool',
          ...times,
          attributes: [
            text('gen_ai.operation.name', 'execute_tool'),
            text('gen_ai.tool.name', at % 4 === 3 ? 'mail' : 'search'),
          ],
          ...(at % 4 === 3 ? {} : { status: { code: 2, message: 'no answer' } }),
        },
      ];
    }).flat();
    const sent = await account.call('POST', '/otel/v1/traces', {
      resourceSpans: [{ scopeSpans: [{ spans }] }],
    });
    expect(sent.statusCode).toBe(200);
    await app.services.jobs.runNow('alerts');
    const events = async () =>
      (await account.call('GET', '/v1/alerts/events?limit=100')).json().events.map((event: never) => {
        const { alertName, group, observedValue } = event as Record<string, unknown>;
        return [alertName, (group as { value: string } | null)?.value ?? null, observedValue];
      });
    expect((await events()).toSorted()).toEqual([
      ['Runs', 'planner', 1_000],
      ['Tools', 'search', 1],
      ['Users', 'ada', 0.9],
      ['Users', 'bo', 0.6],
    ]);
    await app.worker.round();
    await app.worker.settled();
    const told = receiver.received.map(({ body }) => JSON.parse(body).data as Record<string, unknown>);
    expect(told.map(({ alertName }) => alertName).toSorted()).toEqual(['Runs', 'Tools', 'Users']);
    const users = told.find(({ alertName }) => alertName === 'Users');
    expect(users?.groups).toMatchObject([
      { dimension: 'user', value: 'ada', observedValue: 0.9 },
      { dimension: 'user', value: 'bo', observedValue: 0.6 },
    ]);
    // The message is delivered for both events.
    const { events: shown } = (await account.call('GET', '/v1/alerts/events?limit=100')).json();
    expect(shown.map(({ channelsSent }: { channelsSent: string[] }) => channelsSent)).toEqual(
      shown.map(() => ['webhook']),
    );
    const preview = await account.call('POST', '/v1/alerts/preview', {
      alertType: 'cost_threshold',
      thresholdValue: 0.5,
      windowMinutes: 60,
      forEach: 'user',
    });
    expect(
      preview
        .json()
        .groups.map(({ value }: { value: string }) => value)
        .toSorted(),
    ).toEqual(['ada', 'bo', 'cy']);
    const { id } = (await account.call('POST', '/v1/erasures', { userId: 'ada' })).json();
    await expect
      .poll(
        async () => {
          await app.worker.round();
          await app.worker.settled();
          return (await account.call('GET', `/v1/erasures/${id}`)).json().status;
        },
        { timeout: 60_000 },
      )
      .toBe('done');
    expect((await events()).filter(([name]: string[]) => name === 'Users').toSorted()).toEqual([
      ['Users', '[erased]', 0.9],
      ['Users', 'bo', 0.6],
    ]);
    await app.services.jobs.runNow('alerts');
    const { alerts } = { alerts: (await account.call('GET', '/v1/alerts')).json() };
    const shownAlert = (await account.call('GET', `/v1/alerts/${alerts[0].id}`)).json();
    expect(shownAlert.groups).toMatchObject([{ value: 'bo' }]);
  },
);
