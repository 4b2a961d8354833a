// A score in Langfuse's words as one of ours.
import { isObject } from '#lib/is-object';
import { MAX_ID, MAX_METADATA_BYTES, MAX_SCORE_TEXT, type ScoreDraft } from '#features/scores';
import { MAX_LABEL, MAX_SCORE_NAME } from '#services/record-access';
import type { Json, JsonObject } from '#records';
import { idIn } from '../tracing/span-ids.ts';

type DraftType = NonNullable<ScoreDraft['dataType']>;

const DATA_TYPES: ReadonlyMap<string, DraftType> = new Map([
  ['NUMERIC', 'numeric'],
  ['BOOLEAN', 'boolean'],
  ['CATEGORICAL', 'categorical'],
  ['TEXT', 'text'],
  ['CORRECTION', 'text'],
]);

const SOURCES: ReadonlyMap<string, NonNullable<ScoreDraft['source']>> = new Map([
  ['API', 'api'],
  ['ANNOTATION', 'human'],
  ['EVAL', 'judge'],
]);

/**
 * A score whose texts are cut is worth more than none. What is invalid stays, so that `saveScores` says what
 * is wrong with it.
 */
export function scoreDraft(body: JsonObject, fallbackId?: string, at?: string): ScoreDraft {
  const { value } = body;
  const id = body['id'] ?? fallbackId ?? null;
  return {
    id: typeof id === 'string' && id.length > MAX_ID ? idIn(id) : (id as string | null),
    name: cut(body['name'], MAX_SCORE_NAME) as string,
    dataType: typeOf(body, value),
    value: cut(value, MAX_SCORE_TEXT) as string,
    comment: cut(body['comment'], MAX_SCORE_TEXT) as string | null,
    source: SOURCES.get(word(body['source'])) ?? null,
    traceId: idIn(body['traceId']) || null,
    spanId: idIn(body['observationId']) || null,
    sessionId: cut(body['sessionId'], MAX_ID) as string | null,
    runId: cut(body['datasetRunId'], MAX_ID) as string | null,
    metadata: metadataOf(body),
    createdAt: at ?? null,
  };
}

const word = (value: Json | undefined): string => (typeof value === 'string' ? value.toUpperCase() : '');

const cut = (value: Json | undefined, max: number): Json =>
  typeof value === 'string' ? value.slice(0, max) : (value ?? null);

function typeOf(body: JsonObject, value: Json | undefined): DraftType | null {
  const said = DATA_TYPES.get(word(body['dataType']));
  const isLong = typeof value === 'string' && (value.length > MAX_LABEL || /\p{Cc}/u.test(value));
  if (isLong && (said === undefined || said === 'categorical')) return 'text';
  return said ?? null;
}

/** The environment has no place of its own. */
function metadataOf(body: JsonObject): JsonObject | null {
  const { metadata = null, environment } = body;
  const given = isObject(metadata) ? metadata : metadata === null ? {} : { metadata };
  const isNamed = typeof environment === 'string' && environment !== '' && environment !== 'default';
  const all: JsonObject = isNamed ? { environment, ...given } : given;
  const isUsable =
    Object.keys(all).length > 0 && Buffer.byteLength(JSON.stringify(all)) <= MAX_METADATA_BYTES;
  return isUsable ? all : null;
}
