// Writes the audit entry of a repricing that was interrupted, once another change has finished it. Whether its last
// page had been staged is read from the records themselves: a start after a power cut applies what is staged before
// anyone could ask.
import type { Actor } from '#core/access/actor';
import { changeAs } from '#core/change/change';
import type { Services } from '#core/context';
import type { FinishedChange } from '#core/hooks';
import { noteOnTurn } from '#core/record-changes/record-changes';
import { selectDerivedCosts, wholeAccount, type CallCost } from '#records';

/** The figures of the audit entry. */
export type RepriceEntry = Record<string, unknown>;

/** A page of changes that is about to be staged. It is staged as a whole or not at all. */
export interface RepriceNote {
  accountId: string;
  actor: Pick<Actor, 'type' | 'id'>;
  ip: string | null;
  /** Null if nothing was staged before this page. */
  before: RepriceEntry | null;
  after: RepriceEntry;
  /** One of its calls, as it was. */
  one: Pick<CallCost, 'id' | 'timestampMs' | (typeof PRICED)[number]>;
}

const PRICED = ['costUsd', 'cacheSavingsUsd', 'priceSource', 'pricing'] as const;
/** Calls of one millisecond. */
const MOST = 5_000;

export async function noteFinished(
  services: Services,
  { kind, account, place, note }: FinishedChange,
): Promise<void> {
  if (kind !== 'reprice') return;
  const { accountId, actor, ip, before, after, one } = note as RepriceNote;
  const window = { startMs: one.timestampMs, endMs: one.timestampMs + 1 };
  const calls = await services.records.ask(wholeAccount(account), selectDerivedCosts(window, null, MOST));
  const isAsBefore = calls.some(
    (call) => call.id === one.id && PRICED.every((name) => call[name] === one[name]),
  );
  const entry = isAsBefore ? before : after;
  const by = { accountId, actor, origin: { ip, auditActions: [] } };
  await changeAs(services, by, 'model_prices.reprice', async ({ db }) => {
    await noteOnTurn(db, place, null);
    return {
      result: undefined,
      target: entry && { type: 'account', id: accountId },
      metadata: entry ?? {},
    };
  });
}
