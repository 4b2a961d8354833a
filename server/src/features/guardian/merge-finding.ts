// Merges a sighting into a finding: a new one or a known one. Pure; the store saves the result.
import { HOUR_MS } from '#lib/clock';
import type { Sighting } from './detect/sighting.ts';
import { graver, type Severity, type FindingStatus } from './kinds.ts';

export interface Evidence {
  callIds: string[];
  traceIds: string[];
  values: Record<string, number | string>;
}

export interface RememberedFinding {
  severity: Severity;
  title: string;
  detail: string;
  evidence: Evidence;
  /** Totals counted so far, by unit; newest last. */
  tally: [unit: string, total: number][];
  status: FindingStatus;
  statusAt: number | null;
  firstSeenAt: number;
  lastSeenAt: number;
  count: number;
}

const MAX_CALLS = 20;
const MAX_TRACES = 10;
const MAX_UNITS = 200;
/** Late records of a resolved cause do not reopen it. */
export const QUIET_MS = HOUR_MS;
/** After this time without a sighting, the next one is a new occasion. */
const OCCASION_MS = 6 * HOUR_MS;

/** Null if nothing is new. */
export function mergeSighting(
  before: RememberedFinding | null,
  sighting: Sighting,
  nowMs: number,
): RememberedFinding | null {
  const { unit, total } = sighting;
  const counted = unit === null ? 0 : (before?.tally.find(([known]) => known === unit)?.[1] ?? 0);
  const fresh = total - counted;
  if (fresh <= 0) return null;
  // Records may have a future timestamp.
  const firstMs = Math.min(sighting.firstMs, nowMs);
  const lastMs = Math.min(sighting.lastMs, nowMs);
  const reopens =
    before?.status === 'resolved' &&
    nowMs > (before.statusAt ?? 0) + QUIET_MS &&
    lastMs > (before.statusAt ?? 0);
  const status = before === null || reopens ? 'open' : before.status;
  const newer = before === null || lastMs >= before.lastSeenAt;
  const said = newer ? sighting : before;
  return {
    severity: before === null || reopens ? sighting.severity : graver(before.severity, sighting.severity),
    title: said.title,
    detail: said.detail,
    evidence: {
      callIds: newestFirst(sighting.callIds, before?.evidence.callIds ?? [], MAX_CALLS),
      traceIds: newestFirst(sighting.traceIds, before?.evidence.traceIds ?? [], MAX_TRACES),
      values: newer || before === null ? { ...sighting.values } : before.evidence.values,
    },
    tally:
      unit === null
        ? (before?.tally ?? [])
        : [
            ...(before?.tally ?? []).filter(([known]) => known !== unit),
            [unit, total] as [string, number],
          ].slice(-MAX_UNITS),
    status,
    statusAt: reopens ? nowMs : (before?.statusAt ?? null),
    firstSeenAt: before === null ? firstMs : Math.min(before.firstSeenAt, firstMs),
    lastSeenAt: before === null ? lastMs : Math.max(before.lastSeenAt, lastMs),
    count: (before?.count ?? 0) + fresh,
  };
}

const newestFirst = (fresh: readonly string[], known: readonly string[], most: number): string[] =>
  [...new Set([...fresh, ...known])].slice(0, most);

/** Whether a sighting belongs to a known occasion. */
export const sameOccasion = (
  { firstSeenAt, lastSeenAt }: Pick<RememberedFinding, 'firstSeenAt' | 'lastSeenAt'>,
  { firstMs, lastMs }: Pick<Sighting, 'firstMs' | 'lastMs'>,
): boolean => firstMs <= lastSeenAt + OCCASION_MS && lastMs >= firstSeenAt - OCCASION_MS;
