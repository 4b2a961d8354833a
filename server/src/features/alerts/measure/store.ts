import { sql } from 'kysely';
import type { Reader } from '#metadata';
import { deviationOf } from '#lib/stats/moments';
import { NO_SCORES, type NewFindings, type WindowScores } from '../evaluate.ts';

export interface ScoreWant {
  accountId: string;
  projectId: string | null;
  criterionId: number;
  sinceMs: number;
  untilMs: number;
}

/** Criteria per statement. */
const WANTS_AT_ONCE = 100;

/** Scores of many criteria of many accounts, each over its own window, in the order of `wants`. */
export async function selectScoreSums(db: Reader, wants: readonly ScoreWant[]): Promise<WindowScores[]> {
  const answer = wants.map(() => NO_SCORES);
  for (let from = 0; from < wants.length; from += WANTS_AT_ONCE) {
    const parts = wants.slice(from, from + WANTS_AT_ONCE).map(
      (want, at) => sql`
      select ${sql.lit(from + at)} as at, count(*) as scores, sum(score) as sum, sum(score * score) as squares,
        sum(normalized) as normalized, sum(normalized * normalized) as "normalizedSquares"
      from eval_scores
      where account_id = ${want.accountId} and criterion_id = ${want.criterionId} and score is not null
        and created_at >= ${want.sinceMs} and created_at < ${want.untilMs}
        ${want.projectId === null ? sql`` : sql`and project_id = ${want.projectId}`}`,
    );
    const { rows } = await sql<{
      at: number;
      scores: number;
      sum: number | null;
      squares: number | null;
      normalized: number | null;
      normalizedSquares: number | null;
    }>`${sql.join(parts, sql` union all `)}`.execute(db as never);
    for (const { at, scores, sum, squares, normalized, normalizedSquares } of rows)
      answer[at] = windowScoresOf(
        scores,
        [sum ?? 0, squares ?? 0],
        [normalized ?? 0, normalizedSquares ?? 0],
      );
  }
  return answer;
}

type Sums = readonly [sum: number, squares: number];

/** The scores of a window from their sums, in points and from 0 to 1 of the scale. */
export const windowScoresOf = (count: number, points: Sums, parts: Sums): WindowScores =>
  count === 0
    ? NO_SCORES
    : {
        count,
        mean: points[0] / count,
        normalizedMean: parts[0] / count,
        deviation: deviationOf(count, ...points),
        normalizedDeviation: deviationOf(count, ...parts),
      };

export interface ScoreTile {
  tile: number;
  count: number;
  sum: number;
  squares: number;
  /** From 0 to 1 of the scale. */
  normalized: number;
  normalizedSquares: number;
  /** Yes or no, for scores that clients send. */
  isShare?: boolean;
}

/** Scores of a criterion by time step since `sinceMs`. Steps without a score are missing. */
export async function selectScoreTiles(
  db: Reader,
  { accountId, projectId, criterionId, sinceMs, untilMs }: ScoreWant,
  stepMs: number,
): Promise<ScoreTile[]> {
  const tile = sql<number>`(created_at - ${sql.lit(sinceMs)}) / ${sql.lit(stepMs)}`;
  return db
    .selectFrom('eval_scores')
    .select((eb) => [
      tile.as('tile'),
      eb.fn.count<number>('score').as('count'),
      eb.fn.sum<number>('score').as('sum'),
      sql<number>`sum(score * score)`.as('squares'),
      eb.fn.coalesce(eb.fn.sum<number>('normalized'), sql<number>`0`).as('normalized'),
      sql<number>`coalesce(sum(normalized * normalized), 0)`.as('normalizedSquares'),
    ])
    .where('account_id', '=', accountId)
    .where('criterion_id', '=', criterionId)
    .where('score', 'is not', null)
    .where('created_at', '>=', sinceMs)
    .where('created_at', '<', untilMs)
    .$if(projectId !== null, (query) => query.where('project_id', '=', projectId))
    .groupBy(tile)
    .execute();
}

/** Rows per statement; a silence can last for months. */
const MAX_UNTOLD = 10_000;

/**
 * Guardian findings by alert that the alert has not reported: created after the alert and not dismissed
 * since.
 */
export async function selectUntold(
  db: Reader,
  alertIds: readonly number[],
): Promise<Map<number, NewFindings>> {
  const rows = await db
    .selectFrom('alerts')
    .innerJoin('guardian_findings as found', 'found.account_id', 'alerts.account_id')
    .select(['alerts.id as alertId', 'found.number', 'found.severity', 'found.title'])
    .where('alerts.id', 'in', alertIds)
    .whereRef('found.number', '>', 'alerts.findings_told')
    .whereRef('found.created_at', '>=', 'alerts.created_at')
    .where((eb) =>
      eb.or([eb('alerts.project_id', 'is', null), eb('alerts.project_id', '=', eb.ref('found.project_id'))]),
    )
    .where('found.status', '!=', 'dismissed')
    .orderBy('found.number')
    .limit(MAX_UNTOLD)
    .execute();
  const unreported = new Map<number, { titles: string[]; upTo: number }>();
  for (const { alertId, number, severity, title } of rows) {
    const findings = unreported.get(alertId) ?? { titles: [], upTo: number };
    findings.titles.push(`${severity}: ${title}`);
    findings.upTo = number;
    unreported.set(alertId, findings);
  }
  return unreported;
}
