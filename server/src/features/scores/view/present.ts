import { isoTime } from '#lib/clock';
import type { AccountKeys } from '#content';
import type { Context } from '#core/context';
import { readableKeys } from '#services/record-access';
import type { Criterion } from '#services/scores';
import type { ShownScore } from '../schemas.ts';
import { openScore } from '../score-text.ts';
import { ARMS, type ViewRow } from './store.ts';

export async function presentScores(
  ctx: Pick<Context, 'account' | 'contentKeys'>,
  rows: readonly ViewRow[],
  criteria: readonly Criterion[],
): Promise<ShownScore[]> {
  const names = new Map(criteria.map(({ id, name }) => [id, name]));
  // Loading creates a key, so it happens only if needed.
  const keys = rows.some(({ sealed }) => sealed !== null) ? await readableKeys(ctx) : null;
  return rows.map((row) => presentScore(row, names, keys));
}

function presentScore(
  row: ViewRow,
  names: ReadonlyMap<number, string>,
  keys: AccountKeys | null,
): ShownScore {
  const id = shownId(row);
  const { comment, text, metadata } = openScore(keys, id, row.sealed);
  return {
    id,
    name: nameOf(row, names),
    dataType: row.data_type,
    value: isNote(row) ? row.remark : shownValue(row, text),
    comment: comment ?? (isNote(row) ? null : orNull(row.remark)),
    source: row.source,
    callId: row.call_id,
    traceId: row.trace_id,
    spanId: row.span_id,
    sessionId: row.session_id,
    runId: row.run_id,
    metadata,
    createdAt: isoTime(row.created_at),
  };
}

const isNote = ({ arm }: ViewRow): boolean => ARMS[arm] === 'note';

export const nameOf = (row: ViewRow, names: ReadonlyMap<number, string>): string =>
  row.name ?? names.get(row.criterion_id ?? 0) ?? '';

const orNull = (text: string | null): string | null => (text === '' ? null : text);

export function shownId({ arm, key, sent_id: sentId }: ViewRow): string {
  const name = ARMS[arm];
  if (name === 'sent') return sentId ?? '';
  return name === 'judged' ? `eval-score:${key}` : `annotation:${key}:${name ?? ''}`;
}

export function shownValue(
  { data_type: type, number_value: number, label }: Pick<ViewRow, 'data_type' | 'number_value' | 'label'>,
  text: string | null,
): ShownScore['value'] {
  if (type === 'boolean') return number === null ? null : number === 1;
  if (type === 'numeric') return number;
  return type === 'categorical' ? label : text;
}
