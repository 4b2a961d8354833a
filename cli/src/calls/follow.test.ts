import { describe, expect, it } from 'vitest';
import type { Schemas } from '@tracewell/sdk';
import { serviceFault, wrongInput, type Fault } from '../service/fault.ts';
import { followCalls } from './follow.ts';

type Call = Schemas['ListedCall'];

const START = Date.parse('2026-11-16T09:00:00Z');
const call = (id: string, seconds: number): Call =>
  ({ id, timestamp: new Date(START + seconds * 1_000).toISOString() }) as Call;

/** Follows a list that each pause changes, and returns what was shown. */
async function followed(
  first: Call[],
  pauses: (() => void)[],
  stored: Call[] = first,
  fail: (Fault | null)[] = [],
) {
  const end = new AbortController();
  const shown: string[] = [];
  const faults: string[] = [];
  let asked = 0;
  const run = followCalls({
    read: async ({ startTime, limit, cursor }) => {
      asked += 1;
      const fault = fail[asked];
      if (fault) throw fault;
      const matching = stored
        .filter(({ timestamp }) => startTime === undefined || timestamp >= startTime)
        .sort((a, b) => (a.timestamp < b.timestamp ? 1 : -1));
      const from = Number(cursor ?? 0);
      const records = matching.slice(from, from + limit);
      return { records, nextCursor: from + limit < matching.length ? String(from + limit) : null };
    },
    show: (calls) => shown.push(...calls.map(({ id }) => id)),
    onFault: ({ message }) => faults.push(message),
    earlier: 2,
    intervalMs: 1,
    time: {
      now: () => 0,
      sleep: async () => {
        const next = pauses.shift();
        if (next) next();
        else end.abort();
      },
    },
    signal: end.signal,
  });
  await run;
  return { shown, faults };
}

describe('following calls', () => {
  it('shows the last ones first, oldest on top, then each new one once', async () => {
    const stored = [call('a', 0), call('b', 1), call('c', 2)];
    const { shown } = await followed(stored, [
      () => stored.push(call('e', 4), call('d', 3)),
      () => {},
      () => stored.push(call('f', 5)),
    ]);
    expect(shown).toEqual(['b', 'c', 'd', 'e', 'f']);
  });

  it('shows a call that began before others and arrives after them', async () => {
    const stored = [call('a', 0), call('c', 300)];
    expect((await followed(stored, [() => stored.push(call('late', 100))])).shown).toEqual([
      'a',
      'c',
      'late',
    ]);
  });

  it('reads several pages of a burst', async () => {
    const stored = [call('a', 0)];
    const burst = Array.from({ length: 450 }, (_, at) => call(`n${at}`, 1 + at / 1_000));
    const { shown } = await followed(stored, [() => stored.push(...burst)]);
    expect(new Set(shown).size).toBe(451);
    expect(shown).toHaveLength(451);
  });

  it('waits out a service that cannot be reached, and ends when the key is rejected', async () => {
    const stored = [call('a', 0)];
    const away = [null, null, null, serviceFault('service_unreachable', 'Away.')];
    const { shown, faults } = await followed(
      stored,
      [() => {}, () => stored.push(call('b', 1))],
      stored,
      away,
    );
    expect([shown, faults]).toEqual([['a', 'b'], ['Away.']]);
    const rejected = [null, null, null, wrongInput('invalid_key', 'No.', 401)];
    await expect(followed(stored, [() => {}], stored, rejected)).rejects.toThrow('No.');
  });
});
