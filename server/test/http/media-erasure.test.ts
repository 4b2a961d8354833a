// Ten files, sent in ten ways, are nowhere after an erasure: not in the data folder, not in the bucket, not in the log.
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { MINUTE_MS } from '#lib/clock';
import { openTestApp, type TestAccount, type TestApp } from '#test/support/app';
import { FakeClock } from '#test/support/clock';
import { runJobs } from '#test/support/run-jobs';
import { openS3Store, S3_KEY } from '#test/support/s3-store';
import { sampleRecord, sendRecords } from '#test/support/sample-records';
import { exportOf, inference, plain } from '#test/support/sample-spans';

const bytesIn = (folder: string): Buffer[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .map((name) => path.join(folder, name))
        .filter((name) => statSync(name).isFile())
        .map((name) => readFileSync(name))
    : [];

interface Sent {
  /** The record that has the file. */
  record: string;
  bytes: Buffer;
}

const file = (): Buffer =>
  Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    Buffer.from(`canary-${randomBytes(12).toString('hex')}`),
    randomBytes(2_500),
  ]);
const dataUrl = (bytes: Buffer): string => `data:image/png;base64,${bytes.toString('base64')}`;
const inLines = (bytes: Buffer): string => bytes.toString('base64').replace(/.{76}/g, '$&\r\n');

async function sendAll(app: TestApp, account: TestAccount): Promise<Sent[]> {
  const sent: Sent[] = [];
  const inContent: ((bytes: Buffer) => unknown)[] = [
    (bytes) => ({ type: 'image_url', image_url: { url: dataUrl(bytes) } }),
    (bytes) => ({
      type: 'image',
      source: { type: 'base64', media_type: 'image/png', data: bytes.toString('base64') },
    }),
    (bytes) => ({ inlineData: { mimeType: 'image/png', data: bytes.toString('base64url') } }),
    (bytes) => ({ type: 'blob', mime_type: 'image/png', content: inLines(bytes) }),
    (bytes) => JSON.stringify({ screenshot: dataUrl(bytes) }),
    (bytes) => `Look: ![it](${dataUrl(bytes)})`,
  ];
  for (const [at, form] of inContent.entries()) {
    const [record, bytes] = [`content-${at}`, file()];
    await sendRecords(account, [sampleRecord({ id: record, requestMeta: { input: [form(bytes)] } })]);
    sent.push({ record, bytes });
  }

  const uploaded = file();
  const { id } = (await account.call('POST', '/v1/media', uploaded)).json();
  await sendRecords(account, [
    sampleRecord({ id: 'uploaded', requestMeta: { input: [{ type: 'media', mediaId: id }] } }),
  ]);
  sent.push({ record: 'uploaded', bytes: uploaded });

  const ofLangfuse = file();
  const begun = await account.call('POST', '/api/public/media', {
    sha256Hash: createHash('sha256').update(ofLangfuse).digest('base64'),
    contentLength: ofLangfuse.length,
  });
  const { mediaId, uploadUrl } = begun.json();
  const { pathname, search } = new URL(uploadUrl);
  expect((await app.call('PUT', pathname + search, ofLangfuse)).statusCode).toBe(200);
  const tag = `@@@langfuseMedia:type=image/png|id=${mediaId}|source=bytes@@@`;
  await sendRecords(account, [sampleRecord({ id: 'tagged', requestMeta: { input: [tag] } })]);
  sent.push({ record: 'tagged', bytes: ofLangfuse });

  const [ofCall, ofTool] = [file(), file()];
  const call = inference({ 'gen_ai.prompt': JSON.stringify([{ role: 'user', content: dataUrl(ofCall) }]) });
  const tool = { ...plain({ 'output.value': dataUrl(ofTool) }), traceId: call.traceId };
  await account.call('POST', '/otel/v1/traces', exportOf([call, tool]));
  sent.push({ record: `${call.traceId}-${call.spanId}`, bytes: ofCall });
  sent.push({ record: '', bytes: ofTool });
  return sent;
}

// It waits until the engine has removed replaced parts.
it.each(['folder', 'bucket'])('no canary is left in a %s', { timeout: 180_000 }, async (home) => {
  const clock = new FakeClock(Date.now());
  const bucket = home === 'bucket' ? await openS3Store() : null;
  const app = await openTestApp({
    clock,
    config: bucket
      ? {
          s3: { endpoint: bucket.endpoint, region: 'us-east-1', ...S3_KEY },
          media: { bucket: { bucket: 'bucket', prefix: 'media' }, accountBytes: 1_000_000_000 },
        }
      : {},
  });
  const [account, other] = [await app.account(), await app.account()];
  for (const each of [account, other]) await each.call('PUT', '/v1/account/consents/plaintext-storage');
  const sent = await sendAll(app, account);
  expect(sent).toHaveLength(10);
  // Another account has one of the files, and shares nothing.
  const [shared] = sent;
  await sendRecords(other, [
    sampleRecord({ id: 'theirs', requestMeta: { input: [dataUrl(shared?.bytes ?? Buffer.alloc(0))] } }),
  ]);

  const everything = (): Buffer[] => [
    ...bytesIn(app.config.dataDir),
    ...(bucket ? [...bucket.files.values()].map(({ bytes }) => bytes) : []),
  ];
  const files = (): Buffer[] =>
    bucket
      ? [...bucket.files.values()].map(({ bytes }) => bytes)
      : bytesIn(path.join(app.config.dataDir, 'media'));
  const sealed = files();
  expect(sealed).toHaveLength(11);
  const plainForms = sent.flatMap(({ bytes }) => [
    bytes.subarray(8, 40),
    Buffer.from(bytes.toString('base64').slice(0, 60)),
    Buffer.from(bytes.subarray(9).toString('base64').slice(0, 60)),
  ]);
  const holds = (needles: readonly Buffer[]): number =>
    needles.filter((needle) => everything().some((bytes) => bytes.includes(needle))).length;
  expect(holds(plainForms)).toBe(0);

  clock.advance(3 * MINUTE_MS);
  const traceId = sent.at(-2)?.record.slice(0, 32);
  for (const { record } of sent.slice(0, 8))
    expect((await account.call('DELETE', `/v1/query/calls/${record}`)).statusCode).toBe(204);
  expect((await account.call('POST', '/v1/erasures', { traceId })).statusCode).toBe(202);
  for (let minute = 0; minute < 3; minute += 1) {
    clock.advance(MINUTE_MS);
    await runJobs(app);
    await app.worker.runNow('media-removal');
  }

  // That of the other account is the only one, and still whole.
  const [left] = files();
  expect(files()).toHaveLength(1);
  expect(holds(sealed.filter((bytes) => !left?.equals(bytes)).map((bytes) => bytes.subarray(30, 90)))).toBe(
    0,
  );
  expect(holds(plainForms)).toBe(0);
  const theirs = (await other.call('GET', '/v1/query/calls/theirs?media=inline')).json();
  expect(theirs.call.requestMeta.input).toEqual([dataUrl(shared?.bytes ?? Buffer.alloc(0))]);
});
