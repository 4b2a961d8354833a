// Everything that the master key sealed, through the API, before and after the key was changed.
import { randomBytes } from 'node:crypto';
import { Pace } from '#lib/yield-to-event-loop';
import { expect, it } from 'vitest';
import { newId } from '#lib/ids';
import { sealer } from '#core/secrets/sealing';
import { makeTestApp, openTestApp, type TestApp } from '#test/support/app';
import { openPart } from '../../src/compat/open-spans/part-text.ts';
import { rotateMasterKey } from '../../src/command/keys/rotate-master.ts';
import { openTarget, sealTarget } from '../../src/services/notifications/delivery-target.ts';

const SLACK = 'https://hooks.slack.com/services/T000/B000/abcd';
const HOOK = 'https://hooks.example.com/in?token=abc';
const ITEMS = [{ inputText: 'Where is the canary?', expectedOutput: 'It flew.' }];

/** A message that has not been sent yet. */
async function pendingDelivery({ services }: TestApp, accountId: string, alertId: number): Promise<string> {
  const id = newId('delivery');
  await services.metadata.transaction((db) =>
    db
      .insertInto('deliveries')
      .values({
        id,
        account_id: accountId,
        kind: 'alert',
        channel: 'slack',
        target: sealTarget(services.sealer, id, { url: SLACK }),
        alert_id: alertId,
        alert_event_id: null,
        webhook_id: null,
        event: 'alert.fired',
        body: '{}',
        status: 'pending',
        attempts: '[]',
        tries: 0,
        turn: 0,
        next_at: services.clock.now() + 3_600_000,
        give_up_at: services.clock.now() + 7_200_000,
        created_at: services.clock.now(),
      })
      .execute(),
  );
  return id;
}

it('with another master key, alerts, webhooks, pending messages, datasets and the audit chain can be opened', async () => {
  const [oldKey, newKey] = [randomBytes(32), randomBytes(32)];
  const before = await makeTestApp({ config: { masterKey: oldKey }, jobs: [] });
  const account = await before.account();
  const alert = {
    name: 'Told',
    alertType: 'cost_threshold',
    thresholdValue: 5,
    windowMinutes: 60,
    channelKinds: ['slack'],
    channelTargets: { slack: { url: SLACK } },
  };
  const { id: alertId } = (await account.call('POST', '/v1/alerts', alert)).json();
  const hook = { url: HOOK, events: ['alert.fired'] };
  const { id: hookId } = (await account.call('POST', '/v1/webhooks', hook)).json();
  const s3 = { region: 'eu-1', bucket: 'exports', accessKeyId: 'AKIAOFTHEEXPORT', secretAccessKey: 'sealed' };
  expect((await account.call('PUT', '/v1/account/export-schedule', { s3 })).statusCode).toBe(200);
  const connection = {
    name: 'Ours',
    provider: 'openai',
    apiKey: 'sk-of-the-account-KEY1',
    defaultModel: 'gpt-4o-mini',
  };
  const { id: connectionId } = (
    await account.call('POST', '/v1/model-connections', { ...connection, test: false })
  ).json();
  const dataset = { name: 'Birds', items: ITEMS };
  const { id: datasetId } = (await account.call('POST', '/v1/eval-datasets', dataset)).json();
  const span = { id: 'open', traceId: 'trace', startTime: new Date().toISOString(), name: 'step' };
  const begun = [{ id: 'e1', type: 'span-create', timestamp: span.startTime, body: span }];
  await account.call('POST', '/api/public/ingestion', { batch: begun });
  const deliveryId = await pendingDelivery(before, account.id, alertId);
  const shown = async (of: TestApp) => {
    const get = async (url: string) =>
      (await of.call('GET', url, undefined, { authorization: `Bearer ${account.apiKey}` })).json();
    return {
      targets: (await get(`/v1/alerts/${alertId}`)).alert.channelTargets,
      url: (await get(`/v1/webhooks/${hookId}`)).url,
      items: (await get(`/v1/eval-datasets/${datasetId}`)).items,
      exportKey: (await get('/v1/account/export-schedule')).schedule.s3.accessKeyId,
      modelKey: (await get(`/v1/model-connections/${connectionId}`)).apiKey,
      audit: (await get('/v1/audit/verify')).valid,
    };
  };
  const expected = {
    targets: { slack: { url: expect.stringContaining('hooks.slack.com') } },
    url: HOOK,
    items: [expect.objectContaining(ITEMS[0])],
    exportKey: '…PORT',
    modelKey: '…KEY1',
    audit: true,
  };
  expect(await shown(before)).toEqual(expected);
  await before.stop();
  const { metadata } = before.config;
  expect(await rotateMasterKey(before.config, newKey)).toMatchObject({ alreadyDone: false });
  // Run again: refused with the old key in the settings, nothing to do with the new one.
  await expect(rotateMasterKey(before.config, newKey)).rejects.toThrow('not the one this data was written');
  expect(await rotateMasterKey({ ...before.config, masterKey: newKey }, newKey)).toEqual({
    dataKeys: 0,
    alreadyDone: true,
    keyIn: 'settings',
  });

  const after = await openTestApp({ config: { metadata, masterKey: newKey }, jobs: [] });
  expect(await shown(after)).toEqual(expected);
  const [row] = await after.services.metadata.reader.selectFrom('open_spans').selectAll().execute();
  const part = row && (await openPart(after.services.sealer, row, new Pace()));
  expect(part?.body).toMatchObject({ name: 'step' });
  const { target } = await after.services.metadata.reader
    .selectFrom('deliveries')
    .select('target')
    .where('id', '=', deliveryId)
    .executeTakeFirstOrThrow();
  expect(openTarget(after.services.sealer, deliveryId, target)).toEqual({ url: SLACK });
  expect(() => openTarget(sealer(oldKey), deliveryId, target)).toThrow('another master key');
});
