// Clients that retry immediately whenever they are refused. A refusal is cheap, but not free.
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { openTestApp, type TestAppOptions } from '#test/support/app';
import { FakeClock } from '#test/support/clock';

const CONNECTIONS = 16;
const HOLD_MS = 300;
const AT_ONCE = 20;

async function opened(refusals: TestAppOptions['refusals']) {
  // The clock stands still, so the windows of the limits do not end during a test.
  const app = await openTestApp({ clock: new FakeClock(), refusals: { holdMs: HOLD_MS, ...refusals } });
  await app.http.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.http.server.address() as AddressInfo;
  const ask = async (key: string): Promise<number> => {
    const reply = await fetch(`http://127.0.0.1:${port}/v1/projects`, {
      headers: { authorization: `Bearer ${key}` },
    });
    await reply.arrayBuffer();
    return reply.status;
  };
  return { app, ask };
}

/**
 * Sends on several connections for `ms`. Returns the times of the answers by status; 0 stands for a closed
 * connection.
 */
async function flood(ask: () => Promise<number>, ms: number): Promise<Map<number, number[]>> {
  const times = new Map<number, number[]>();
  const end = performance.now() + ms;
  const loop = async (): Promise<void> => {
    while (performance.now() < end) {
      const began = performance.now();
      const status = await ask().catch(() => 0);
      times.getOrInsertComputed(status, () => []).push(performance.now() - began);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, loop));
  return times;
}

describe('a client that is refused repeatedly', () => {
  it('gets one refusal per hold and connection; others are answered immediately', async () => {
    const { app, ask } = await opened({});
    const [attacker, victim] = [await app.account(), await app.account()];
    for (let n = 0; n < 600; n += 1) expect(await ask(attacker.apiKey)).toBe(200);
    const ms = 2_000;
    const flooding = flood(() => ask(attacker.apiKey), ms);
    const waits: number[] = [];
    for (let n = 0; n < 20; n += 1) {
      const began = performance.now();
      expect(await ask(victim.apiKey)).toBe(200);
      waits.push(performance.now() - began);
    }
    const refused = (await flooding).get(429) ?? [];
    // Without the hold there would be thousands.
    expect(refused.length).toBeGreaterThanOrEqual(AT_ONCE);
    expect(refused.length).toBeLessThanOrEqual(AT_ONCE + CONNECTIONS * (ms / HOLD_MS + 1));
    expect(refused.filter((took) => took < HOLD_MS - 5).length).toBeLessThanOrEqual(AT_ONCE);
    expect(waits.toSorted((a, b) => a - b)[10]).toBeLessThan(HOLD_MS);
  });

  it('cannot guess keys faster from one address, and a valid key from there is answered immediately', async () => {
    const { app, ask } = await opened({});
    const victim = await app.account();
    let guess = 0;
    const ms = 1_500;
    const flooding = flood(() => ask(`${victim.apiKey.slice(0, -6)}${(guess += 1) + 100_000}`), ms);
    const waits: number[] = [];
    for (let n = 0; n < 5; n += 1) {
      const began = performance.now();
      expect(await ask(victim.apiKey)).toBe(200);
      waits.push(performance.now() - began);
    }
    // An answer that is held always takes this long.
    expect(waits.toSorted((a, b) => a - b)[2]).toBeLessThan(HOLD_MS);
    const refused = (await flooding).get(401) ?? [];
    expect(refused.length).toBeGreaterThanOrEqual(AT_ONCE);
    expect(refused.length).toBeLessThanOrEqual(AT_ONCE + CONNECTIONS * (ms / HOLD_MS + 1));
  });

  it('has its connection closed if too many refusals are already held', async () => {
    const { ask } = await opened({ held: 4 });
    const outcomes = await flood(() => ask('twk_none'), 1_000);
    expect(outcomes.get(0)?.length).toBeGreaterThan(0);
    expect(outcomes.get(401)?.length).toBeLessThanOrEqual(AT_ONCE + 4 * (1_000 / HOLD_MS + 1));
    expect([...outcomes.keys()].toSorted()).toEqual([0, 401]);
  });
});
