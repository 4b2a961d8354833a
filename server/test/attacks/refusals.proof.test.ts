// Clients that retry immediately whenever they are refused. A refusal is cheap, but not free.
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openTestApp, type TestAppOptions } from '#test/support/app';
import { FakeClock } from '#test/support/clock';

const CONNECTIONS = 16;
const HOLD_MS = 300;
/** Longer than a test may take. */
const FOREVER_MS = 600_000;
const AT_ONCE = 20;

async function opened(refusals: NonNullable<TestAppOptions['refusals']>) {
  // The clock stands still, so the windows of the limits do not end during a test.
  const app = await openTestApp({ clock: new FakeClock(), refusals });
  await app.http.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.http.server.address() as AddressInfo;
  const ask = async (key: string, signal?: AbortSignal): Promise<number> => {
    const reply = await fetch(`http://127.0.0.1:${port}/v1/projects`, {
      headers: { authorization: `Bearer ${key}` },
      ...(signal && { signal }),
    });
    await reply.arrayBuffer();
    return reply.status;
  };
  return { app, ask };
}

/** Sends on several connections for `ms`. The number of answers by status; 0 stands for a closed connection. */
async function flood(ask: () => Promise<number>, ms: number): Promise<Map<number, number>> {
  const counts = new Map<number, number>();
  const end = performance.now() + ms;
  const loop = async (): Promise<void> => {
    while (performance.now() < end) {
      const status = await ask().catch(() => 0);
      counts.set(status, (counts.get(status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, loop));
  return counts;
}

/** Sends on several connections until each of them is held. They stay so until the end of the test. */
async function fill(ask: (signal: AbortSignal) => Promise<number>): Promise<number[]> {
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  const refused: number[] = [];
  const loop = async (): Promise<void> => {
    while (!stop.signal.aborted) refused.push(await ask(stop.signal));
  };
  for (let n = 0; n < CONNECTIONS; n += 1) void loop().catch(() => undefined);
  await expect.poll(() => refused.length).toBe(AT_ONCE);
  return refused;
}

describe('a client that is refused repeatedly', () => {
  it('gets one refusal per hold and connection', async () => {
    const { app, ask } = await opened({ holdMs: HOLD_MS });
    const attacker = await app.account();
    for (let n = 0; n < 600; n += 1) expect(await ask(attacker.apiKey)).toBe(200);
    const ms = 2_000;
    const refused = (await flood(() => ask(attacker.apiKey), ms)).get(429);
    // Without the hold there would be thousands.
    expect(refused).toBeGreaterThanOrEqual(AT_ONCE);
    expect(refused).toBeLessThanOrEqual(AT_ONCE + CONNECTIONS * (ms / HOLD_MS + 1));
  });

  it('delays nobody else', async () => {
    const { app, ask } = await opened({ holdMs: FOREVER_MS });
    const [attacker, victim] = [await app.account(), await app.account()];
    for (let n = 0; n < 600; n += 1) expect(await ask(attacker.apiKey)).toBe(200);
    const refused = await fill((signal) => ask(attacker.apiKey, signal));
    for (let n = 0; n < 20; n += 1) expect(await ask(victim.apiKey)).toBe(200);
    expect(refused).toEqual(Array.from({ length: AT_ONCE }, () => 429));
  });

  it('cannot guess keys faster from one address', async () => {
    const { app, ask } = await opened({ holdMs: HOLD_MS });
    const victim = await app.account();
    let guess = 0;
    const ms = 1_500;
    const guessed = await flood(() => ask(`${victim.apiKey.slice(0, -6)}${(guess += 1) + 100_000}`), ms);
    expect(guessed.get(401)).toBeGreaterThanOrEqual(AT_ONCE);
    expect(guessed.get(401)).toBeLessThanOrEqual(AT_ONCE + CONNECTIONS * (ms / HOLD_MS + 1));
  });

  it('does not delay a valid key from its address', async () => {
    const { app, ask } = await opened({ holdMs: FOREVER_MS });
    const victim = await app.account();
    let guess = 0;
    const refused = await fill((signal) =>
      ask(`${victim.apiKey.slice(0, -6)}${(guess += 1) + 100_000}`, signal),
    );
    for (let n = 0; n < 5; n += 1) expect(await ask(victim.apiKey)).toBe(200);
    expect(refused).toEqual(Array.from({ length: AT_ONCE }, () => 401));
  });

  it('has its connection closed if too many refusals are already held', async () => {
    const { ask } = await opened({ holdMs: HOLD_MS, held: 4 });
    const outcomes = await flood(() => ask('twk_none'), 1_000);
    expect(outcomes.get(0)).toBeGreaterThan(0);
    expect(outcomes.get(401)).toBeLessThanOrEqual(AT_ONCE + 4 * (1_000 / HOLD_MS + 1));
    expect([...outcomes.keys()].toSorted()).toEqual([0, 401]);
  });
});
