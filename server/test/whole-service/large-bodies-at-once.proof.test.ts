// Twenty clients send bodies of 40 MiB at the same time: all of them are stored in the end, the memory of the service
// stays bounded, and its main thread is never kept for long.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { freshFolder } from '#test/support/metadata';
import { conversation, spanWith } from '#test/support/large-bodies';
import { exportOf } from '#test/support/sample-spans';
import { startService, type Service } from '#test/support/service-process';

const MIB = 1_048_576;
const CLIENTS = 20;
/** Of the main thread, in CPU time. */
const LONGEST_TURN_MS = 50;
const MOST_MEMORY = 2_000 * MIB;

async function consenting(service: Service, at: number): Promise<string> {
  const order = { email: `large-${at}@example.com`, password: 'correct horse battery', plan: 'team' };
  const made = await service.operate('POST', '/operator/accounts', order);
  const { apiKey } = JSON.parse(made.text) as { apiKey: string };
  const consent = await service.call('PUT', '/v1/account/consents/plaintext-storage', apiKey);
  expect(consent.status).toBe(200);
  return apiKey;
}

const memoryOf = (pid: number): number =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1_024;

it('twenty bodies of 40 MiB at once', { timeout: 600_000 }, async () => {
  const turns = path.join(freshFolder(), 'longest-turn');
  const watch = new URL('../support/longest-turn.ts', import.meta.url).href;
  const service = await startService({
    env: { NODE_OPTIONS: `--import=${watch}`, LONGEST_TURN: turns },
  });
  const { pid, url } = service;
  const input = conversation(15 * MIB);
  const spans = [0, 1, 2].map((at) => spanWith(input.slice(at * 20)));
  const bytes = Buffer.from(JSON.stringify(exportOf(spans)));
  expect(bytes.length).toBeGreaterThan(40 * MIB);
  const keys: string[] = [];
  for (let at = 0; at <= CLIENTS; at += 1) keys.push(await consenting(service, at));

  let refused = 0;
  const send = async (apiKey: string): Promise<void> => {
    for (;;) {
      const reply = await fetch(`${url}/otel/v1/traces`, {
        method: 'POST',
        headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
        body: new Uint8Array(bytes),
      });
      const text = await reply.text();
      if (reply.status === 200) return;
      // What a client is told to do.
      const retryAfter = Number(reply.headers.get('retry-after'));
      expect([reply.status, text.slice(0, 200), retryAfter > 0]).toEqual([503, expect.any(String), true]);
      refused += 1;
      await pause(retryAfter * 1_000);
    }
  };
  const [first = '', ...others] = keys;
  // What is used for the first time is compiled.
  await send(first);

  process.kill(pid, 'SIGUSR2');
  let memory = 0;
  const looking = setInterval(() => (memory = Math.max(memory, memoryOf(pid))), 100);
  await Promise.all(others.map(send));
  clearInterval(looking);
  const cpuMs = Number(readFileSync(turns, 'utf8'));

  for (const apiKey of [others[0] ?? '', others.at(-1) ?? '']) {
    for (const [at, { traceId, spanId }] of spans.entries()) {
      const { text } = await service.call('GET', `/v1/query/calls/${traceId}-${spanId}`, apiKey);
      const { call } = JSON.parse(text) as { call: { requestMeta: { input: unknown } } };
      expect(JSON.stringify(call.requestMeta.input) === JSON.stringify(input.slice(at * 20))).toBe(true);
    }
  }
  console.log(`longest turn ${cpuMs.toFixed(1)} ms, ${Math.round(memory / MIB)} MiB, ${refused} refused`);
  expect(memory).toBeLessThan(MOST_MEMORY);
  expect(cpuMs).toBeLessThan(LONGEST_TURN_MS);
});
