// Scores of the sample: what users clicked, what a judge thought, and what a rule checked.
import { isoTime } from '#lib/clock';
import type { ScoreDraft } from '#features/scores';
import type { CallRecord, ObservationRecord, StoredRecord } from '#records';
import { isLastDay } from './calendar.ts';
import { randomOf, type Random } from './random.ts';

interface ScoresOrder {
  seed: number;
  nowMs: number;
  prefix: string;
}

const BAD = ['Too slow.', 'That was not my question.', 'I had to ask twice.'] as const;
const JUDGED_LOW = 'The answer misses a part of the question.';
const JUDGED_HIGH = 'Answers the question from the sources, briefly.';

export function sampleScores(
  { seed, nowMs, prefix }: ScoresOrder,
  records: readonly StoredRecord[],
): ScoreDraft[] {
  const random = randomOf(seed + 1);
  const scores = records.flatMap((record) =>
    record.kind === 'call' ? ofCall(random, record, nowMs) : ofAgent(record, records),
  );
  return scores.map((score, index) =>
    Object.assign(score, { id: `${prefix}-score-${String(index + 1).padStart(4, '0')}` }),
  );
}

function ofCall(random: Random, call: CallRecord, nowMs: number): ScoreDraft[] {
  if (call.error !== null || call.requestMeta?.['promptName'] !== 'support-reply') return [];
  const about = { callId: call.id, createdAt: isoTime(call.timestampMs + call.latencyMs) };
  const late = isLastDay(call.timestampMs, nowMs);
  const scores: ScoreDraft[] = [];
  if (random.chance(0.35)) {
    const value =
      Math.round(Math.min(1, Math.max(0, random.between(0.6, 1) - (late ? 0.25 : 0))) * 100) / 100;
    const comment = value < 0.6 ? JUDGED_LOW : JUDGED_HIGH;
    scores.push({ ...about, name: 'helpfulness', value, source: 'judge', comment });
  }
  if (random.chance(0.2)) {
    const good = random.chance(late ? 0.5 : 0.85);
    scores.push({
      ...about,
      name: 'user-feedback',
      value: good,
      source: 'api',
      ...(good ? {} : { comment: random.one(BAD) }),
    });
  }
  return scores;
}

/** The outermost span of an agent: whether its work was done, and no tool failed for good. */
function ofAgent(agent: ObservationRecord, records: readonly StoredRecord[]): ScoreDraft[] {
  if (agent.type !== 'agent' || agent.traceId === null) return [];
  const tools = records.filter(
    (record): record is ObservationRecord =>
      record.kind === 'observation' && record.type === 'tool' && record.traceId === agent.traceId,
  );
  return [
    {
      name: 'task-completed',
      value: agent.error === null && (tools.at(-1)?.error ?? null) === null,
      source: 'rule',
      traceId: agent.traceId,
      createdAt: isoTime(agent.timestampMs + agent.durationMs),
    },
  ];
}
