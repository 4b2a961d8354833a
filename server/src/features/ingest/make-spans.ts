// Turns an export of spans into records for the store, and counts rejected spans by cause. It needs neither a context nor a
// store, because the preparing thread runs it too.
import { AppError } from '#lib/app-error';
import { DAY_MS, isoTime } from '#lib/clock';
import type { Pace } from '#lib/yield-to-event-loop';
import {
  decodeJson,
  decodeProtobuf,
  mapTraces,
  RejectionTally,
  type CallLink,
  type Encoding,
  type Rejection,
  type Span,
} from '#otlp';
import type { Incoming, StoredRecord } from '#records';
import { prepareInPieces, type Preparation } from './prepare.ts';

const FUTURE_MS = DAY_MS;
const MAX_SCOPES = 3;
const NONE: ReadonlySet<string> = new Set();

/** Returns the ids of calls that duplicate a call of another request; they become observations. */
type MatchStored = (links: readonly CallLink[]) => ReadonlySet<string> | Promise<ReadonlySet<string>>;

export interface MadeSpans {
  rejected: Rejection[];
  spanCount: number;
  /** Names of the instrumentation scopes, by which users know their instrumentations. */
  scopes: string;
  /** Spans that repeat a call of this request. */
  duplicates: readonly CallLink[];
}

/** Passes each record to `take` as soon as it is ready. */
export async function makeSpans(
  bytes: Buffer,
  encoding: Encoding,
  how: Preparation,
  pace: Pace,
  matchStored: MatchStored,
  take: (record: Incoming) => void,
): Promise<MadeSpans> {
  const decoded = encoding === 'json' ? decodeJson(bytes) : decodeProtobuf(bytes);
  if (!decoded.ok) throw new AppError('bad_request', decoded.reason, decoded.message);
  const mapped = mapTraces(decoded.spans, { providers: how.providers, nowMs: how.receivedAtMs });
  const { links, duplicates, spanCount } = mapped;
  const known = links.length === 0 ? NONE : await matchStored(links);
  if (known.size > 0) mapped.toObservations(known);
  const outside = new RejectionTally();
  for (const record of mapped.records) {
    if (!isInTime(record, how, outside)) continue;
    if (pace.isDue) await pace.rest();
    const prepared = prepareInPieces(record, how, pace);
    take(prepared instanceof Promise ? await prepared : prepared);
  }
  return {
    rejected: [...mapped.rejected, ...outside.list()],
    spanCount,
    scopes: scopesOf(decoded.spans),
    duplicates,
  };
}

export type Bounds = Pick<Preparation, 'receivedAtMs' | 'retentionMs'>;

/** The cause of rejection for a timestamp; null if it is accepted. */
export function whyOutside(timestampMs: number, { receivedAtMs, retentionMs }: Bounds): string | null {
  if (timestampMs > receivedAtMs + FUTURE_MS) return 'timestamp_in_future';
  return timestampMs > receivedAtMs - retentionMs ? null : 'timestamp_too_old';
}

function isInTime({ timestampMs }: StoredRecord, bounds: Bounds, outside: RejectionTally): boolean {
  const why = whyOutside(timestampMs, bounds);
  if (why !== null) outside.add(why, isoTime(timestampMs), '');
  return why === null;
}

function scopesOf(spans: readonly Span[]): string {
  const names = new Set<string>();
  for (const { scope } of spans) {
    if (names.size >= MAX_SCOPES) break;
    if (scope.name !== '') names.add(scope.name);
  }
  return [...names].join(', ');
}
