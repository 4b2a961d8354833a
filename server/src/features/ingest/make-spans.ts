// An export of spans to records that can be stored, and the causes of those that cannot. It needs neither a context nor a store: the
// thread that prepares requests runs it too.
import { AppError } from '#lib/app-error';
import { DAY_MS, isoTime } from '#lib/clock';
import type { Pace } from '#lib/pace';
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

/** Which of these calls other requests have sent: they become observations. */
export type Settle = (links: readonly CallLink[]) => ReadonlySet<string> | Promise<ReadonlySet<string>>;

export interface MadeSpans {
  rejected: Rejection[];
  spanCount: number;
  /** Names of the instrumentations, which is what a user knows them by. */
  scopes: string;
  /** Those of the spans that only repeat a call of this request. */
  doubles: readonly CallLink[];
}

/** Each record is given to `take` as soon as it is ready. */
export async function makeSpans(
  bytes: Buffer,
  encoding: Encoding,
  how: Preparation,
  pace: Pace,
  settle: Settle,
  take: (record: Incoming) => void,
): Promise<MadeSpans> {
  const decoded = encoding === 'json' ? decodeJson(bytes) : decodeProtobuf(bytes);
  if (!decoded.ok) throw new AppError('bad_request', decoded.reason, decoded.message);
  const mapped = mapTraces(decoded.spans, { providers: how.providers, nowMs: how.receivedAtMs });
  const { links, doubles, spanCount } = mapped;
  const again = links.length === 0 ? NONE : await settle(links);
  if (again.size > 0) mapped.toObservations(again);
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
    doubles,
  };
}

export type Bounds = Pick<Preparation, 'receivedAtMs' | 'retentionMs'>;

/** Null: a record of that time is taken. */
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
