// Files of messages: stored once, sealed, read back as they were sent, and gone with the records that refer to them.
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Config } from '#config';
import { DAY_MS, HOUR_MS, MINUTE_MS, isoTime } from '#lib/clock';
import { openTestApp, type Caller, type TestAccount, type TestApp } from '#test/support/app';
import { FakeClock } from '#test/support/clock';
import { openS3Store, S3_KEY, type S3Store } from '#test/support/s3-store';
import { sampleRecord, sendRecords } from '#test/support/sample-records';
import { exportOf, inference, plain } from '#test/support/sample-spans';
import { runJobs } from '#test/support/run-jobs';

const CANARY = 'canary-in-a-file-7391';

const png = (bytes = 3_000): Buffer =>
  Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.from(CANARY), randomBytes(bytes)]);
const dataUrl = (bytes: Buffer): string => `data:image/png;base64,${bytes.toString('base64')}`;
const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
const ID = expect.stringMatching(/^med_\w{21}$/);

interface World {
  app: TestApp;
  clock: FakeClock;
  account: TestAccount;
  /** The names of the files that are kept, wherever that is. */
  kept: () => string[];
  /** All bytes of them. */
  bytes: () => Buffer;
}

const filesIn = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .map((name) => path.join(folder, name))
        .filter((name) => statSync(name).isFile())
    : [];

async function world(changes: Partial<Config> = {}, bucket: S3Store | null = null): Promise<World> {
  const clock = new FakeClock(Date.now());
  const app = await openTestApp({
    clock,
    config: {
      ...(bucket && {
        s3: { endpoint: bucket.endpoint, region: 'us-east-1', ...S3_KEY },
        media: { bucket: { bucket: 'bucket', prefix: 'media' }, accountBytes: 1_000_000_000 },
      }),
      ...changes,
    },
  });
  const account = await app.account();
  await account.call('PUT', '/v1/account/consents/plaintext-storage');
  const files = () => filesIn(path.join(app.config.dataDir, 'media'));
  return {
    app,
    clock,
    account,
    kept: () => (bucket ? [...bucket.files.keys()] : files()),
    bytes: () =>
      Buffer.concat([
        ...(bucket ? [...bucket.files.values()].map(({ bytes }) => bytes) : []),
        ...filesIn(app.config.dataDir).map((name) => readFileSync(name)),
      ]),
  };
}

const upload = (by: Caller, bytes: Buffer, type = 'application/octet-stream') =>
  by.call('POST', '/v1/media', bytes, { 'content-type': type });
const callWith = (input: unknown, more: object = {}) => sampleRecord({ requestMeta: { input }, ...more });
const contentOf = async (by: Caller, id: string) =>
  (await by.call('GET', `/v1/query/calls/${id}`)).json().call.requestMeta;
const stored = async (by: Caller, id: string) => (await by.call('GET', `/v1/media/${id}`)).rawPayload;

async function later({ app, clock }: World, ms: number): Promise<void> {
  clock.advance(ms);
  await runJobs(app);
  await app.worker.runNow('media-removal');
}

describe.each(['folder', 'bucket'])('files in a %s', (home) => {
  const open = async (changes: Partial<Config> = {}): Promise<World> =>
    world(changes, home === 'bucket' ? await openS3Store() : null);

  it('201: a file is stored sealed, once, and comes back whole or in part', async () => {
    const { account, kept, bytes } = await open();
    const file = png(200_000);
    const sent = await upload(account, file, 'text/html');
    expect(sent.statusCode).toBe(201);
    expect(sent.json()).toEqual({
      id: ID,
      contentType: 'image/png',
      bytes: file.length,
      sha256: sha256(file),
    });
    const { id } = sent.json();
    expect((await upload(account, file)).json().id).toBe(id);
    expect(kept()).toHaveLength(1);
    expect(bytes().includes(CANARY)).toBe(false);

    const whole = await account.call('GET', `/v1/media/${id}`);
    expect(whole.rawPayload.equals(file)).toBe(true);
    expect(whole.headers).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(file.length),
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      'accept-ranges': 'bytes',
    });
    expect(whole.headers).not.toHaveProperty('content-disposition');
    for (const [first, last] of [
      [0, 0],
      [65_530, 65_545],
      [131_071, 131_072],
      [199_000, file.length - 1],
    ] as const) {
      const part = await account.call('GET', `/v1/media/${id}`, undefined, {
        range: `bytes=${first}-${last}`,
      });
      expect([part.statusCode, part.headers['content-range']]).toEqual([
        206,
        `bytes ${first}-${last}/${file.length}`,
      ]);
      expect(part.rawPayload.equals(file.subarray(first, last + 1))).toBe(true);
    }
    const { etag } = whole.headers;
    const known = await account.call('GET', `/v1/media/${id}`, undefined, { 'if-none-match': String(etag) });
    expect([known.statusCode, known.rawPayload.length]).toEqual([304, 0]);
    const end = await account.call('GET', `/v1/media/${id}`, undefined, { range: 'bytes=-10' });
    expect(end.rawPayload.equals(file.subarray(-10))).toBe(true);
    const beyond = await account.call('GET', `/v1/media/${id}`, undefined, {
      range: `bytes=${file.length}-`,
    });
    expect([beyond.statusCode, beyond.rawPayload.length]).toEqual([200, file.length]);
  });

  it('the file of an erased call is gone from the disk; one that another call has stays', async () => {
    const all = await open();
    const { account, kept, clock } = all;
    const [own, shared] = [png(), png()];
    const records = [
      callWith([dataUrl(own), dataUrl(shared)], { id: 'first' }),
      callWith([dataUrl(shared)], { id: 'second' }),
    ];
    await sendRecords(account, records);
    const [first, second] = (await contentOf(account, 'first')).input;
    expect(await contentOf(account, 'second')).toEqual({ input: [second] });
    expect(kept()).toHaveLength(2);
    clock.advance(3 * MINUTE_MS);
    expect((await account.call('DELETE', '/v1/query/calls/first')).statusCode).toBe(204);
    expect(kept()).toHaveLength(1);
    expect((await account.call('GET', `/v1/media/${first.mediaId}`)).statusCode).toBe(404);
    expect((await stored(account, second.mediaId)).equals(shared)).toBe(true);
    expect((await account.call('DELETE', '/v1/query/calls/second')).statusCode).toBe(204);
    expect(kept()).toEqual([]);
    expect((await account.call('GET', `/v1/media/${second.mediaId}`)).statusCode).toBe(404);
  });

  it('a file that no record refers to is deleted after 24 hours, and one with a record is not', async () => {
    const all = await open();
    const { account, kept } = all;
    const lonely = (await upload(account, png())).json();
    const used = (await upload(account, png())).json();
    await sendRecords(account, [callWith([{ type: 'media', mediaId: used.id }], { id: 'refers' })]);
    await later(all, 23 * HOUR_MS);
    expect(kept()).toHaveLength(2);
    await later(all, 2 * HOUR_MS);
    expect(kept()).toHaveLength(1);
    expect((await account.call('GET', `/v1/media/${lonely.id}`)).statusCode).toBe(404);
    await later(all, 2 * DAY_MS);
    expect((await account.call('GET', `/v1/media/${used.id}`)).statusCode).toBe(200);
    await later(all, 365 * DAY_MS);
    expect(kept()).toEqual([]);
  });

  it('a closed account takes its files with it', async () => {
    const all = await open();
    const { app, account, kept } = all;
    const other = await app.account();
    await other.call('PUT', '/v1/account/consents/plaintext-storage');
    const file = png();
    const theirs = (await upload(other, file)).json();
    expect((await upload(account, file)).json().id).not.toBe(theirs.id);
    await sendRecords(account, [callWith([dataUrl(png())])]);
    expect(kept()).toHaveLength(3);
    const owner = await account.member('owner');
    const closed = await owner.call('DELETE', '/v1/account', { password: 'password of the tests' });
    expect(closed.statusCode).toBeLessThan(500);
    await app.services.metadata.transaction((db) =>
      db.updateTable('accounts').set({ deletes_at: all.clock.now() }).where('id', '=', account.id).execute(),
    );
    await app.services.metadata.transaction((db) =>
      db
        .insertInto('jobs')
        .values({
          name: 'account-deletion',
          unique_key: null,
          payload: JSON.stringify({ accountId: account.id }),
          status: 'queued',
          run_at: all.clock.now(),
          attempt: 0,
          max_attempts: 5,
          locked_by: null,
          locked_until: null,
          created_at: all.clock.now(),
          started_at: null,
          finished_at: null,
          duration_ms: null,
          error: null,
        })
        .execute(),
    );
    await runJobs(app);
    expect(kept()).toHaveLength(1);
    expect((await stored(other, theirs.id)).equals(file)).toBe(true);
  });

  it('without consent to content, files go with the content', async () => {
    const all = await open();
    const { account, kept } = all;
    await sendRecords(account, [callWith([dataUrl(png())])]);
    expect(kept()).toHaveLength(1);
    await account.call('DELETE', '/v1/account/consents/plaintext-storage');
    await later(all, MINUTE_MS);
    await later(all, MINUTE_MS);
    expect(kept()).toEqual([]);
  });
});

describe('POST /v1/media', () => {
  it('403 plaintext_disabled: the account stores no content', async () => {
    const app = await openTestApp();
    const account = await app.account();
    const refused = await upload(account, png());
    expect([refused.statusCode, refused.json().reason]).toEqual([403, 'plaintext_disabled']);
    expect(filesIn(path.join(app.config.dataDir, 'media'))).toEqual([]);
  });

  it('403 insufficient_scope: a key that only reads', async () => {
    const { account } = await world();
    const reader = await account.key(['read']);
    expect((await upload(reader, png())).json().reason).toBe('insufficient_scope');
    const sender = await account.key(['write:records']);
    const { id } = (await upload(sender, png())).json();
    expect((await sender.call('GET', `/v1/media/${id}`)).statusCode).toBe(403);
  });

  it('413 media_too_large: nothing of it stays', async () => {
    const { account, kept } = await world();
    const refused = await upload(account, Buffer.alloc(50 * 1_048_576 + 1));
    expect([refused.statusCode, refused.json().reason]).toEqual([413, 'media_too_large']);
    expect(kept()).toEqual([]);
  });

  it('413 media_quota: the account has reached its limit; records still arrive, without the file', async () => {
    const { account, kept } = await world({ media: { bucket: null, accountBytes: 10_000 } });
    expect((await upload(account, png(5_000))).statusCode).toBe(201);
    const refused = await upload(account, png(5_000));
    expect([refused.statusCode, refused.json().reason]).toEqual([413, 'media_quota']);
    const large = png(6_000);
    await sendRecords(account, [callWith(['look', dataUrl(large)], { id: 'full' })]);
    expect(await contentOf(account, 'full')).toEqual({
      input: [
        'look',
        {
          type: 'media',
          mediaId: null,
          contentType: 'image/png',
          bytes: large.length,
          prefix: 'data:image/png;base64,',
          reason: 'media_quota',
        },
      ],
    });
    expect(kept()).toHaveLength(1);
  });

  it('an empty file is a file', async () => {
    const { account } = await world();
    const { id, bytes } = (await upload(account, Buffer.alloc(0))).json();
    expect(bytes).toBe(0);
    const back = await account.call('GET', `/v1/media/${id}`);
    expect([back.statusCode, back.rawPayload.length]).toEqual([200, 0]);
  });
});

describe('GET /v1/media/{id}', () => {
  it.each([
    ['a page', '<html><script>alert(document.cookie)</script></html>', '.txt'],
    [
      'a drawing with a script',
      '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
      '.txt',
    ],
    ['a document', '%PDF-1.7 …', '.pdf'],
  ])('%s is an attachment that cannot run', async (_what, text, extension) => {
    const { account } = await world();
    const { id } = (await upload(account, Buffer.from(text), 'text/html')).json();
    const { headers } = await account.call('GET', `/v1/media/${id}`);
    expect(headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename="${id}${extension}"`,
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
    });
  });

  it('404: of another account, of another project, unknown, or no id', async () => {
    const { app, account } = await world();
    const other = await app.account();
    const project = (await account.call('POST', '/v1/projects', { name: 'Other' })).json();
    const bound = await account.key(null, { projectId: project.id });
    const file = png();
    const { id } = (await upload(account, file)).json();
    const theirs = (await upload(bound, file)).json();
    expect(theirs.id).not.toBe(id);
    for (const [by, which] of [
      [other, id],
      [bound, id],
      [account, 'med_000000000000000000000'],
      [account, 'prj_000000000000000000000'],
      [account, '..%2fmaster.key'],
    ] as const)
      expect((await by.call('GET', `/v1/media/${which}`)).statusCode).toBe(404);
    expect((await stored(account, theirs.id)).equals(file)).toBe(true);
  });

  it('a damaged file breaks off and is never shown as whole', async () => {
    const { account, kept } = await world();
    const file = png(100_000);
    const { id } = (await upload(account, file)).json();
    const { writeFileSync } = await import('node:fs');
    const [name = ''] = kept();
    const sealed = readFileSync(name);
    sealed[80_000] = (sealed[80_000] ?? 0) ^ 1;
    writeFileSync(name, sealed);
    await expect(account.call('GET', `/v1/media/${id}`)).rejects.toThrow(/damaged|destroyed|aborted/);
  });
});

describe('files in records', () => {
  it('POST /v1/ingest: taken out of the content, and searched without them', async () => {
    const { account, kept } = await world();
    const file = png(300_000);
    const input = [{ role: 'user', content: [{ type: 'image_url', image_url: { url: dataUrl(file) } }] }];
    await sendRecords(account, [sampleRecord({ id: 'chat', requestMeta: { input, output: 'a cat' } })]);
    const meta = await contentOf(account, 'chat');
    const reference = meta.input[0].content[0].image_url.url;
    expect(reference).toEqual({
      type: 'media',
      mediaId: ID,
      contentType: 'image/png',
      bytes: file.length,
      prefix: 'data:image/png;base64,',
    });
    expect(meta.output).toBe('a cat');
    expect((await stored(account, reference.mediaId)).equals(file)).toBe(true);
    expect(kept()).toHaveLength(1);
  });

  it.each(['gen_ai.input.messages', 'input.value', 'gen_ai.prompt'])(
    'spans with %s: a screenshot of 400 kB no longer cuts the messages',
    async (name) => {
      const { account } = await world();
      const file = png(400_000);
      const messages = [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'look' },
            { type: 'image_url', image_url: { url: dataUrl(file) } },
          ],
        },
        { role: 'user', content: 'the newest turn' },
      ];
      const span = inference({ [name]: JSON.stringify(messages), 'input.mime_type': 'application/json' });
      const sent = await account.call('POST', '/otel/v1/traces', exportOf([span]));
      expect(sent.json()).toEqual({});
      const meta = await contentOf(account, `${span.traceId}-${span.spanId}`);
      expect(meta).not.toHaveProperty('contentTruncated');
      expect(meta.input).toEqual([
        {
          role: 'user',
          content: [
            { type: 'text', text: 'look' },
            {
              type: 'image_url',
              image_url: { url: expect.objectContaining({ type: 'media', mediaId: ID }) },
            },
          ],
        },
        { role: 'user', content: 'the newest turn' },
      ]);
      const { mediaId } = meta.input[0].content[1].image_url.url;
      expect((await stored(account, mediaId)).equals(file)).toBe(true);
    },
  );

  it('attributes with one file each, and spans that are no calls', async () => {
    const { account } = await world();
    const [one, two] = [png(50_000), png(60_000)];
    const call = inference({
      'llm.input_messages.0.message.role': 'user',
      'llm.input_messages.0.message.contents.0.message_content.type': 'image',
      'llm.input_messages.0.message.contents.0.message_content.image.image.url': dataUrl(one),
    });
    const tool = plain({
      'openinference.span.kind': 'TOOL',
      'output.value': JSON.stringify({ screenshot: dataUrl(two), ok: true }),
    });
    await account.call('POST', '/otel/v1/traces', exportOf([call, { ...tool, traceId: call.traceId }]));
    const meta = JSON.stringify(await contentOf(account, `${call.traceId}-${call.spanId}`));
    const [, mediaId = ''] = /"mediaId":"(med_\w+)"/.exec(meta) ?? [];
    expect((await stored(account, mediaId)).equals(one)).toBe(true);
    const shown = (
      await account.call('GET', `/v1/query/trace/${call.traceId}/spans/${call.traceId}-${tool.spanId}`)
    ).json();
    const output = JSON.parse(shown.span.attributes['output.value']);
    expect(output).toEqual({ screenshot: expect.objectContaining({ type: 'media', mediaId: ID }), ok: true });
    expect((await stored(account, output.screenshot.mediaId)).equals(two)).toBe(true);
  });

  it('without consent to content no file is kept, and the digest is that of what was sent', async () => {
    const app = await openTestApp();
    const account = await app.account();
    const input = [dataUrl(png())];
    await sendRecords(account, [callWith(input, { id: 'unkept' })]);
    expect((await contentOf(account, 'unkept')).contentDigest.input.sha256).toBe(
      sha256(Buffer.from(JSON.stringify(input))),
    );
    expect(filesIn(path.join(app.config.dataDir, 'media'))).toEqual([]);
  });

  it('a file that was sent twice at the same time is stored once', async () => {
    const { account, kept } = await world();
    const url = dataUrl(png(100_000));
    await Promise.all(
      Array.from({ length: 8 }, (_, n) => sendRecords(account, [callWith([url], { id: `same-${n}` })])),
    );
    expect(kept()).toHaveLength(1);
    const ids = await Promise.all(
      Array.from({ length: 8 }, async (_, n) => (await contentOf(account, `same-${n}`)).input[0].mediaId),
    );
    expect(new Set(ids).size).toBe(1);
  });

  it('a file whose writer was killed is removed', async () => {
    const all = await world();
    const { app, account, kept, clock } = all;
    const { id } = (await upload(account, png())).json();
    await app.services.metadata.transaction(async (db) => {
      await db.deleteFrom('media').where('id', '=', id).execute();
      await db
        .insertInto('unfinished_media')
        .values({ id, account_id: account.id, began_at: clock.now() })
        .execute();
    });
    await later(all, 30 * MINUTE_MS);
    expect(kept()).toHaveLength(1);
    await later(all, 31 * MINUTE_MS);
    expect(kept()).toEqual([]);
    expect(await app.services.metadata.reader.selectFrom('unfinished_media').selectAll().execute()).toEqual(
      [],
    );
  });

  it('a file that was sent again while its first call is erased stays', async () => {
    const all = await world();
    const { account, kept } = all;
    const url = dataUrl(png());
    await sendRecords(account, [callWith([url], { id: 'old', timestamp: isoTime(Date.now()) })]);
    // Sent a moment ago: a record that refers to it may be on its way.
    await account.call('DELETE', '/v1/query/calls/old');
    expect(kept()).toHaveLength(1);
    await sendRecords(account, [callWith([url], { id: 'new' })]);
    await later(all, 5 * MINUTE_MS);
    expect(kept()).toHaveLength(1);
    expect((await account.call('DELETE', '/v1/query/calls/new')).statusCode).toBe(204);
    expect(kept()).toEqual([]);
  });
});

describe('GET /v1/query/calls/{id}?media=inline', () => {
  const inline = async (by: Caller, id: string) => by.call('GET', `/v1/query/calls/${id}?media=inline`);

  it('gives the content as it was sent, whatever its form', async () => {
    const { account } = await world();
    const sizes = [3_000, 3_001, 3_002, 65_536, 70_001];
    const files = sizes.map((bytes) => png(bytes).subarray(0, bytes));
    const text = (bytes: Buffer) => bytes.toString('base64');
    const input = [
      ...files.map((bytes) => ({ type: 'image_url', image_url: { url: dataUrl(bytes) } })),
      ...files.map((bytes) => ({ inlineData: { mimeType: 'image/png', data: bytes.toString('base64url') } })),
      ...files.map((bytes) => ({
        inlineData: { mimeType: 'image/png', data: text(bytes).replace(/=+$/, '') },
      })),
      {
        role: 'tool',
        content: JSON.stringify(
          { content: files.map((bytes) => ({ type: 'image', data: text(bytes), mimeType: 'image/png' })) },
          null,
          2,
        ),
      },
      `look: ![it](${dataUrl(png())}), and "${dataUrl(png())}"`,
    ];
    const own = {
      id: 'whole',
      requestMeta: { input, output: dataUrl(png()) },
      toolCalls: [{ name: 'see', arguments: { image: dataUrl(png()) } }],
    };
    await sendRecords(account, [sampleRecord(own)]);
    const kept = JSON.stringify((await account.call('GET', '/v1/query/calls/whole')).json());
    expect(kept.length).toBeLessThan(12_000);
    const whole = await inline(account, 'whole');
    expect(whole.statusCode).toBe(200);
    const { call, scores } = whole.json();
    expect(call.requestMeta).toMatchObject(own.requestMeta);
    expect(call.toolCalls).toEqual(own.toolCalls);
    expect(scores).toEqual([]);
  });

  it('404: unknown; a reference to a file of another account stays a reference', async () => {
    const { app, account } = await world();
    const other = await app.account();
    await other.call('PUT', '/v1/account/consents/plaintext-storage');
    const { id } = (await upload(account, png())).json();
    const forged = { type: 'media', mediaId: id, contentType: 'image/png', bytes: 3 };
    await sendRecords(other, [callWith([forged, JSON.stringify([forged])], { id: 'forged' })]);
    expect((await inline(other, 'forged')).json().call.requestMeta.input).toEqual([
      forged,
      JSON.stringify([forged]),
    ]);
    expect((await inline(other, 'nothing')).statusCode).toBe(404);
  });
});

describe('files of Langfuse clients', () => {
  const begin = (by: Caller, bytes: Buffer, more: object = {}) =>
    by.call('POST', '/api/public/media', {
      traceId: 't',
      field: 'input',
      contentType: 'image/png',
      contentLength: bytes.length,
      sha256Hash: createHash('sha256').update(bytes).digest('base64'),
      ...more,
    });
  const pathOf = (url: string): string => new URL(url).pathname + new URL(url).search;

  it('are uploaded without a key, read back, shown, and erased with their record', async () => {
    const all = await world();
    const { app, account, clock, kept } = all;
    const file = png(200_000);
    const { mediaId, uploadUrl } = (await begin(account, file)).json();
    const wrong = await app.call('PUT', pathOf(uploadUrl), Buffer.from('another file'));
    expect([wrong.statusCode, wrong.json().error]).toEqual([400, 'InvalidRequestError']);
    expect(kept()).toEqual([]);
    expect((await app.call('PUT', pathOf(uploadUrl), file, { 'content-type': 'image/png' })).statusCode).toBe(
      200,
    );
    expect(kept()).toHaveLength(1);
    expect((await begin(account, file)).json()).toEqual({ mediaId, uploadUrl: null });

    const tag = `@@@langfuseMedia:type=image/png|id=${mediaId}|source=bytes@@@`;
    await sendRecords(account, [callWith([{ image_url: { url: tag } }], { id: 'tagged' })]);
    expect(await contentOf(account, 'tagged')).toEqual({ input: [{ image_url: { url: tag } }] });
    const shown = (await account.call('GET', `/api/public/media/${mediaId}`)).json();
    expect(shown).toMatchObject({ mediaId, contentType: 'image/png', contentLength: file.length });
    expect((await app.call('GET', pathOf(shown.url))).rawPayload.equals(file)).toBe(true);
    expect((await stored(account, `langfuse:${mediaId}`)).equals(file)).toBe(true);

    await later(all, 2 * DAY_MS);
    expect(kept()).toHaveLength(1);
    expect((await app.call('GET', pathOf(shown.url))).statusCode).toBe(403);
    clock.advance(MINUTE_MS);
    expect((await account.call('DELETE', '/v1/query/calls/tagged')).statusCode).toBe(204);
    expect(kept()).toEqual([]);
    expect((await account.call('GET', `/api/public/media/${mediaId}`)).statusCode).toBe(404);
  });

  it('403, 404, 400: forged and expired addresses, files of others, no hash', async () => {
    const all = await world();
    const { app, account, clock, kept } = all;
    const file = png();
    const { mediaId, uploadUrl } = (await begin(account, file)).json();
    for (const path of [
      '/api/public/media/upload?token=x',
      '/api/public/media/file?token=x',
      pathOf(uploadUrl).replace('/upload', '/file'),
    ])
      expect((await app.call(path.includes('upload') ? 'PUT' : 'GET', path, undefined)).statusCode).toBe(403);
    expect((await begin(account, file, { sha256Hash: 'x' })).statusCode).toBe(400);
    clock.advance(2 * HOUR_MS);
    expect((await app.call('PUT', pathOf(uploadUrl), file)).statusCode).toBe(403);
    expect(kept()).toEqual([]);
    const other = await app.account();
    await upload(account, file);
    expect((await other.call('GET', `/api/public/media/${mediaId}`)).statusCode).toBe(404);
    expect((await account.call('GET', `/api/public/media/${mediaId}`)).statusCode).toBe(200);
  });
});

describe('GET /v1/playground/calls/{id}', () => {
  it('refers to the pictures of the call', async () => {
    const { account } = await world();
    const picture = png(20_000);
    const url = dataUrl(picture);
    const content = [
      { type: 'text', text: 'look' },
      { type: 'image_url', image_url: { url } },
      {
        type: 'file',
        file: { filename: 'a.bin', file_data: `data:text/plain;base64,${'YWFh'.repeat(1_000)}` },
      },
    ];
    await sendRecords(account, [callWith([{ role: 'user', content }], { id: 'drafted' })]);
    const draft = (await account.call('GET', '/v1/playground/calls/drafted')).json();
    expect(draft.messages).toEqual([
      {
        role: 'user',
        content: [
          { type: 'text', text: 'look' },
          { type: 'media', mediaId: ID, contentType: 'image/png', bytes: picture.length },
          { type: 'text', text: '[file]' },
        ],
      },
    ]);
  });
});
