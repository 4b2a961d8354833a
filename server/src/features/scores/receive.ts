// POST /v1/scores
import { AppError, fieldError, invalid } from '#lib/app-error';
import { isObject } from '#lib/is-object';
import { parseInPieces } from '#lib/large-json';
import { Pace } from '#lib/yield-to-event-loop';
import type { Context } from '#core/context';
import type { RawBody } from '#core/endpoint';
import { saveScores, type SavedScore } from './save.ts';
import { MAX_SCORES, type ScoresReply } from './schemas.ts';

export async function receiveScores(ctx: Context, { bytes }: RawBody): Promise<ScoresReply> {
  const body = await parsed(bytes);
  if (isObject(body) && body['scores'] === undefined) return replyOf(required(await saveScores(ctx, [body])));
  return replyOf(await saveScores(ctx, listIn(body)));
}

async function parsed(bytes: Buffer): Promise<unknown> {
  if (bytes.length === 0)
    throw new AppError('bad_request', 'body_required', 'A JSON body is needed: a score, or {"scores": […]}.');
  const json = await parseInPieces(bytes, new Pace());
  if (!json.ok) throw new AppError('bad_request', json.fault.reason, json.fault.message);
  return json.value;
}

function listIn(body: unknown): unknown[] {
  const scores = isObject(body) ? body['scores'] : undefined;
  if (!Array.isArray(scores))
    throw invalid('scores', 'The body must be a score, or an object with an array "scores".');
  if (scores.length > MAX_SCORES) {
    throw invalid(
      'scores',
      `A request takes at most ${MAX_SCORES} scores; this one has ${scores.length}. Send them in several requests.`,
      'too_many_scores',
    );
  }
  return scores;
}

/** A single score that is rejected is an ordinary error. */
function required(saved: readonly SavedScore[]): readonly SavedScore[] {
  for (const one of saved) {
    if (one.ok) continue;
    if (one.code === 'too_many_scores') throw new AppError('conflict', one.code, one.reason);
    if (one.code === 'score_of_another_key') throw new AppError('forbidden', one.code, one.reason);
    const reason = one.code === 'field_rule' ? 'invalid_request' : one.code;
    throw fieldError('bad_request', reason, one.field ?? '', one.reason);
  }
  return saved;
}

const replyOf = (saved: readonly SavedScore[]): ScoresReply => {
  const stored = saved.filter((one) => one.ok);
  return {
    accepted: stored.length,
    ids: stored.map(({ id }) => id),
    textDropped: stored.filter(({ textDropped }) => textDropped).length,
    rejected: saved.flatMap((one, index) =>
      one.ok ? [] : [{ index, id: one.id, reason: one.reason, code: one.code, field: one.field }],
    ),
  };
};
