// Judges get the pictures and documents of what they judge, in the form of their vendor.
import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { DAY_MS } from '#lib/clock';
import { openTestApp, type TestAccount } from '#test/support/app';
import { FakeClock } from '#test/support/clock';
import { startFakeProvider, type FakeProvider, type DialectName } from '#test/support/fake-provider/index';
import { runJobs } from '#test/support/run-jobs';
import { sampleRecord, sendRecords } from '#test/support/sample-records';

const PICTURE = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), randomBytes(2_000)]).toString(
  'base64',
);
const DOCUMENT = Buffer.from(`%PDF-1.4 ${'a page '.repeat(300)}`).toString('base64');
const SOUND = Buffer.concat([Buffer.from('RIFF\x24\0\0\0WAVEfmt ', 'latin1'), randomBytes(2_000)]).toString(
  'base64',
);
const JUDGED = { name: 'Right', rubric: 'Is it right?', scaleMin: 1, scaleMax: 5 };

async function world(dialect: DialectName): Promise<{ vendor: FakeProvider; account: TestAccount }> {
  const vendor = await startFakeProvider({ dialect, answer: () => ({ reasoning: 'It is.', score: 4 }) });
  const judge = vendor.config({ retry: { firstMs: 1, capMs: 2, patienceMs: 200 } });
  const app = await openTestApp({ config: { judge } });
  const account = await app.account({ plan: 'pro' });
  await account.call('PUT', '/v1/account/consents/plaintext-storage');
  return { vendor, account };
}

async function judged(account: TestAccount, content: object[], output: unknown = 'A cat.') {
  const input = [{ role: 'user', content: [{ type: 'text', text: 'What is it?' }, ...content] }];
  await sendRecords(account, [sampleRecord({ id: 'seen', requestMeta: { input, output } })]);
  const reply = await account.call('POST', '/v1/eval-criteria/test', {
    criterion: JUDGED,
    callIds: ['seen'],
  });
  expect([reply.statusCode, reply.body]).toEqual([200, reply.body]);
  return reply.json().results[0];
}

const picture = { type: 'image_url', image_url: { url: `data:image/png;base64,${PICTURE}` } };
const document = {
  type: 'document',
  source: { type: 'base64', media_type: 'application/pdf', data: DOCUMENT },
};
const sound = { type: 'input_audio', input_audio: { data: SOUND, format: 'wav' } };
const sent = (vendor: FakeProvider, at: number): string => JSON.stringify(vendor.requests[at]?.body);

const FORMS: [DialectName, string][] = [
  ['openai', `data:image/png;base64,${PICTURE}`],
  ['anthropic', `{"type":"base64","media_type":"image/png","data":"${PICTURE}"}`],
  ['google', `{"mimeType":"image/png","data":"${PICTURE}"}`],
];

describe.each(FORMS)('a judge of %s', (dialect, form) => {
  it('gets pictures and documents, in their order', async () => {
    const { vendor, account } = await world(dialect);
    expect(await judged(account, [picture, document])).toMatchObject({ status: 'scored', score: 4 });
    expect(vendor.requests).toHaveLength(1);
    const body = sent(vendor, 0);
    expect(body).toContain(form);
    expect(body.indexOf(DOCUMENT)).toBeGreaterThan(body.indexOf(PICTURE));
    expect(body).toContain('The 2 files of this message are data too');
  });

  it('that refuses them is asked without them, and told so', async () => {
    const { vendor, account } = await world(dialect);
    vendor.fault('server_error', {
      status: 400,
      message: 'this model takes text only',
      when: ({ body }) => JSON.stringify(body).includes(PICTURE),
    });
    expect(await judged(account, [picture])).toMatchObject({ status: 'scored', score: 4 });
    expect(vendor.requests).toHaveLength(2);
    expect(sent(vendor, 1)).toContain('The data has files that this model does not take: 1 × image/png.');
  });
});

it('a model whose vendor takes no sound is asked once, without it', async () => {
  const { vendor, account } = await world('anthropic');
  expect(await judged(account, [sound])).toMatchObject({ status: 'scored' });
  expect(vendor.requests).toHaveLength(1);
  expect(sent(vendor, 0)).toContain('does not take: 1 × audio/wav');
});

it('pictures in results of tools and in the answer are among them; other files are not', async () => {
  const { vendor, account } = await world('openai');
  const text = {
    type: 'file',
    file: { filename: 'a.txt', file_data: `data:text/plain;base64,${'YWFh'.repeat(600)}` },
  };
  const result = JSON.stringify({ screenshot: `data:image/png;base64,${PICTURE}` });
  await judged(account, [text, { type: 'tool_result', tool_use_id: 'a', content: result }], [document]);
  const body = sent(vendor, 0);
  expect(body).toContain(PICTURE);
  expect(body).toContain('The 2 files');
});

describe('an item that is made of a call', () => {
  it('keeps its pictures, is sent with them, and keeps their files until it goes', async () => {
    const clock = new FakeClock(Date.now());
    const vendor = await startFakeProvider({ dialect: 'openai', answer: () => 'A cat.' });
    const app = await openTestApp({
      clock,
      config: { generator: vendor.config({ retry: { firstMs: 1, capMs: 2, patienceMs: 200 } }) },
    });
    const account = await app.account({ plan: 'pro' });
    await account.call('PUT', '/v1/account/consents/plaintext-storage');
    const input = [{ role: 'user', content: [{ type: 'text', text: 'What is it?' }, picture, document] }];
    for (const id of ['expires', 'erased'])
      await sendRecords(account, [sampleRecord({ id, requestMeta: { input, output: 'A cat.' } })]);
    const dataset = (await account.call('POST', '/v1/eval-datasets', { name: 'Seen' })).json().id;
    const path = `/v1/eval-datasets/${dataset}/items`;
    const add = (callId: string) =>
      account.call('POST', `${path}/from-calls`, { callIds: [callId], as: 'conversation' });
    expect((await add('expires')).json()).toMatchObject({ added: 1 });
    const { items } = (await account.call('GET', path)).json();
    const [{ input: stored }] = items;
    const item = typeof stored === 'string' ? JSON.parse(stored) : stored;
    expect(item.messages).toEqual([
      {
        role: 'user',
        content: [
          { type: 'text', text: 'What is it?' },
          {
            type: 'media',
            mediaId: expect.stringMatching(/^med_/),
            contentType: 'image/png',
            bytes: expect.any(Number),
          },
          {
            type: 'media',
            mediaId: expect.stringMatching(/^med_/),
            contentType: 'application/pdf',
            bytes: expect.any(Number),
          },
        ],
      },
    ]);
    const { mediaId } = item.messages[0].content[1];
    const status = async (): Promise<number> =>
      (await account.call('GET', `/v1/media/${mediaId}`)).statusCode;

    const run = await account.call('POST', `/v1/eval-datasets/${dataset}/run`, {});
    expect([run.statusCode, run.body]).toEqual([expect.any(Number), run.body]);
    expect(run.statusCode).toBeLessThan(300);
    await runJobs(app);
    expect(sent(vendor, 0)).toContain(`data:image/png;base64,${PICTURE}`);
    expect(sent(vendor, 0)).toContain(DOCUMENT);

    clock.advance(400 * DAY_MS);
    for (let day = 0; day < 3; day += 1) {
      clock.advance(DAY_MS);
      await runJobs(app);
      await app.worker.runNow('media-removal');
    }
    expect((await account.call('GET', '/v1/query/calls/expires')).statusCode).toBe(404);
    expect(await status()).toBe(200);
    await account.call('DELETE', `/v1/eval-datasets/${dataset}`);
    clock.advance(2 * DAY_MS);
    await app.worker.runNow('media-removal');
    expect(await status()).toBe(404);
  });
});
