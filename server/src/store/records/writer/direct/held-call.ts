// Sends a writing statement to the server while accounts are held: with a name, and only if it cannot outlast
// the hold.
import { unavailable } from '#lib/app-error';
import type { ServerCall } from '../../engine/engine.ts';
import type { LedgerHold } from './usage-ledger.ts';

/** A statement is not sent if the hold ends sooner than this. */
const MIN_MS = 5_000;
/** The largest delay of a timer. */
const MAX_TIMER_MS = 2 ** 31 - 1;

export type Held = Pick<LedgerHold, 'msLeft'>;

export function heldCall(hold: Held, queryId: string): ServerCall {
  const withinMs = hold.msLeft();
  if (withinMs < MIN_MS)
    throw unavailable('overloaded', 'Storing the records took too long to begin. Send them again shortly.');
  return { queryId, withinMs: Math.floor(Math.min(withinMs, MAX_TIMER_MS)) };
}
