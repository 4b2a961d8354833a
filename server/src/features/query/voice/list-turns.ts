// The turns of a spoken run, made from its spans of speech.
import { MAX_ANSWER_BYTES } from '#lib/answer-bytes';
import { notFound } from '#lib/app-error';
import { isoTime } from '#lib/clock';
import { asJson, WrittenAnswer, type AnswerBudget } from '#core/answer-budget';
import type { Context } from '#core/context';
import { selectTrace, type StoredRecord } from '#records';
import { isVoiceSpan } from '#semconv';
import { voiceTurnsOf, type VoiceTurn } from '#services/conversation';
import { scopeOf, withContent, type MayHaveContent } from '#services/record-access';

const MAX_SPANS = 10_000;
const MAX_TURNS = 5_000;
/** Sealed content that is opened: transcripts are short. */
const MAX_CONTENT_BYTES = 8 * 1_048_576;

export async function listTurns(ctx: Context, traceId: string, budget: AnswerBudget): Promise<WrittenAnswer> {
  const bytes = { calls: MAX_ANSWER_BYTES / 2, observations: MAX_ANSWER_BYTES };
  const found = await ctx.records.ask(scopeOf(ctx), selectTrace(traceId, MAX_SPANS, bytes));
  if (found.calls.length + found.observations.length === 0) throw notFound('Trace');
  const turns = voiceTurnsOf(await opened(ctx, found)).slice(0, MAX_TURNS);
  const shown = turns.map((turn) => asJson(presentTurn(turn)));
  const beyond = shown.findIndex((turn) => !budget.take(turn.bytes));
  return new WrittenAnswer({
    turns: beyond < 0 ? shown : shown.slice(0, beyond),
    figures: figuresOf(turns),
    truncated: found.truncated || beyond >= 0,
  });
}

/** Only spans of speech have words of it. */
async function opened(
  ctx: Context,
  { calls, observations }: Awaited<ReturnType<ReturnType<typeof selectTrace>['run']>>,
): Promise<StoredRecord[]> {
  const spoken: MayHaveContent<StoredRecord>[] = [
    ...calls.map(({ call, hasContent }) => ({
      record: call,
      hasContent: hasContent && call.requestMeta?.['operation'] === 'realtime_inference',
    })),
    ...observations.map(({ observation, hasContent }) => ({
      record: observation,
      hasContent: hasContent && isVoiceSpan(observation.name),
    })),
  ];
  return withContent(ctx, spoken, MAX_CONTENT_BYTES);
}

const presentTurn = ({ startMs, endMs, ...turn }: VoiceTurn) => ({
  ...turn,
  startTime: isoTime(Math.round(startMs)),
  durationMs: endMs === null ? null : Math.round(endMs - startMs),
});

function figuresOf(turns: readonly VoiceTurn[]) {
  const waits = turns
    .flatMap(({ firstSoundMs }) => firstSoundMs ?? [])
    .toSorted((left, right) => left - right);
  const at = (share: number): number => waits[Math.ceil(share * waits.length) - 1] ?? 0;
  return {
    users: turns.filter(({ who }) => who === 'user').length,
    agents: turns.filter(({ who }) => who === 'agent').length,
    interruptions: turns.filter(({ interrupted }) => interrupted).length,
    firstSound: waits.length === 0 ? null : { p50: at(0.5), p95: at(0.95), max: at(1) },
  };
}
