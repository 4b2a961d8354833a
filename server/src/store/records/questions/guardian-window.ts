// What a scan of the guardian looks at: records by when they came. That is in no key, so that their own time bounds what is
// looked through; what came more than a day late is not looked at.
import { callsWhere } from './call-filter.ts';
import { Where, type Scope } from './scope.ts';

export interface GuardianWindow {
  /** When they came; exclusive. */
  afterMs: number;
  /** Inclusive. */
  untilMs: number;
}

export const LATEST_MS = 86_400_000;
export const QUARTER_MS = 900_000;

const within = (where: Where, { afterMs, untilMs }: GuardianWindow): Where =>
  where
    .and('timestamp >= fromUnixTimestamp64Milli({oldest: Int64})', { oldest: afterMs - LATEST_MS })
    .and('received_at > fromUnixTimestamp64Milli({afterMs: Int64})', { afterMs })
    .and('received_at <= fromUnixTimestamp64Milli({untilMs: Int64})', { untilMs });

/** Calls that no evaluation run made. */
export const newCalls = (scope: Scope, window: GuardianWindow): Where =>
  within(callsWhere(scope, {}), window);

export const newObservations = (scope: Scope, window: GuardianWindow): Where =>
  within(Where.of(scope), window);
