// A week of three agents, the same for the same seed and time: what somebody sees who has sent nothing of their own yet.
import { DAY_MS, HOUR_MS } from '#lib/clock';
import type { StoredRecord } from '#records';
import { lately, momentIn } from './calendar.ts';
import { review } from './code-reviewer.ts';
import { randomOf } from './random.ts';
import { research } from './research-agent.ts';
import type { Sample } from './scene.ts';
import { conversation, orderQuestion, triage } from './support-bot.ts';

export interface SampleOrder {
  seed: number;
  nowMs: number;
  /** Of the past, at most; as long as records are kept, where that is less. */
  days: number;
  /** What the ids of the records begin with. */
  prefix: string;
}

const CALLS = 500;
const TRACES: readonly [make: (sample: Sample, atMs: number) => void, times: number][] = [
  [orderQuestion, 22],
  [research, 22],
  [review, 16],
];
const TRIAGED = 90;
/** Of each kind of trace, and of conversations. */
const JUST_NOW = 2;
// So that nothing is past its retention before it is stored.
const MARGIN_MS = HOUR_MS;

export function sampleRecords({ seed, nowMs, days, prefix }: SampleOrder): StoredRecord[] {
  const random = randomOf(seed);
  const sample: Sample = { random, nowMs, prefix, records: [] };
  const span = { fromMs: nowMs - days * DAY_MS + MARGIN_MS, toMs: nowMs };
  const when = (times: number) => (times < JUST_NOW ? lately(random, nowMs) : momentIn(random, span));
  for (const [make, times] of TRACES) {
    for (let made = 0; made < times; made += 1) upToNow(sample, () => make(sample, when(made)));
  }
  for (let made = 0; callsIn(sample) < CALLS - TRIAGED; made += 1) {
    upToNow(sample, () => conversation(sample, when(made)));
  }
  for (let made = 0; callsIn(sample) < CALLS; made += 1) upToNow(sample, () => triage(sample, when(made)));
  return sample.records;
}

const callsIn = ({ records }: Sample): number => records.filter(({ kind }) => kind === 'call').length;

const endOf = (record: StoredRecord): number =>
  record.timestampMs + (record.kind === 'call' ? record.latencyMs : record.durationMs);

/** What would still be under way is moved back until it is over. */
function upToNow(sample: Sample, make: () => void): void {
  const before = sample.records.length;
  make();
  const made = sample.records.slice(before);
  const over = Math.max(...made.map(endOf)) - sample.nowMs;
  if (over > 0) for (const record of made) record.timestampMs -= over;
}
