// Counts and sums of scores, by name and by step of time.
import { sql } from 'kysely';
import type { Criterion } from '#services/scores';
import type { ScoreDataType } from '../schemas.ts';
import { ARMS, armQuery, type ScoreSelection, type ViewAsker } from './store.ts';

export interface ScoreSums {
  name: string;
  dataType: ScoreDataType;
  /** Number of the step since the epoch; 0 without steps. */
  step: number;
  /** The category, or true or false for a boolean score; null for numbers and texts. */
  value: string | null;
  count: number;
  sum: number | null;
  min: number | null;
  max: number | null;
}

interface Steps {
  stepMs: number;
  shiftMs: number;
}

interface Row {
  name: string | null;
  criterion_id: number | null;
  data_type: ScoreDataType;
  step: number | string;
  value: string | null;
  count: number | string;
  sum: number | null;
  min: number | null;
  max: number | null;
}

/** Further groups are dropped, in no particular order: names and categories are meant to be few. */
const MAX_GROUPS = 50_000;

/** A name may appear several times, from different tables. */
export async function selectScoreGroups(
  asker: ViewAsker,
  selection: ScoreSelection,
  criteria: readonly Criterion[],
  steps: Steps | null,
): Promise<ScoreSums[]> {
  const names = new Map(criteria.map(({ id, name }) => [id, name]));
  // Literals, because SQLite takes a bound number as a double and would not divide as integers.
  const step = steps
    ? sql<number>`(created_at + ${sql.lit(steps.shiftMs)}) / ${sql.lit(steps.stepMs)}`
    : sql<number>`0`;
  const value = sql<
    string | null
  >`case when data_type = 'boolean' then case when number_value = 1 then 'true' else 'false' end
    when data_type = 'categorical' then label end`;
  const found = await Promise.all(
    ARMS.map(async (arm): Promise<Row[]> => {
      const query = armQuery(asker, arm, selection, criteria);
      if (!query) return [];
      return query
        .select([
          'name',
          'criterion_id',
          'data_type',
          step.as('step'),
          value.as('value'),
          sql<number>`count(*)`.as('count'),
          sql<number | null>`sum(number_value)`.as('sum'),
          sql<number | null>`min(number_value)`.as('min'),
          sql<number | null>`max(number_value)`.as('max'),
        ])
        .groupBy(['name', 'criterion_id', 'data_type', sql`4`, sql`5`] as never)
        .limit(MAX_GROUPS)
        .execute();
    }),
  );
  return found.flat().map((row) => ({
    name: row.name ?? names.get(row.criterion_id ?? 0) ?? '',
    dataType: row.data_type,
    step: Number(row.step),
    value: row.value,
    count: Number(row.count),
    sum: row.sum,
    min: row.min,
    max: row.max,
  }));
}
