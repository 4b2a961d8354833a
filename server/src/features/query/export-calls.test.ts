import type { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import type { Context } from '#core/context';
import { systemClock } from '#lib/clock';
import { processState } from '#core/process-state';
import { fakeRecords } from '#test/support/fake-records';
import { exportCalls } from './export-calls.ts';

async function* chunks(): AsyncGenerator<Buffer> {
  yield Buffer.from('PAR1');
}

const ctx = {
  account: { id: 'acc_one', number: 1, retentionDays: 30, exportRows: 10 },
  project: null,
  clock: systemClock,
  state: processState(),
  records: fakeRecords({ streamParquet: async () => chunks() }),
} as unknown as Context;

it('frees its slot if the client disconnects before anything is sent', async () => {
  const client = new AbortController();
  const request = { body: {}, format: 'parquet', accept: '', signal: client.signal } as const;
  await exportCalls(ctx, request);
  await expect(exportCalls(ctx, request)).rejects.toMatchObject({ reason: 'export_running' });
  client.abort();
  const { body } = await exportCalls(ctx, { ...request, signal: new AbortController().signal });
  (body as Readable).destroy();
});
