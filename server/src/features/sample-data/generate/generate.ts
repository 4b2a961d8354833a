// Generates a week of three agents, deterministic for a seed and time. A new user sees it before sending
// records.
import { DAY_MS, HOUR_MS } from '#lib/clock';
import type { StoredRecord } from '#records';
import { lately, momentIn } from './calendar.ts';
import { catalog } from './catalog.ts';
import { review } from './code-reviewer.ts';
import { randomOf } from './random.ts';
import { refund, stuckRefund } from './refunds.ts';
import { research } from './research-agent.ts';
import type { Sample } from './scene.ts';
import { conversation, orderQuestion, triage } from './support-bot.ts';

interface SampleOrder {
  seed: number;
  nowMs: number;
  /** Maximum age in days, or less if retention is shorter. */
  days: number;
  /** Prefix of the record ids. */
  prefix: string;
}

const CALLS = 500;
const TRACES: readonly [make: (sample: Sample, atMs: number) => void, times: number][] = [
  [orderQuestion, 18],
  [research, 20],
  [review, 16],
  [refund, 4],
  [stuckRefund, 2],
];
const SUMMED_UP = 42;
const TRIAGED = 52;
/** On the last day, so that two releases can be compared. */
const TRIAGED_LATE = 8;
/** The number of recent ones per kind of trace or call. */
const JUST_NOW = 2;
// Keeps records from passing their retention before they are stored.
const MARGIN_MS = HOUR_MS;

export function sampleRecords({ seed, nowMs, days, prefix }: SampleOrder): StoredRecord[] {
  const random = randomOf(seed);
  const sample: Sample = { random, nowMs, prefix, records: [] };
  const span = { fromMs: nowMs - days * DAY_MS + MARGIN_MS, toMs: nowMs };
  const when = (times: number) => (times < JUST_NOW ? lately(random, nowMs) : momentIn(random, span));
  for (const [make, times] of TRACES) {
    for (let made = 0; made < times; made += 1) upToNow(sample, () => make(sample, when(made)));
  }
  for (let made = 0; callsIn(sample) < CALLS - TRIAGED - SUMMED_UP; made += 1) {
    upToNow(sample, () => conversation(sample, when(made)));
  }
  for (let made = 0; callsIn(sample) < CALLS - TRIAGED; made += 1) {
    upToNow(sample, () => catalog(sample, when(made)));
  }
  const lastDay = { fromMs: Math.max(span.fromMs, nowMs - DAY_MS), toMs: nowMs };
  for (let made = 0; made < TRIAGED_LATE; made += 1)
    upToNow(sample, () => triage(sample, momentIn(random, lastDay)));
  for (let made = 0; callsIn(sample) < CALLS; made += 1) upToNow(sample, () => triage(sample, when(made)));
  return sample.records;
}

const callsIn = ({ records }: Sample): number => records.filter(({ kind }) => kind === 'call').length;

const endOf = (record: StoredRecord): number =>
  record.timestampMs + (record.kind === 'call' ? record.latencyMs : record.durationMs);

/** Moves work that would still be in progress back in time. */
function upToNow(sample: Sample, make: () => void): void {
  const before = sample.records.length;
  make();
  const made = sample.records.slice(before);
  const over = Math.max(...made.map(endOf)) - sample.nowMs;
  if (over > 0) for (const record of made) record.timestampMs -= over;
}
