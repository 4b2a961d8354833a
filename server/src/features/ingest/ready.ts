// Records that are ready to be stored, whichever thread prepared them.
import type { Context } from '#core/context';
import { hooksOf, type StoredCall } from '#core/hooks';
import type { EncodedRecords, Incoming, WriteOutcome } from '#records';
import type { Summary } from './summary.ts';

export type Ready = Summary & {
  /** Null if the caller did not ask for them. */
  calls: () => readonly StoredCall[] | null;
} & ({ incoming: readonly Incoming[] } | { encoded: EncodedRecords });

const NOTHING: WriteOutcome = { status: 'stored', stored: 0, duplicates: 0 };

export async function storeReady(ctx: Context, ready: Ready): Promise<WriteOutcome> {
  // Read before the write, so that the records can be freed before they are on disk.
  const hooks = hooksOf(ctx);
  const calls = needsCalls(ctx) ? ready.calls() : null;
  const outcome = ready.count === 0 ? NOTHING : await write(ctx, ready);
  for (const { onCallsStored } of hooks) onCallsStored?.(ctx, calls, outcome);
  for (const { onRecordsStored } of hooks) onRecordsStored?.(ctx, outcome);
  return outcome;
}

/** Whether the calls of a request are kept until they are stored. */
export const needsCalls = (ctx: Context): boolean =>
  hooksOf(ctx).some((hooks) => hooks.needsCalls?.(ctx) === true);

function write(ctx: Context, ready: Ready): Promise<WriteOutcome> {
  const { account, records } = ctx;
  const order = {
    account: account.number,
    quota: account.recordQuota,
    tellFresh: hooksOf(ctx).some((hooks) => hooks.needsFreshIds?.(ctx) === true),
    tellUsed: true,
  };
  if ('incoming' in ready) return records.write({ ...order, records: ready.incoming });
  if (!records.writeEncoded) throw new Error('Records were encoded for a store that does not take rows.');
  return records.writeEncoded({ ...order, encoded: ready.encoded });
}
