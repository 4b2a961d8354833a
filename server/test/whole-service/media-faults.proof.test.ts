// kill -9 between a file, its row and its record, and a full disk: what was acknowledged is there, and what was refused leaves
// nothing. TEST_KILLS sets the number of kills.
import { spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, inject, it, onTestFinished } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { freshFolder } from '../support/metadata.ts';
import { emulated } from '../support/records-engine.ts';
import { sampleRecord } from '../support/sample-records.ts';
import { startService, type Service } from '../support/service-process.ts';

const KILLS = Number(process.env['TEST_KILLS'] ?? 10);
/** A request with files takes about as long. */
const LONGEST_MS = 120;
const isSqlite = inject('engine') === 'sqlite' && !emulated;
const ENV = { TRACEWELL_GRPC: 'off', TRACEWELL_LOG_LEVEL: 'error' };

const png = (bytes: number): Buffer =>
  Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), randomBytes(bytes)]);
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const dataUrl = (bytes: Buffer): string => `data:image/png;base64,${bytes.toString('base64')}`;

const filesIn = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((name) => statSync(path.join(folder, name)).isFile())
        .map((name) => path.basename(name))
    : [];

function rowsOf(folder: string): { media: string[]; unfinished: string[] } {
  const db = new DatabaseSync(path.join(folder, 'metadata.sqlite'), { readOnly: true });
  const ids = (table: string) =>
    db
      .prepare(`select id from ${table}`)
      .all()
      .map(({ id }) => String(id));
  const rows = { media: ids('media'), unfinished: ids('unfinished_media') };
  db.close();
  return rows;
}

async function accountOf(service: Service): Promise<string> {
  const order = { email: 'ada@example.com', password: 'long enough, 9', plan: 'team' };
  const { apiKey } = JSON.parse((await service.operate('POST', '/operator/accounts', order)).text);
  await service.call('PUT', '/v1/account/consents/plaintext-storage', apiKey);
  return apiKey;
}

const read = async (service: Service, key: string, id: string): Promise<[number, Uint8Array]> => {
  const reply = await fetch(`${service.url}/v1/media/${id}`, { headers: { authorization: `Bearer ${key}` } });
  return [reply.status, await reply.bytes()];
};

it.runIf(isSqlite)(
  'kill -9 while files are sent: the acknowledged are whole, and no file is without a row',
  { timeout: 60_000 + KILLS * 30_000 },
  async () => {
    let service = await startService({ env: ENV });
    const { folder } = service;
    const key = await accountOf(service);
    const uploads = new Map<string, string>();
    const records = new Map<string, string>();
    for (let kill = 0; kill < KILLS; kill += 1) {
      const dead = new AbortController();
      const sending = Array.from({ length: 4 }, async (_, client) => {
        for (let turn = 0; !dead.signal.aborted; turn += 1) {
          const file = png(30_000 + client * 150_000);
          if (client % 2 === 0) {
            const reply = await service.call('POST', '/v1/media', key, file).catch(() => null);
            if (reply?.status === 201) uploads.set(JSON.parse(reply.text).id, sha256(file));
          } else {
            const id = `sent-${kill}-${client}-${turn}`;
            const record = sampleRecord({ id, requestMeta: { input: [dataUrl(file)] } });
            const reply = await service
              .call('POST', '/v1/ingest', key, { records: [record] })
              .catch(() => null);
            if (reply?.status === 200 && JSON.parse(reply.text).accepted === 1) records.set(id, sha256(file));
          }
        }
      });
      const [before, until] = [uploads.size + records.size, Date.now() + 20_000];
      // A machine that is busy has stored nothing yet.
      while (uploads.size + records.size < before + 8 && Date.now() < until) await sleep(10);
      await sleep((LONGEST_MS * kill) / KILLS);
      dead.abort();
      await service.kill();
      await Promise.all(sending);
      const { media, unfinished } = rowsOf(folder);
      const files = filesIn(path.join(folder, 'media'));
      expect(files.filter((id) => !media.includes(id) && !unfinished.includes(id))).toEqual([]);
      expect(media.filter((id) => !files.includes(id))).toEqual([]);
      service = await startService({ folder, env: ENV });
    }
    expect(Math.min(uploads.size, records.size)).toBeGreaterThanOrEqual(KILLS);
    for (const [id, hash] of uploads) {
      const [status, bytes] = await read(service, key, id);
      expect([status, sha256(bytes)]).toEqual([200, hash]);
    }
    for (const [id, hash] of records) {
      const { text } = await eventually(async () => {
        const reply = await service.call('GET', `/v1/query/calls/${id}`, key);
        expect(reply.status).toBe(200);
        return reply;
      });
      const [, mediaId = ''] = /"mediaId":"(med_\w+)"/.exec(text) ?? [];
      const [status, bytes] = await read(service, key, mediaId);
      expect([status, sha256(bytes)]).toEqual([200, hash]);
    }
  },
);

const canMount = (): boolean => {
  const place = freshFolder();
  const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', place]).status === 0;
  if (isMounted) spawnSync('umount', [place]);
  return isMounted;
};

it.runIf(isSqlite && process.platform === 'linux' && canMount())(
  'a full disk: 503, and nothing of the refused stays',
  { timeout: 120_000 },
  async () => {
    const folder = path.join(freshFolder(), 'data');
    const media = path.join(folder, 'media');
    mkdirSync(media, { recursive: true });
    expect(spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', media]).status).toBe(0);
    onTestFinished(() => void spawnSync('umount', ['-l', media]));
    const service = await startService({ folder, env: ENV });
    const key = await accountOf(service);
    const small = png(300_000);
    const first = await service.call('POST', '/v1/media', key, small);
    expect(first.status).toBe(201);

    const refused = await service.call('POST', '/v1/media', key, png(4_000_000));
    expect([refused.status, JSON.parse(refused.text).reason]).toEqual([503, 'storage_full']);
    const record = (id: string, sizes: readonly number[]) =>
      sampleRecord({ id, requestMeta: { input: sizes.map((size) => dataUrl(png(size))) } });
    const span = { records: [record('too-large', [350_000, 350_000])] };
    expect((await service.call('POST', '/v1/ingest', key, span)).status).toBe(200);
    // 1.5 of the 2 MiB are used.
    expect((await service.call('POST', '/v1/media', key, png(500_000))).status).toBe(201);
    const full = await service.call('POST', '/v1/ingest', key, {
      records: [record('refused', [320_000, 330_000, 1_000])],
    });
    expect([full.status, JSON.parse(full.text).reason]).toEqual([503, 'storage_full']);

    const { media: rows, unfinished } = rowsOf(folder);
    expect(unfinished).toEqual([]);
    expect(filesIn(media).toSorted()).toEqual(rows.toSorted());
    expect(rows).toHaveLength(4);
    expect((await service.call('GET', '/v1/query/calls/refused', key)).status).toBe(404);
    const [status, bytes] = await read(service, key, JSON.parse(first.text).id);
    expect([status, sha256(bytes)]).toEqual([200, sha256(small)]);
    // A record without files, or with small ones, still arrives.
    const fits = await service.call('POST', '/v1/ingest', key, { records: [record('fits', [5_000])] });
    expect([fits.status, JSON.parse(fits.text).accepted]).toEqual([200, 1]);
  },
);
