// Combines hourly rows into one entry per sender. A row may come in two parts: stored counts, and counts that
// this process has not stored yet.
import { HOUR_MS, isoTime } from '#lib/clock';
import { RESERVED_TAG, type ReceiptRow } from '#services/receipts';
import { codedReason, type CodedRow } from './causes.ts';
import type { Diagnostics, RejectionReason, ReceiptSource, Totals } from './schemas.ts';

const MAX_REASONS = 50;
const COUNTS = [
  'requests',
  'accepted',
  'duplicates',
  'observations',
  'unpriced',
  'rejected',
  'refused',
] as const satisfies readonly (keyof Totals)[];

const none = (): Totals => ({
  requests: 0,
  accepted: 0,
  duplicates: 0,
  observations: 0,
  unpriced: 0,
  rejected: 0,
  refused: 0,
});

interface Sender {
  first: ReceiptRow;
  totals: Totals;
  lastSeenAt: number;
  reasons: Map<string, Cause>;
}

interface Cause extends CodedRow {
  rejected: number;
  refused: number;
  lastSeenAt: number;
}

function add(sum: Totals, row: ReceiptRow): void {
  for (const name of COUNTS) sum[name] += row[name];
}

function addCause(causes: Map<string, Cause>, row: ReceiptRow): void {
  let cause = causes.get(row.reason);
  if (!cause) {
    const { reason, code, field } = row;
    cause = { reason, code, field, value: '', rejected: 0, refused: 0, example: '', lastSeenAt: 0 };
    causes.set(row.reason, cause);
  }
  cause.rejected += row.rejected;
  cause.refused += row.refused;
  const isLatest = row.last_seen_at >= cause.lastSeenAt;
  if (row.example !== '' && isLatest) cause.example = row.example;
  if (row.value !== '' && isLatest) cause.value = row.value;
  cause.lastSeenAt = Math.max(cause.lastSeenAt, row.last_seen_at);
}

/** The same reason may count records in one answer and a whole request in another, for example a quota. */
const presentCause = (cause: Cause): RejectionReason[] => {
  const { reason, rejected, refused, example, lastSeenAt } = cause;
  const shared = { reason, ...codedReason(cause), example, lastSeenAt: isoTime(lastSeenAt) };
  return [
    {
      kind: reason === RESERVED_TAG ? ('dropped' as const) : ('rejected' as const),
      count: rejected,
      ...shared,
    },
    { kind: 'refused' as const, count: refused, ...shared },
  ].filter(({ count }) => count > 0);
};

const presentSender = (
  { first, totals, lastSeenAt, reasons }: Sender,
  keyNames: ReadonlyMap<string, string>,
): ReceiptSource => ({
  keyId: first.key_id,
  keyName: keyNames.get(first.key_id) ?? null,
  client: first.client,
  scope: first.scope,
  endpoint: first.endpoint,
  ...totals,
  lastSeenAt: isoTime(lastSeenAt),
  reasons: [...reasons.values()]
    .flatMap(presentCause)
    .sort((a, b) => b.count - a.count)
    .slice(0, MAX_REASONS),
});

export function summarizeReceipts(
  rows: readonly ReceiptRow[],
  keyNames: ReadonlyMap<string, string>,
  from: number,
  to: number,
): Pick<Diagnostics, 'totals' | 'sources' | 'hours'> {
  const totals = none();
  const byHour = new Map<number, Totals>();
  for (let hour = from; hour <= to; hour += HOUR_MS) byHour.set(hour, none());
  const senders = new Map<string, Sender>();
  for (const row of rows) {
    const key = [row.key_id, row.endpoint, row.client, row.scope].join('\u0000');
    let sender = senders.get(key);
    if (!sender) {
      sender = { first: row, totals: none(), lastSeenAt: 0, reasons: new Map() };
      senders.set(key, sender);
    }
    if (row.reason !== '') {
      addCause(sender.reasons, row);
      continue;
    }
    for (const sum of [totals, sender.totals, byHour.get(row.hour)]) if (sum) add(sum, row);
    sender.lastSeenAt = Math.max(sender.lastSeenAt, row.last_seen_at);
  }
  return {
    totals,
    sources: [...senders.values()]
      .sort((a, b) => b.lastSeenAt - a.lastSeenAt || b.totals.requests - a.totals.requests)
      .map((sender) => presentSender(sender, keyNames)),
    hours: [...byHour].map(([hour, { accepted, rejected, refused }]) => ({
      hour: isoTime(hour),
      accepted,
      rejected,
      refused,
    })),
  };
}
