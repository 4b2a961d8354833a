// Feedback about a run becomes a score of its span.
import { isObject } from '#lib/is-object';
import type { ScoreDraft, ShownScore } from '#features/scores';
import type { Json, JsonObject } from '#records';
import { idOf } from './run-part.ts';
import { clientTime } from './run-time.ts';

/** Longer texts are no category. */
const MAX_LABEL = 256;

/** Undefined if it is about no run, or says nothing. */
export function feedbackScore(sent: Record<string, unknown>): ScoreDraft | undefined {
  const feedback = sent as JsonObject;
  const runId = idOf(feedback['run_id']) || idOf(feedback['trace_id']);
  const said = valueOf(feedback);
  const { key, comment } = feedback;
  if (runId === '' || said === undefined || typeof key !== 'string') return undefined;
  const score: ScoreDraft = { name: key, ...said, source: sourceOf(feedback), spanId: runId };
  const id = idOf(feedback['id']);
  if (id !== '') score.id = id;
  // A root is found by its span alone, and then counts for the call or for the whole trace.
  const traceId = idOf(feedback['trace_id']);
  if (traceId !== '' && traceId !== runId) score.traceId = traceId;
  if (typeof comment === 'string' && comment !== '') score.comment = comment;
  const metadata = metadataOf(feedback);
  if (Object.keys(metadata).length > 0) score.metadata = metadata;
  const createdMs = clientTime(feedback['created_at']);
  if (createdMs > 0) score.createdAt = new Date(createdMs).toISOString();
  return score;
}

/** The score, else the value, the correction or the comment. */
function valueOf({
  score,
  value,
  correction,
  comment,
}: JsonObject): Pick<ScoreDraft, 'value' | 'dataType'> | undefined {
  if (typeof score === 'number' || typeof score === 'boolean') return { value: score };
  const said = value ?? correction ?? comment;
  if (said === undefined || said === null || said === '') return undefined;
  if (typeof said === 'number' || typeof said === 'boolean') return { value: said };
  const text = typeof said === 'string' ? said : JSON.stringify(said);
  const isCategory =
    said === value && typeof said === 'string' && said.length <= MAX_LABEL && !/[\r\n]/.test(said);
  return { value: text, dataType: isCategory ? 'categorical' : 'text' };
}

const sourceOf = ({ feedback_source: source }: JsonObject): NonNullable<ScoreDraft['source']> => {
  const type: Json | undefined = isObject(source) ? source['type'] : undefined;
  return type === 'model' ? 'judge' : type === 'app' ? 'human' : 'api';
};

function metadataOf({ score, value, correction, feedback_source: source, extra }: JsonObject): JsonObject {
  const given = isObject(source) ? source['metadata'] : undefined;
  const metadata: JsonObject = isObject(given) ? { ...given } : {};
  const hasScore = typeof score === 'number' || typeof score === 'boolean';
  if (hasScore && value !== undefined && value !== null) metadata['value'] = value;
  if (correction !== undefined && correction !== null) metadata['correction'] = correction;
  if (isObject(extra)) metadata['extra'] = extra;
  return metadata;
}

/** A patch has only what changed. */
export function changedScore(score: ShownScore, sent: Record<string, unknown>): ScoreDraft {
  const change = sent as JsonObject;
  const { comment, correction } = change;
  const { value, metadata, ...same } = score;
  const said = valueOf({ ...change, correction: null, comment: null }) ?? { value: value ?? '' };
  const draft: ScoreDraft = { ...same, metadata: metadata as JsonObject | null, ...said };
  if (typeof comment === 'string') draft.comment = comment;
  if (correction !== undefined && correction !== null) draft.metadata = { ...draft.metadata, correction };
  return draft;
}

/** As its clients read it. */
export function feedbackOf({ id, name, value, comment, source, metadata, createdAt, ...about }: ShownScore) {
  const isNumber = typeof value === 'number' || typeof value === 'boolean';
  return {
    id,
    created_at: createdAt,
    modified_at: createdAt,
    run_id: about.spanId,
    trace_id: about.traceId,
    key: name,
    score: isNumber ? value : null,
    value: isNumber ? (metadata?.['value'] ?? null) : value,
    comment,
    correction: metadata?.['correction'] ?? null,
    feedback_source: { type: source === 'judge' ? 'model' : source === 'human' ? 'app' : 'api', metadata },
  };
}
