// Stores scores. It uses only the metadata store, so that a score is durable at once, whether or not the
// record that it refers to has arrived. locate.job.ts looks for the record later.
import { newId } from '#lib/ids';
import { SECOND_MS } from '#lib/clock';
import { Pace } from '#lib/yield-to-event-loop';
import type { AccountKeys } from '#content';
import type { Context } from '#core/context';
import { changesScoresOfOthers } from './sent-score.ts';
import { readScore, type ReadScore, type ScoreRejection } from './read-score.ts';
import { maxScores, roomFor } from './room.ts';
import { hasTexts, redactScore, sealScore } from './score-text.ts';
import { selectKnownScores, upsertScores, type KnownScore, type NewSentScore } from './store.ts';

export type SavedScore = { ok: true; id: string; textDropped: boolean } | ({ ok: false } & ScoreRejection);

/** Records can usually be queried some seconds after they were sent. */
const FIRST_LOOK_MS = 10 * SECOND_MS;

/**
 * Returns one result for each draft, in the same order. A value that is not a `ScoreDraft` is rejected. An
 * accepted score is on disk. Of two drafts with the same id, the later one is stored.
 */
export async function saveScores(ctx: Context, drafts: readonly unknown[]): Promise<SavedScore[]> {
  const { account, clock } = ctx;
  const rules = { nowMs: clock.now(), retentionDays: account.retentionDays };
  const pace = new Pace();
  const read: ({ ok: true; id: string; score: ReadScore } | ({ ok: false } & ScoreRejection))[] = [];
  for (const value of drafts) {
    if (pace.isDue) await pace.rest();
    const one = readScore(value, rules);
    if (!one.ok) {
      read.push({ ok: false, ...one.rejection });
      continue;
    }
    const score = await redactScore(one.score, account.consents, pace);
    read.push({ ok: true, id: score.id ?? newId('score'), score });
  }
  // Also drops earlier drafts of the same id.
  const wanted = new Map(read.flatMap((one) => (one.ok ? [[one.id, one.score] as const] : [])));
  const known = await selectKnownScores(ctx, [...wanted.keys()]);
  const fresh = [...wanted.keys()].filter((id) => !known.has(id));
  const room = await roomFor(ctx, fresh.length);
  const tooMany = new Set(fresh.slice(room));
  const keys = await keysOf(ctx, wanted.values());
  const ofOthers = new Set(
    changesScoresOfOthers(ctx.actor)
      ? []
      : [...known].flatMap(([id, { authorId }]) => (authorId === ctx.actor.id ? [] : [id])),
  );
  const rows = [...wanted]
    .filter(([id]) => !tooMany.has(id) && !ofOthers.has(id))
    .map(([id, score]) => rowOf(ctx, { id, score, known: known.get(id) ?? null, keys }));
  await ctx.metadata.transaction((db) => upsertScores(db, rows));
  return read.map((one): SavedScore => {
    if (!one.ok) return one;
    if (tooMany.has(one.id)) return noRoom(ctx, one.id);
    if (ofOthers.has(one.id)) return ofAnother(one.id);
    return { ok: true, id: one.id, textDropped: keys === null && hasTexts(one.score) };
  });
}

const noRoom = (ctx: Context, id: string): SavedScore => ({
  ok: false,
  id,
  code: 'too_many_scores',
  field: null,
  reason: `The account has room for ${maxScores(ctx).toLocaleString('en')} scores. Delete some first, or wait until older ones expire.`,
});

const ofAnother = (id: string): SavedScore => ({
  ok: false,
  id,
  code: 'score_of_another_key',
  field: 'id',
  reason: 'Another key or a person sent the score with this id. Replacing it needs the scope "write".',
});

/** Null if no text may be stored. Loading creates a key, so it happens only if needed. */
async function keysOf(
  { account, contentKeys }: Context,
  scores: Iterable<ReadScore>,
): Promise<AccountKeys | null> {
  const needed = account.consents.plaintextStorage && [...scores].some(hasTexts);
  return needed ? (contentKeys.of(account) ?? (await contentKeys.load(account))) : null;
}

interface Sent {
  id: string;
  score: ReadScore;
  known: KnownScore | null;
  keys: AccountKeys | null;
}

function rowOf(ctx: Context, { id, score, known, keys }: Sent): NewSentScore {
  const { account, project, actor, clock } = ctx;
  const { callId, traceId, spanId } = score;
  const now = clock.now();
  const isPlaced = project !== null;
  // A call leads to its trace, a span to its call. A trace only needs its project.
  const isSought = callId !== null || spanId !== null || (!isPlaced && traceId !== null);
  return {
    account_id: account.id,
    project_number: known?.project ?? (project ?? account.defaultProject).number,
    id,
    name: score.name,
    data_type: score.dataType,
    source: score.source ?? (actor.type === 'user' ? 'human' : 'api'),
    number_value: score.number,
    label: score.label,
    sealed: keys && hasTexts(score) ? sealScore(keys, id, score) : null,
    call_id: callId ?? (traceId !== null && spanId !== null ? `${traceId}-${spanId}` : null),
    trace_id: traceId,
    span_id: spanId,
    session_id: score.sessionId,
    run_id: score.runId,
    author_id: actor.id,
    any_project: isPlaced ? 0 : 1,
    locate_at: isSought ? now + FIRST_LOOK_MS : null,
    created_at: score.createdAtMs ?? known?.createdAt ?? now,
    received_at: now,
  };
}
