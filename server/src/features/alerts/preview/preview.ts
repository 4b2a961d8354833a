// Simulates a rule over the last 14 days. Sums are read once in small steps and added up to windows here.
// Percentiles cannot be added, so their windows are queried directly, four per window length.
import { DAY_MS, MINUTE_MS, utcMonthStart } from '#lib/clock';
import { unknownId } from '#lib/app-error';
import type { Context } from '#core/context';
import { selectCriterion } from '#services/criteria';
import { scopeOf } from '#services/record-access';
import { HISTORY_DAYS, TYPE_FACTS } from '../alert-types.ts';
import { completeRule, requireTypeInPlan, type AskedRule } from '../validate-rule.ts';
import type { Measured } from '../evaluate.ts';
import { groupOf, MOST_GROUPS, measuredRowsOf } from '../measure/alone.ts';
import { NO_CALLS } from '../measure/measure.ts';
import { selectSentTiles } from '../measure/sent-store.ts';
import { windowScoresOf, selectScoreTiles, type ScoreTile } from '../measure/store.ts';
import type { Preview, PreviewInput } from '../schemas.ts';
import { partMinutes } from '../unusual.ts';
import { simulateRule, type Trial } from './simulate.ts';
import { Tiles } from './tiles.ts';
import { isMeasuredAlone } from '../watched.ts';
import { selectWindowSeries, type WindowSeries, type WindowSums } from '#records';
import type { AlertGroup } from '#services/notifications';

const TRIAL_DAYS = 14;
const FINEST_MINUTES = 15;
const DAY_MINUTES = 1_440;

type Measure = (ctx: Context, rule: AskedRule, span: Span) => Promise<Pick<Trial, 'stepMs' | 'groups'>>;

interface Span {
  startMs: number;
  endMs: number;
  /** Older records are past their retention. */
  sinceMs: number;
}

export async function previewAlert(ctx: Context, input: PreviewInput): Promise<Preview> {
  const rule = completeRule(input, ctx.project);
  requireTypeInPlan(ctx.plan, rule.alertType);
  const { evalCriterionId } = rule;
  if (evalCriterionId !== null && !(await selectCriterion(ctx.db, ctx.account.id, evalCriterionId)))
    throw unknownId('evalCriterionId', 'Criterion not found.');
  const endMs = Math.floor(ctx.clock.now() / MINUTE_MS) * MINUTE_MS;
  const { sinceMs } = scopeOf(ctx);
  const firstRetained = Math.ceil(sinceMs / MINUTE_MS) * MINUTE_MS;
  const startMs = Math.max(endMs - TRIAL_DAYS * DAY_MS, firstRetained);
  const { stepMs, groups } = await measureOf(rule)(ctx, rule, { startMs, endMs, sinceMs });
  const { percentile, forEach } = rule.watched;
  return simulateRule(
    { ...rule, percentile },
    { startMs, endMs, stepMs, groups, isAlone: isMeasuredAlone(rule.watched), hasGroups: forEach !== null },
  );
}

function measureOf({ alertType }: AskedRule): Measure {
  const { measures, latency } = TYPE_FACTS[alertType];
  if (measures === 'findings') return nothing;
  if (measures === 'scores' || measures === 'sent scores') return scores;
  if (measures === 'month') return month;
  return latency ? latencies : sums;
}

/** One answer for all records. */
const whole = (measuredAt: (ms: number) => Measured): Trial['groups'] => [{ group: null, measuredAt }];

const nothing: Measure = async () => ({
  stepMs: FINEST_MINUTES * MINUTE_MS,
  groups: whole(() => ({ window: NO_CALLS })),
});

const gcd = (left: number, right: number): number => (right === 0 ? left : gcd(right, left % right));

/** The step divides windows, their parts and days evenly. */
const stepFor = (rule: AskedRule): number =>
  [rule.windowMinutes, ...partsOf(rule)].reduce(gcd, FINEST_MINUTES) * MINUTE_MS;

const partsOf = ({ alertType, windowMinutes }: AskedRule): number[] =>
  TYPE_FACTS[alertType].parts === true ? partMinutes(windowMinutes) : [];

const sums: Measure = async (ctx, rule, span) => {
  const stepMs = stepFor(rule);
  const windowMs = rule.windowMinutes * MINUTE_MS;
  const firstMs = stepsBefore(span.endMs, span.startMs - windowMs - historyMs(rule), stepMs);
  const groups = await tilesOfGroups(ctx, rule, firstMs, span.endMs, stepMs);
  return {
    stepMs,
    groups: groups.map(({ group, between }) => {
      const lasting = (lengthMs: number) => withHistory(rule, span, (ms) => between(ms - lengthMs, ms));
      const all = lasting(windowMs);
      const parts = partsOf(rule).map((minutes) => ({
        lengthMs: minutes * MINUTE_MS,
        part: lasting(minutes * MINUTE_MS),
      }));
      return {
        group,
        measuredAt: (ms) => ({
          ...all(ms),
          pairs: parts.map(({ lengthMs, part }) => [part(ms - lengthMs), part(ms)]),
        }),
      };
    }),
  };
};

/** Windows that overlap by three quarters. */
const latencies: Measure = async (ctx, rule, span) => {
  const stepMs = latencyStep(rule.windowMinutes) * MINUTE_MS;
  const windowMs = rule.windowMinutes * MINUTE_MS;
  const firstEndMs = stepsBefore(span.endMs, span.startMs - historyMs(rule), stepMs);
  const points = Math.round((span.endMs - firstEndMs) / stepMs) + 1;
  const series = await seriesOf(ctx, rule, { firstEndMs, stepMs, points, windowMs });
  return {
    stepMs,
    groups: series.map(({ group, windows }) => {
      const at = (ms: number) => windows.get(Math.round((ms - firstEndMs) / stepMs)) ?? NO_CALLS;
      return { group, measuredAt: withHistory(rule, span, at) };
    }),
  };
};

const month: Measure = async (ctx, rule, { startMs, endMs }) => {
  const stepMs = FINEST_MINUTES * MINUTE_MS;
  const firstMs = stepsBefore(endMs, utcMonthStart(startMs), stepMs);
  const groups = await tilesOfGroups(ctx, rule, firstMs, endMs, stepMs);
  return {
    stepMs,
    groups: groups.map(({ group, between }) => ({
      group,
      measuredAt: (ms) => ({ window: between(utcMonthStart(ms), ms) }),
    })),
  };
};

const scores: Measure = async (ctx, rule, { startMs, endMs }) => {
  const stepMs = stepFor(rule);
  const windowMs = rule.windowMinutes * MINUTE_MS;
  const firstMs = stepsBefore(endMs, startMs - windowMs, stepMs);
  const found = new Map(
    (await scoreTiles(ctx, rule, { sinceMs: firstMs, untilMs: endMs }, stepMs)).map((tile) => [
      tile.tile,
      tile,
    ]),
  );
  const tiles = (endMs - firstMs) / stepMs;
  const tilesOf = (field: 'count' | 'sum' | 'squares' | 'normalized' | 'normalizedSquares') =>
    new Tiles(firstMs, stepMs, tiles, (tile) => found.get(tile)?.[field] ?? 0);
  const [counts, points, parts] = [
    tilesOf('count'),
    [tilesOf('sum'), tilesOf('squares')],
    [tilesOf('normalized'), tilesOf('normalizedSquares')],
  ] as const;
  return {
    stepMs,
    groups: whole((ms) => {
      const within = (of: Tiles) => of.between(ms - windowMs, ms);
      const sums = ([sum, squares]: readonly [Tiles, Tiles]) => [within(sum), within(squares)] as const;
      const isShare = rule.scoreName !== null && found.values().every((tile) => tile.isShare === true);
      return {
        window: NO_CALLS,
        scores: { ...windowScoresOf(within(counts), sums(points), sums(parts)), isShare },
      };
    }),
  };
};

function scoreTiles(
  { db, account, project }: Context,
  rule: AskedRule,
  times: { sinceMs: number; untilMs: number },
  stepMs: number,
): Promise<ScoreTile[]> {
  const { evalCriterionId, scoreName, scoreValue: value } = rule;
  const accountId = account.id;
  if (scoreName !== null) {
    const want = { accountId, project: project?.number ?? null, name: scoreName, value, ...times };
    return selectSentTiles(db, want, stepMs);
  }
  const want = { accountId, projectId: project?.id ?? null, criterionId: evalCriterionId ?? 0, ...times };
  return selectScoreTiles(db, want, stepMs);
}

interface GroupSeries {
  /** Null without groups. */
  group: AlertGroup | null;
  windows: WindowSeries;
}

/** Windows of all groups in one answer; with shorter steps, there are fewer groups. */
const MOST_WINDOWS = 135_000;

async function seriesOf(
  ctx: Context,
  { alertType, watched, thresholdValue }: AskedRule,
  steps: { firstEndMs: number; stepMs: number; points: number; windowMs: number },
): Promise<GroupSeries[]> {
  const question = {
    rows: await measuredRowsOf(ctx, alertType, watched, thresholdValue),
    ...steps,
    most: Math.max(1, Math.min(MOST_GROUPS, Math.floor(MOST_WINDOWS / steps.points))),
  };
  const series = await ctx.records.ask(scopeOf(ctx), selectWindowSeries(question));
  if (watched.forEach === null) return [{ group: null, windows: series.get('') ?? new Map() }];
  return [...series].flatMap(([key, windows]) => {
    const group = groupOf(watched.forEach, key, ctx.account);
    return group ? [{ group, windows }] : [];
  });
}

async function tilesOfGroups(
  ctx: Context,
  rule: AskedRule,
  firstMs: number,
  endMs: number,
  stepMs: number,
): Promise<{ group: AlertGroup | null; between: (fromMs: number, toMs: number) => WindowSums }[]> {
  const points = Math.round((endMs - firstMs) / stepMs);
  const steps = { firstEndMs: firstMs + stepMs, stepMs, points, windowMs: stepMs };
  return (await seriesOf(ctx, rule, steps)).map(({ group, windows }) => {
    const of = (field: 'calls' | 'errors' | 'costUsd') =>
      new Tiles(firstMs, stepMs, points, (tile) => windows.get(tile)?.[field] ?? 0);
    const [calls, errors, costs] = [of('calls'), of('errors'), of('costUsd')];
    return {
      group,
      between: (fromMs, toMs) => ({
        calls: calls.between(fromMs, toMs),
        errors: errors.between(fromMs, toMs),
        costUsd: costs.between(fromMs, toMs),
        latencyMs: null,
      }),
    };
  });
}

/** The latest time at or before `wantedMs` that is a whole number of steps before `endMs`. */
const stepsBefore = (endMs: number, wantedMs: number, stepMs: number): number =>
  endMs - Math.ceil((endMs - wantedMs) / stepMs) * stepMs;

/** About a quarter of the window, rounded up to divide a day evenly. */
function latencyStep(windowMinutes: number): number {
  let step = Math.ceil(windowMinutes / 4);
  while (DAY_MINUTES % step !== 0) step += 1;
  return step;
}

const historyMs = ({ alertType }: AskedRule): number =>
  TYPE_FACTS[alertType].measures === 'history' ? HISTORY_DAYS * DAY_MS : 0;

function withHistory(
  rule: AskedRule,
  { sinceMs }: Span,
  at: (ms: number) => WindowSums,
): (ms: number) => Measured {
  if (historyMs(rule) === 0) return (ms) => ({ window: at(ms) });
  const windowMs = rule.windowMinutes * MINUTE_MS;
  return (ms) => {
    const days = Array.from({ length: HISTORY_DAYS }, (_, day) => ms - (day + 1) * DAY_MS);
    return { window: at(ms), history: days.filter((day) => day - windowMs > sinceMs).map(at) };
  };
}
