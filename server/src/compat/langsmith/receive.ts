// Stores runs and feedback. A run whose beginning and end are there becomes a record at once; a part of one
// waits for the other.
import { AppError, notFound } from '#lib/app-error';
import { chunks } from '#lib/chunks';
import { Pace } from '#lib/yield-to-event-loop';
import type { Context } from '#core/context';
import type { RawBody } from '#core/endpoint';
import { findSentScore, saveScores, type SavedScore, type ScoreDraft } from '#features/scores';
import { RejectionTally } from '#otlp';
import { receiveParts, receiveWhole } from '../open-spans/index.ts';
import { changedScore, feedbackOf, feedbackScore } from './feedback.ts';
import { forClient } from './peer.ts';
import type { ReadRuns } from './read-runs.ts';
import { langsmithSpans } from './run-span.ts';
import { sessionName } from './sessions.ts';

const SCORES_AT_ONCE = 100;

export async function receiveRuns(
  ctx: Context,
  { parts, feedback, rejected }: ReadRuns,
  pace: Pace,
): Promise<void> {
  // First, so that a used-up quota does not lose it. A client that sends it again replaces it.
  await receiveAllFeedback(ctx, feedback, rejected);
  for (const { body } of parts) {
    const { session_name: name, session_id: id } = body;
    const known = name === undefined && typeof id === 'string' ? sessionName(ctx, id) : undefined;
    if (known !== undefined) body['session_name'] = known;
  }
  const noted = rejected.list();
  if (parts.length + noted.length === 0) return;
  const client = ctx.origin.userAgent ?? '';
  const { quota } = await receiveParts(ctx, langsmithSpans, parts, { client, pace }, noted);
  if (quota) throw forClient(quota);
}

/** Runs on the preparing thread. */
const WHOLE_RUNS = { url: new URL('./whole-runs.ts', import.meta.url).href, name: 'readWholeRuns' };

/** A batch or a form, read by the preparing thread if it runs. Returns the body if it has to be read here. */
export async function receiveWholeRuns(ctx: Context, raw: RawBody): Promise<Buffer | null> {
  const outcome = await receiveWhole(ctx, langsmithSpans, WHOLE_RUNS, raw, async (feedback) => {
    const rejected = new RejectionTally();
    await receiveAllFeedback(ctx, feedback, rejected);
    return rejected.list();
  });
  if ('unread' in outcome) return outcome.unread;
  const { quota } = outcome.received;
  if (quota) throw forClient(quota);
  return null;
}

/** Feedback that is not accepted is counted, because its client would send the whole batch again. */
async function receiveAllFeedback(
  ctx: Context,
  feedback: readonly Record<string, unknown>[],
  rejected: RejectionTally,
): Promise<void> {
  const scores: ScoreDraft[] = [];
  const pace = new Pace();
  for (const one of feedback) {
    if (pace.isDue) await pace.rest();
    const score = feedbackScore(one);
    if (score) scores.push(score);
    else rejected.add('invalid_feedback', '', typeof one['key'] === 'string' ? one['key'] : '');
  }
  for (const some of chunks(scores, SCORES_AT_ONCE)) {
    const saved = await saveScores(ctx, some);
    saved.forEach((one, at) => {
      if (!one.ok) rejected.add(one.code, '', some[at]?.name ?? '');
    });
  }
}

export async function receiveFeedback(ctx: Context, sent: Record<string, unknown>): Promise<object> {
  const score = feedbackScore(sent);
  if (!score) {
    throw new AppError(
      'bad_request',
      'invalid_feedback',
      'Feedback needs a key, a run_id, and a score, value, correction or comment.',
    );
  }
  return { ...sent, id: await saveOne(ctx, score) };
}

export async function readFeedback(ctx: Context, id: string): Promise<object> {
  const score = await findSentScore(ctx, id);
  if (!score) throw notFound('Feedback');
  return feedbackOf(score);
}

export async function updateFeedback(
  ctx: Context,
  id: string,
  sent: Record<string, unknown>,
): Promise<object> {
  const score = await findSentScore(ctx, id);
  if (!score) throw notFound('Feedback');
  await saveOne(ctx, changedScore(score, sent));
  return {};
}

async function saveOne(ctx: Context, score: ScoreDraft): Promise<string> {
  const [saved] = await saveScores(ctx, [score]);
  if (saved?.ok) return saved.id;
  throw rejectedScore(saved);
}

const rejectedScore = (saved: (SavedScore & { ok: false }) | undefined): AppError =>
  new AppError(
    saved?.code === 'score_of_another_key' ? 'forbidden' : 'bad_request',
    saved?.code ?? 'invalid_feedback',
    saved?.reason ?? 'The feedback is not valid.',
  );
