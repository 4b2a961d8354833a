// Scores that clients send, by name: their mean, or the share of one of their values.
import { sql } from 'kysely';
import type { Reader } from '#metadata';
import { NO_SCORES, type WindowScores } from '../evaluate.ts';
import { windowScoresOf, type ScoreTile } from './store.ts';

export interface SentWant {
  accountId: string;
  /** Number of the project; null: the whole account. */
  project: number | null;
  name: string;
  /** Null for the mean. */
  value: string | null;
  sinceMs: number;
  untilMs: number;
}

const WANTS_AT_ONCE = 100;

/** The value of a score: its number, or 1 or 0 for a share. */
const pointOf = ({ value }: SentWant) =>
  value === null
    ? sql<number>`number_value`
    : sql<number>`case when (data_type = 'boolean' and number_value = ${value === 'true' ? 1 : value === 'false' ? 0 : 2})
        or label = ${value} then 1.0 else 0.0 end`;

const matching = ({ accountId, project, name, value, sinceMs, untilMs }: SentWant) => sql`
  account_id = ${accountId} and name = ${name} and created_at >= ${sinceMs} and created_at < ${untilMs}
  and ${value === null ? sql`number_value is not null` : sql`data_type in ('boolean', 'categorical')`}
  ${project === null ? sql`` : sql`and project_number = ${project}`}`;

interface Sums {
  at: number;
  scores: number | string;
  sum: number | null;
  squares: number | null;
  numeric: number | string;
}

const squaresOf = (want: SentWant) => sql`sum((${pointOf(want)}) * (${pointOf(want)}))`;

const NUMERIC = sql`sum(case when data_type = 'numeric' then 1 else 0 end)`;

/** Sums of many scores, each over its own window, in the order of `wants`. */
export async function selectSentSums(db: Reader, wants: readonly SentWant[]): Promise<WindowScores[]> {
  const answer: WindowScores[] = wants.map(() => NO_SCORES);
  for (let from = 0; from < wants.length; from += WANTS_AT_ONCE) {
    const parts = wants.slice(from, from + WANTS_AT_ONCE).map(
      (want, at) => sql`
      select ${sql.lit(from + at)} as at, count(*) as scores, sum(${pointOf(want)}) as sum, ${squaresOf(want)} as squares, coalesce(${NUMERIC}, 0) as "numeric"
      from scores where ${matching(want)}`,
    );
    const { rows } = await sql<Sums>`${sql.join(parts, sql` union all `)}`.execute(db as never);
    for (const { at, scores, sum, squares, numeric } of rows) {
      const count = Number(scores);
      if (count === 0) continue;
      answer[at] = {
        ...windowScoresOf(count, [sum ?? 0, squares ?? 0], [0, 0]),
        isShare: Number(numeric) === 0,
      };
    }
  }
  return answer;
}

/** Sums of one score by time step since `sinceMs`. Steps without a score are missing. */
export async function selectSentTiles(db: Reader, want: SentWant, stepMs: number): Promise<ScoreTile[]> {
  const { rows } = await sql<{
    tile: number | string;
    scores: number | string;
    sum: number | null;
    squares: number | null;
    numeric: number | string;
  }>`
    select (created_at - ${sql.lit(want.sinceMs)}) / ${sql.lit(stepMs)} as tile, count(*) as scores,
      sum(${pointOf(want)}) as sum, ${squaresOf(want)} as squares, coalesce(${NUMERIC}, 0) as "numeric"
    from scores where ${matching(want)} group by 1`.execute(db as never);
  return rows.map(({ tile, scores, sum, squares, numeric }) => ({
    tile: Number(tile),
    count: Number(scores),
    sum: sum ?? 0,
    squares: squares ?? 0,
    normalized: 0,
    normalizedSquares: 0,
    isShare: Number(numeric) === 0,
  }));
}
