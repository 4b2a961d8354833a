// GET /api/public/v2/scores and /api/public/v3/scores, over our list of scores.
import { Type, type Static } from 'typebox';
import { invalid, notFound } from '#lib/app-error';
import type { Context } from '#core/context';
import { findSentScore, listAllScores, type ScoreListQuery, type ShownScore } from '#features/scores';
import { FIELD_GROUPS, secondForm, thirdForm } from './shown-score.ts';

const Text = Type.Optional(Type.String({ maxLength: 1_000 }));

const FILTERS = {
  name: Text,
  source: Text,
  dataType: Text,
  fromTimestamp: Text,
  toTimestamp: Text,
  traceId: Text,
  observationId: Text,
  sessionId: Text,
  value: Text,
  // Filters by what a score does not have here. They are rejected rather than ignored.
  userId: Text,
  environment: Text,
  configId: Text,
  queueId: Text,
  authorUserId: Text,
  traceTags: Text,
  filter: Text,
};

const Limit = Type.Optional(Type.Integer({ minimum: 1, maximum: 100 }));

export const SecondQuery = Type.Object({
  ...FILTERS,
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
  limit: Limit,
  scoreIds: Text,
  datasetRunId: Text,
  operator: Text,
  fields: Text,
});

export const ThirdQuery = Type.Object({
  ...FILTERS,
  limit: Limit,
  cursor: Text,
  fields: Text,
  id: Text,
  experimentId: Text,
  valueMin: Type.Optional(Type.Number()),
  valueMax: Type.Optional(Type.Number()),
});

type Filters = Partial<Record<keyof typeof FILTERS, string>>;

const UNSUPPORTED = [
  'userId',
  'environment',
  'configId',
  'queueId',
  'authorUserId',
  'traceTags',
  'filter',
] as const;

const SOURCES: Readonly<Record<string, NonNullable<ScoreListQuery['source']>>> = {
  API: 'api',
  ANNOTATION: 'human',
  EVAL: 'judge',
};
const DATA_TYPES: Readonly<Record<string, NonNullable<ScoreListQuery['dataType']>>> = {
  NUMERIC: 'numeric',
  BOOLEAN: 'boolean',
  CATEGORICAL: 'categorical',
  TEXT: 'text',
  CORRECTION: 'text',
};

const DEFAULT_LIMIT = 50;

function filtersOf(query: Filters): ScoreListQuery {
  const named = UNSUPPORTED.find((name) => query[name] !== undefined);
  if (named !== undefined)
    throw invalid(named, `${named} is not supported. See GET /v1/scores for other filters.`);
  const { name, traceId, observationId, sessionId, fromTimestamp, toTimestamp } = query;
  if (observationId !== undefined && traceId === undefined)
    throw invalid('observationId', 'observationId needs traceId.');
  const found: ScoreListQuery = {};
  if (name !== undefined) found.name = single('name', name);
  if (query.source !== undefined) found.source = oneOf('source', query.source, SOURCES);
  if (query.dataType !== undefined) found.dataType = oneOf('dataType', query.dataType, DATA_TYPES);
  if (fromTimestamp !== undefined) found.from = time('fromTimestamp', fromTimestamp);
  if (toTimestamp !== undefined) found.to = time('toTimestamp', toTimestamp);
  if (observationId !== undefined)
    found.callId = `${single('traceId', traceId ?? '')}-${single('observationId', observationId)}`;
  else if (traceId !== undefined) found.traceId = single('traceId', traceId);
  if (sessionId !== undefined) found.sessionId = single('sessionId', sessionId);
  return found;
}

function single(path: string, value: string): string {
  if (value.includes(',')) throw invalid(path, `${path} takes one value here, not a list.`);
  return value;
}

function oneOf<T>(path: string, value: string, words: Readonly<Record<string, T>>): T {
  const found = Object.hasOwn(words, value.toUpperCase()) ? words[value.toUpperCase()] : undefined;
  if (found === undefined) throw invalid(path, `${path} must be one of ${Object.keys(words).join(', ')}.`);
  return found;
}

function time(path: string, value: string): string {
  const ms = Date.parse(value);
  if (Number.isNaN(ms)) throw invalid(path, `${path} must be an ISO 8601 time.`);
  return new Date(ms).toISOString();
}

const idsIn = (text: string | undefined): string[] | undefined =>
  text === undefined ? undefined : text.split(',').slice(0, 100);

function number(path: string, text: string): number {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (!Number.isFinite(value)) throw invalid(path, `${path} must be a number.`);
  return value;
}

/** Equality and the comparisons that include their bound; ours has no others. */
function valueTests({
  value,
  operator = '=',
}: {
  value?: string;
  operator?: string;
}): Partial<ScoreListQuery> {
  if (value === undefined) return {};
  const bound = number('value', value);
  if (operator === '=') return { minValue: bound, maxValue: bound };
  if (operator === '>=') return { minValue: bound };
  if (operator === '<=') return { maxValue: bound };
  throw invalid('operator', 'operator must be =, >= or <=.');
}

const projectOf = ({ project, account }: Context): string => (project ?? account.defaultProject).id;

export async function listSecond(ctx: Context, query: Static<typeof SecondQuery>) {
  const {
    page = 1,
    limit = DEFAULT_LIMIT,
    scoreIds,
    datasetRunId,
    value,
    operator,
    fields: _all,
    ...filters
  } = query;
  const ids = idsIn(scoreIds);
  const wanted: ScoreListQuery = {
    ...filtersOf(filters),
    ...valueTests({
      ...(value === undefined ? {} : { value }),
      ...(operator === undefined ? {} : { operator }),
    }),
    ...(datasetRunId === undefined ? {} : { runId: datasetRunId }),
    ...(ids ? { ids } : {}),
    limit,
  };
  let found = await listAllScores(ctx, wanted);
  let at = 1;
  while (at < page && found.nextCursor !== null) {
    found = await listAllScores(ctx, { ...wanted, cursor: found.nextCursor });
    at += 1;
  }
  const scores: readonly ShownScore[] = at === page ? found.scores : [];
  // Clients ask for the next page while there is one. The number of all scores is not counted.
  const more = at === page && found.nextCursor !== null ? 1 : 0;
  const totalItems = (at - 1) * limit + found.scores.length + more;
  return {
    data: scores.map((score) => secondForm(score, projectOf(ctx))),
    meta: { page, limit, totalItems, totalPages: Math.ceil(totalItems / limit) },
  };
}

export async function getSecond(ctx: Context, id: string) {
  const score = await findSentScore(ctx, id);
  if (!score) throw notFound('Score');
  return secondForm(score, projectOf(ctx));
}

export async function listThird(ctx: Context, query: Static<typeof ThirdQuery>) {
  const {
    limit = DEFAULT_LIMIT,
    cursor,
    fields,
    id,
    experimentId,
    value,
    valueMin,
    valueMax,
    ...filters
  } = query;
  const groups = new Set(fields === undefined || fields === '' ? [] : fields.split(','));
  const unknown = [...groups].find((group) => !FIELD_GROUPS.some((known) => known === group));
  if (unknown !== undefined) throw invalid('fields', `fields may have ${FIELD_GROUPS.join(', ')}.`);
  const ids = idsIn(id);
  const wanted: ScoreListQuery = {
    ...filtersOf(filters),
    ...exactValue(filters.dataType, value),
    ...(valueMin === undefined ? {} : { minValue: valueMin }),
    ...(valueMax === undefined ? {} : { maxValue: valueMax }),
    ...(experimentId === undefined ? {} : { runId: single('experimentId', experimentId) }),
    ...(ids ? { ids } : {}),
    ...(cursor === undefined ? {} : { cursor }),
    limit,
  };
  const { scores, nextCursor } = await listAllScores(ctx, wanted);
  return {
    data: scores.map((score) => thirdForm(score, projectOf(ctx), groups)),
    meta: { limit, ...(nextCursor === null ? {} : { cursor: nextCursor }) },
  };
}

function exactValue(dataType: string | undefined, value: string | undefined): Partial<ScoreListQuery> {
  if (value === undefined) return {};
  if (dataType === undefined) throw invalid('value', 'value needs dataType.');
  if (dataType.toUpperCase() !== 'NUMERIC') return { value: single('value', value) };
  const bound = number('value', value);
  return { minValue: bound, maxValue: bound };
}
