// Answers several queries in one request, for dashboards. Each figure succeeds or fails on its own.
import { Compile } from 'typebox/compile';
import type { Static, TSchema } from 'typebox';
import { AppError, invalid, unavailable } from '#lib/app-error';
import { SECOND_MS } from '#lib/clock';
import { fieldFaults } from '#lib/field-faults';
import { once } from '#lib/later';
import { Limiter } from '#lib/limiter';
import type { Context } from '#core/context';
import { toAppError } from '#core/failure';
import { perProcess } from '#core/process-state';
import { aggregateScores, ScoreAggregateQuery } from '#features/scores';
import { aggregate } from './aggregate.ts';
import { distribution } from './distribution.ts';
import { percentiles } from './percentiles.ts';
import type { AnsweredFigure, FigureKind, FigureAnswers, FiguresQuery } from './schemas/figures.ts';
import { AggregateQuery, DistributionQuery, PercentilesQuery } from './schemas/numbers.ts';

/**
 * Figures of one account that run at once, over all its requests: a page of thirty figures takes no more
 * connections from others than a few single questions do.
 */
const AT_ONCE = 4;
const WAITING = 240;
const PATIENCE_MS = 20 * SECOND_MS;
const limiterOf = perProcess(
  () => new Limiter({ perKey: AT_ONCE, queuePerKey: WAITING, patienceMs: PATIENCE_MS }),
);

type Ask = (ctx: Context, query: unknown) => Promise<NonNullable<AnsweredFigure['result']>>;

/** Checks a query as the endpoint of its kind would. */
function checked<Schema extends TSchema>(schema: Schema): (query: unknown) => Static<Schema> {
  const compiled = once(() => Compile(schema));
  return (query) => {
    const details = fieldFaults(compiled(), query);
    const [first] = details;
    if (!first) return query as Static<Schema>;
    const fault = `${first.path}: ${first.message}.`;
    throw new AppError('bad_request', 'invalid_request', `The query is not valid. ${fault}`, { details });
  };
}

const aggregateQuery = checked(AggregateQuery);
const percentilesQuery = checked(PercentilesQuery);
const distributionQuery = checked(DistributionQuery);
const scoresQuery = checked(ScoreAggregateQuery);

const KINDS: Readonly<Record<FigureKind, Ask>> = {
  aggregate: (ctx, query) => aggregate(ctx, aggregateQuery(query)),
  percentiles: (ctx, query) => percentiles(ctx, percentilesQuery(query)),
  distribution: (ctx, query) => distribution(ctx, distributionQuery(query)),
  scores: (ctx, query) => aggregateScores(ctx, scoresQuery(query)),
};

export async function figures(
  ctx: Context,
  { figures: asked }: FiguresQuery,
  signal: AbortSignal,
): Promise<FigureAnswers> {
  const ids = new Set(asked.map(({ id }) => id));
  if (ids.size < asked.length) throw invalid('figures', 'Each figure needs a unique id.', 'duplicate_id');
  const limiter = limiterOf(ctx);
  const answers = asked.map(async ({ id, kind, query = {} }): Promise<AnsweredFigure> => {
    try {
      const done = await limiter.run(
        ctx.account.id,
        async () => ({ id, result: await KINDS[kind](ctx, query) }),
        { signal },
      );
      if (!done) throw unavailable('records_busy', 'Too many figures are waiting. Please try again shortly.');
      return done;
    } catch (thrown) {
      return { id, error: shownError(ctx, thrown) };
    }
  });
  return { figures: await Promise.all(answers) };
}

function shownError(ctx: Context, thrown: unknown): NonNullable<AnsweredFigure['error']> {
  const error = toAppError(thrown);
  const { status, message, reason, details } = error;
  if (status >= 500) ctx.log.error({ reason, err: error.cause ?? error }, 'figure failed');
  return { status, error: message, reason, ...(details ? { details } : {}) };
}
