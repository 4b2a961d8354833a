// What checking an API key costs on the hot path, against the bare work it cannot do without: a hash and a
// look-up.
//   node bench/key-check.ts [keys=10000] [checks=500000]
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { newApiKey, hashToken } from '../server/src/core/access/token.ts';
import { ChangeFeed } from '../server/src/core/change/change-feed.ts';
import { KeyCache } from '../server/src/core/access/key-cache.ts';
import { systemClock } from '../server/src/lib/clock.ts';
import { Metadata } from '../server/src/store/metadata/open.ts';
import { median } from './lib/process-cost.ts';

const keyCount = Number(process.argv[2] ?? 10_000);
const checks = Number(process.argv[3] ?? 500_000);
const ROUNDS = 5;
const folder = mkdtempSync(path.join(tmpdir(), 'tracewell-bench-'));

async function fill(metadata: Metadata): Promise<string[]> {
  const now = Date.now();
  const made = Array.from({ length: keyCount }, newApiKey);
  await metadata.transaction(async (db) => {
    await db
      .insertInto('accounts')
      .values({
        id: 'acc_bench',
        number: 1,
        name: 'Bench',
        plan: 'team',
        subscription_status: 'active',
        record_quota: null,
        retention_days: null,
        created_at: now,
        updated_at: now,
      })
      .execute();
    for (const [index, key] of made.entries()) {
      await db
        .insertInto('api_keys')
        .values({
          id: `key_${index}`,
          account_id: 'acc_bench',
          project_id: null,
          name: 'Bench',
          secret_hash: key.hash,
          hint: key.hint,
          scopes: null,
          expires_at: null,
          last_used_at: null,
          created_by: 'bench',
          created_at: now,
        })
        .execute();
    }
  });
  return made.map((key) => key.secret);
}

async function microseconds(
  work: (secret: string) => unknown,
  secrets: string[],
  count: number,
): Promise<number> {
  const began = process.cpuUsage();
  for (let at = 0; at < count; at += 1) await work(secrets[at % secrets.length] ?? '');
  const { user, system } = process.cpuUsage(began);
  return (user + system) / count;
}

try {
  const metadata = await Metadata.open({ kind: 'sqlite', path: path.join(folder, 'metadata.sqlite') });
  const secrets = await fill(metadata);
  const feed = new ChangeFeed(metadata, () => undefined);
  const cache = new KeyCache(metadata, feed, systemClock);
  const cold = await microseconds((secret) => cache.check(secret), secrets, keyCount);
  const bareMap = new Map(secrets.map((secret) => [hashToken(secret), secret]));
  const rounds: { ours: number; bare: number }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const bare = await microseconds(async (secret) => bareMap.get(hashToken(secret)), secrets, checks);
    const ours = await microseconds((secret) => cache.check(secret), secrets, checks);
    rounds.push({ ours, bare });
  }
  const ours = median(rounds.map((round) => round.ours));
  const ratio = median(rounds.map((round) => round.ours / round.bare));
  console.log(`key check, not yet known   ${cold.toFixed(1)} µs of CPU (asks SQLite)`);
  console.log(`key check, known           ${ours.toFixed(2)} µs of CPU`);
  console.log(`ratio to hash + look-up    ${ratio.toFixed(2)} (median of ${ROUNDS} interleaved rounds)`);
  await metadata.close();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
