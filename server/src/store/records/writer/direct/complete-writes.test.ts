// Completing a write on a server that leaves statements unanswered: the previous one may still be running,
// and two at once would both add what is missing.
import { describe, expect, it } from 'vitest';
import { unavailable } from '#lib/app-error';
import type { RecordsEngine, ServerCall } from '../../engine/engine.ts';
import { completeWrites } from './complete-writes.ts';
import type { UnfinishedWrite, UsageLedger } from './usage-ledger.ts';

const WRITE: UnfinishedWrite = {
  id: 'w.1',
  write: 'w',
  account: 1,
  month: '2026-11',
  beganAt: Date.UTC(2026, 10, 16),
  used: 0,
  records: [{ id: 'a', timestampMs: Date.UTC(2026, 10, 16) }],
  charged: null,
};
const ledger = {
  whileUnchanged: async (_account: number, work: () => Promise<void>) => {
    await work();
    return true;
  },
} as Partial<UsageLedger> as UsageLedger;
const held = { msLeft: () => 20_000 };

/** Lists running statements by name, as ClickHouse does; `deaf`: it runs a statement and does not answer. */
function fakeServer() {
  const running: string[] = [];
  const sent: { sql: string; call: ServerCall | undefined }[] = [];
  const server = { running, sent, deaf: false, onLook: () => undefined as void };
  const command: RecordsEngine['command'] = async (sql, _params, call) => {
    sent.push({ sql, call });
    if (!server.deaf) return;
    running.push(call?.queryId ?? '');
    throw unavailable('records_unavailable', 'No answer.');
  };
  const engine = {
    command,
    insert: (table: string, _rows: object[], _token?: string, call?: ServerCall) => command(table, {}, call),
    query: async (sql: string, params: { writes?: string[] } = {}) => {
      if (sql.includes('AS arrived')) return [{ arrived: '0' }];
      if (!sql.includes('AS running')) return [{ records: '1' }];
      server.onLook();
      const found = running.filter((id) => params.writes?.some((write) => id.startsWith(write)));
      return [{ running: sql.includes('system.processes') ? String(found.length) : '0' }];
    },
  } as Partial<RecordsEngine> as RecordsEngine;
  return { ...server, server, complete: completeWrites(engine, ledger) };
}

describe('a write that is completed', () => {
  it('waits for a completion that got no answer and is still running', async () => {
    const { server, sent, running, complete } = fakeServer();
    server.deaf = true;
    await expect(complete([WRITE], held)).rejects.toMatchObject({ reason: 'records_unavailable' });
    expect(sent).toHaveLength(1);
    server.deaf = false;
    const sentWhileRunning: number[] = [];
    server.onLook = () => {
      if (sentWhileRunning.length === 6) running.length = 0;
      else sentWhileRunning.push(sent.length);
    };
    expect(await complete([WRITE], held)).toEqual(new Map([['w.1', { stored: 1, complete: true }]]));
    expect(sentWhileRunning).toEqual([1, 1, 1, 1, 1, 1]);
    expect(sent.length).toBeGreaterThan(1);
  });

  it('is not held up by the completion of another account that was in the same flush', async () => {
    const { running, complete } = fakeServer();
    running.push('completion.w.12.x', 'other');
    expect(await complete([WRITE], held)).toEqual(new Map([['w.1', { stored: 1, complete: true }]]));
  });

  it('sends no statement that could outlive the hold, and gives none more time than that', async () => {
    const { sent, complete } = fakeServer();
    await complete([WRITE], held);
    expect(sent.length).toBeGreaterThan(0);
    for (const { call } of sent) expect(call?.withinMs).toBeLessThanOrEqual(20_000);
    sent.length = 0;
    const late = { msLeft: () => 1_000 };
    await expect(complete([WRITE], late)).rejects.toMatchObject({ status: 503, reason: 'overloaded' });
    expect(sent).toEqual([]);
  });
});
