// The records that a scan of the guardian reads: those that arrived in a window. No key has the time of
// arrival, so the records' own time bounds what the engine reads. Records that are more than a day late are
// not scanned.
import { callsWhere, LATEST_MS, Where, type Scope } from '#records';

export interface GuardianWindow {
  /** Time of arrival, exclusive. */
  afterMs: number;
  /** Inclusive. */
  untilMs: number;
}

const within = (where: Where, { afterMs, untilMs }: GuardianWindow): Where =>
  where
    .and('timestamp >= fromUnixTimestamp64Milli({oldest: Int64})', { oldest: afterMs - LATEST_MS })
    .and('received_at > fromUnixTimestamp64Milli({afterMs: Int64})', { afterMs })
    .and('received_at <= fromUnixTimestamp64Milli({untilMs: Int64})', { untilMs });

/** Without calls of evaluation runs. */
export const newCalls = (scope: Scope, window: GuardianWindow): Where =>
  within(callsWhere(scope, {}), window);

export const newObservations = (scope: Scope, window: GuardianWindow): Where =>
  within(Where.of(scope), window);
