// All scores as one list, from every source: clients, judges and rules, and the parts of annotations. Nothing
// is copied: each arm reads its own table under common names, and the caller merges the arms.
import { sql, type SelectQueryBuilder } from 'kysely';
import { DAY_MS } from '#lib/clock';
import type { Context } from '#core/context';
import type { Reader } from '#metadata';
import { SCORE_OPERATORS, type ScoreOperator } from '#services/record-access';
import type { Criterion } from '#services/scores';
import type { ScoreDataType, ScoreSource } from '../schemas.ts';

/** Scores of the same time are in this order. */
export const ARMS = ['sent', 'judged', 'quality', 'label', 'note'] as const;
type Arm = (typeof ARMS)[number];

export interface ViewColumns {
  /** The row in its table. */
  key: number;
  sent_id: string | null;
  /** Null for judged scores, which have a criterion. */
  name: string | null;
  criterion_id: number | null;
  data_type: ScoreDataType;
  source: ScoreSource;
  /** Boolean scores are 0 or 1. */
  number_value: number | null;
  label: string | null;
  /** A comment in clear text, by a judge or by a person in the dashboard. */
  remark: string | null;
  sealed: string | null;
  call_id: string | null;
  trace_id: string | null;
  span_id: string | null;
  session_id: string | null;
  run_id: string | null;
  /** Null if only the call has it. */
  project_number: number | null;
  /** Time of the call, if it is known. */
  call_timestamp: number | null;
  created_at: number;
}

export type ViewAsker = Pick<Context, 'account' | 'project' | 'clock'> & { db: Reader };
type ViewDatabase = { view: ViewColumns };
type ViewQuery<Row> = SelectQueryBuilder<ViewDatabase, 'view', Row>;

export interface ValueTest {
  op: ScoreOperator;
  value: number | boolean | string;
}

export interface ScoreSelection {
  name?: string | undefined;
  source?: ScoreSource | undefined;
  dataType?: ScoreDataType | undefined;
  fromMs?: number | undefined;
  toMs?: number | undefined;
  callId?: string | undefined;
  traceId?: string | undefined;
  traceIds?: readonly string[];
  sessionId?: string | undefined;
  runId?: string | undefined;
  /** Ids that clients gave their scores. */
  sentIds?: readonly string[] | undefined;
  callIds?: readonly string[];
  /** Scores that name one of these spans, and this trace or none. */
  spans?: { ids: readonly string[]; traceId: string | null; isAnyTrace?: boolean };
  /** Without the scores of parts of the trace or session. */
  isWhole?: boolean;
  tests?: readonly ValueTest[];
  /** The caller has seen the call or trace, and may see all that judges said about it. */
  isSeen?: boolean;
}

const NAME_OF: Readonly<Partial<Record<Arm, string>>> = { quality: 'quality', label: 'label', note: 'note' };
const TYPE_OF: Readonly<Partial<Record<Arm, ScoreDataType>>> = {
  quality: 'numeric',
  label: 'categorical',
  note: 'text',
};

/** Whether an arm can have such scores, judging by its constants. */
function mayHave(arm: Arm, selection: ScoreSelection): boolean {
  const { name, source, dataType, traceId = selection.traceIds, sessionId, runId, spans } = selection;
  const [ownName, ownType] = [NAME_OF[arm], TYPE_OF[arm]];
  if (ownName !== undefined && name !== undefined && name !== ownName) return false;
  if (ownType !== undefined && dataType !== undefined && dataType !== ownType) return false;
  if (arm === 'sent') return true;
  if (selection.sentIds !== undefined) return false;
  if (spans !== undefined) return false;
  if (arm === 'judged') return source !== 'api' && source !== 'human';
  return (
    (source ?? 'human') === 'human' && traceId === undefined && sessionId === undefined && runId === undefined
  );
}

const nothing = {
  text: sql<string | null>`cast(null as text)`,
  number: sql<number | null>`cast(null as double precision)`,
  integer: sql<number | null>`cast(null as bigint)`,
};
const word = <T extends string>(text: T) => sql<T>`${sql.lit(text)}`;

/** The scores of one arm that match. Null if it cannot have any. */
export function armQuery(
  asker: ViewAsker,
  arm: Arm,
  selection: ScoreSelection,
  criteria: readonly Criterion[],
): ViewQuery<object> | null {
  if (!mayHave(arm, selection)) return null;
  const wanted = criteria.filter(
    ({ name, scoreType }) =>
      (selection.name === undefined || name === selection.name) &&
      (selection.dataType === undefined || scoreType === selection.dataType),
  );
  if (arm === 'judged' && wanted.length === 0) return null;
  const rows =
    arm === 'sent'
      ? sentScores(asker)
      : arm === 'judged'
        ? judgedScores(asker, criteria, selection.isSeen === true)
        : annotated(asker, arm);
  const query = (asker.db as unknown as { selectFrom: (from: unknown) => ViewQuery<object> }).selectFrom(
    (rows as unknown as { as: (name: string) => unknown }).as('view'),
  );
  const isNarrowed = selection.name !== undefined || selection.dataType !== undefined;
  return narrowed(query, arm, selection, isNarrowed ? wanted.map(({ id }) => id) : null);
}

function narrowed(
  all: ViewQuery<object>,
  arm: Arm,
  selection: ScoreSelection,
  criterionIds: readonly number[] | null,
): ViewQuery<object> {
  let query = all;
  const { name, source, dataType, fromMs, toMs, tests = [] } = selection;
  if (arm === 'sent' && name !== undefined) query = query.where('name', '=', name);
  if (arm === 'sent' && dataType !== undefined) query = query.where('data_type', '=', dataType);
  if (arm === 'judged' && criterionIds) query = query.where('criterion_id', 'in', criterionIds);
  if ((arm === 'sent' || arm === 'judged') && source !== undefined)
    query = query.where('source', '=', source);
  if (fromMs !== undefined) query = query.where('created_at', '>=', fromMs);
  if (toMs !== undefined) query = query.where('created_at', '<', toMs);
  for (const [column, id] of [
    ['call_id', selection.callId],
    ['trace_id', selection.traceId],
    ['session_id', selection.sessionId],
    ['run_id', selection.runId],
  ] as const)
    if (id !== undefined) query = query.where(column, '=', id);
  if (selection.sentIds) query = query.where('sent_id', 'in', selection.sentIds);
  if (selection.callIds) query = query.where('call_id', 'in', selection.callIds);
  if (selection.traceIds) query = query.where('trace_id', 'in', selection.traceIds);
  if (selection.spans) {
    const { ids, traceId, isAnyTrace = false } = selection.spans;
    query = query.where('span_id', 'in', ids);
    if (!isAnyTrace)
      query = query.where((eb) =>
        eb.or([eb('trace_id', 'is', null), ...(traceId === null ? [] : [eb('trace_id', '=', traceId)])]),
      );
  }
  if (selection.isWhole === true) query = query.where('call_id', 'is', null).where('span_id', 'is', null);
  for (const test of tests) query = tested(query, test);
  return query;
}

function tested(query: ViewQuery<object>, { op, value }: ValueTest): ViewQuery<object> {
  const sign = SCORE_OPERATORS[op];
  if (typeof value === 'number')
    return query.where('data_type', '=', 'numeric').where('number_value', sign, value);
  if (typeof value === 'boolean')
    return query.where('data_type', '=', 'boolean').where('number_value', sign, Number(value));
  const isTruth = value === 'true' || value === 'false';
  return query.where((eb) =>
    eb.or([
      eb.and([eb('data_type', '=', 'categorical'), eb('label', sign, value)]),
      ...(isTruth
        ? [eb.and([eb('data_type', '=', 'boolean'), eb('number_value', sign, Number(value === 'true'))])]
        : []),
    ]),
  );
}

const sentScores = ({ db, account, project, clock }: ViewAsker) => {
  const query = db
    .selectFrom('scores')
    .where('account_id', '=', account.id)
    .where('created_at', '>', clock.now() - account.retentionDays * DAY_MS);
  return (project ? query.where('project_number', '=', project.number) : query).select([
    'number as key',
    'id as sent_id',
    'name',
    nothing.integer.as('criterion_id'),
    'data_type',
    'source',
    'number_value',
    'label',
    nothing.text.as('remark'),
    'sealed',
    'call_id',
    'trace_id',
    'span_id',
    'session_id',
    'run_id',
    'project_number',
    nothing.integer.as('call_timestamp'),
    'created_at',
  ]);
};

function judgedScores({ db, account, project }: ViewAsker, criteria: readonly Criterion[], isSeen: boolean) {
  const ofType = (type: Criterion['scoreType']) => {
    const ids = criteria.filter(({ scoreType }) => scoreType === type).map(({ id }) => sql.lit(id));
    return sql<boolean>`criterion_id in (${sql.join(ids.length > 0 ? ids : [sql.lit(-1)])})`;
  };
  const query = db
    .selectFrom('eval_scores')
    .where('account_id', '=', account.id)
    .where('status', '=', 'scored');
  return (project && !isSeen ? query.where('project_id', '=', project.id) : query).select([
    'id as key',
    nothing.text.as('sent_id'),
    nothing.text.as('name'),
    'criterion_id',
    sql<ScoreDataType>`case when ${ofType('boolean')} then 'boolean' when ${ofType('categorical')} then 'categorical' else 'numeric' end`.as(
      'data_type',
    ),
    sql<ScoreSource>`case when judge is null then 'rule' else 'judge' end`.as('source'),
    sql<number | null>`case when ${ofType('boolean')} then case when normalized >= 0.5 then 1.0 else 0.0 end
      when ${ofType('categorical')} then null else score end`.as('number_value'),
    'label',
    'reasoning as remark',
    nothing.text.as('sealed'),
    // A score of a whole trace or session is stored with one of its calls.
    sql<string | null>`case when trace_id is null and session_id is null then call_id end`.as('call_id'),
    'trace_id',
    nothing.text.as('span_id'),
    'session_id',
    sql<string | null>`cast(run_id as text)`.as('run_id'),
    nothing.integer.as('project_number'),
    'call_timestamp',
    'created_at',
  ]);
}

function annotated({ db, account, project }: ViewAsker, arm: Arm) {
  let query = db.selectFrom('annotations').where('account_id', '=', account.id);
  if (project) query = query.where('project_number', '=', project.number);
  if (arm === 'quality') query = query.where('quality_score', 'is not', null);
  else if (arm === 'label') query = query.where('label', 'is not', null);
  else query = query.where('quality_score', 'is', null).where('label', 'is', null);
  return query.select([
    'id as key',
    nothing.text.as('sent_id'),
    word(NAME_OF[arm] ?? '').as('name'),
    nothing.integer.as('criterion_id'),
    word(TYPE_OF[arm] ?? 'text').as('data_type'),
    word('human').as('source'),
    arm === 'quality'
      ? sql<number | null>`cast(quality_score as double precision)`.as('number_value')
      : nothing.number.as('number_value'),
    arm === 'label' ? sql<string | null>`label`.as('label') : nothing.text.as('label'),
    'annotation_text as remark',
    nothing.text.as('sealed'),
    'call_id',
    nothing.text.as('trace_id'),
    nothing.text.as('span_id'),
    nothing.text.as('session_id'),
    nothing.text.as('run_id'),
    'project_number',
    'call_timestamp',
    'created_at',
  ]);
}

export interface ViewPlace {
  createdAt: number;
  arm: number;
  key: number;
}

export type ViewRow = ViewColumns & { arm: number };

/** Newest first, across all arms: at most `limit` rows after the place. */
export async function selectView(
  asker: ViewAsker,
  selection: ScoreSelection,
  criteria: readonly Criterion[],
  { after, limit }: { after: ViewPlace | null; limit: number },
): Promise<ViewRow[]> {
  const found = await Promise.all(
    ARMS.map(async (name, arm): Promise<ViewRow[]> => {
      let query = armQuery(asker, name, selection, criteria);
      if (!query) return [];
      if (after) query = query.where(behind(arm, after));
      const rows = await query
        .selectAll()
        .orderBy('created_at', 'desc')
        .orderBy('key', 'desc')
        .limit(limit)
        .execute();
      return rows.map((row) => Object.assign(row, { arm }));
    }),
  );
  return found.flat().toSorted(newestFirst).slice(0, limit);
}

export const newestFirst = (left: ViewRow, right: ViewRow): number =>
  right.created_at - left.created_at || left.arm - right.arm || right.key - left.key;

function behind(arm: number, { createdAt, arm: last, key }: ViewPlace) {
  if (arm < last) return sql<boolean>`created_at < ${createdAt}`;
  if (arm > last) return sql<boolean>`created_at <= ${createdAt}`;
  return sql<boolean>`(created_at, key) < (${createdAt}, ${key})`;
}
