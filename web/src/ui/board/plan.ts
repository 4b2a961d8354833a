// Which figures a widget needs, and which of them several widgets share.
import type { Figure } from '#api';
import { hashText } from '#lib/hash-text';
import { isAggregate, isDistinct, spreadOf, type Widget } from './widget.ts';
import { narrowedBy, scopeParts, type Scope } from './scope.ts';

type FigureBody = Pick<Figure, 'kind' | 'query'>;

/** Ids of the figures of a widget, by purpose. */
export interface WidgetPlan {
  /** One for each part of the window. */
  now: string[];
  /** The error rate of the same parts, for groups by status. */
  errors: string[];
  /** Percentiles of whole days that are in two parts. */
  whole: string[];
  /** Over the whole window, and over the previous one. */
  total: string[];
  before: string[];
}

/**
 * Equal queries are sent once. An id identifies a query without its times. Earlier answers with the same id
 * can therefore be shown while the current ones load, but never the answers of another query.
 */
export class FigurePlan {
  readonly #ids = new Map<string, string>();
  readonly #alike = new Map<string, number>();
  readonly #figures: Figure[] = [];

  get figures(): readonly Figure[] {
    return this.#figures;
  }

  add({ kind, query }: FigureBody): string {
    const key = JSON.stringify([kind, query]);
    const known = this.#ids.get(key);
    if (known !== undefined) return known;
    const { startTime: _start, endTime: _end, ...what } = query ?? {};
    const name = `${kind}-${hashText(JSON.stringify(what)).toString(36)}`;
    const alike = this.#alike.get(name) ?? 0;
    this.#alike.set(name, alike + 1);
    const id = `${name}-${alike}`;
    this.#ids.set(key, id);
    this.#figures.push({ id, kind, ...(query === undefined ? {} : { query }) });
    return id;
  }

  addAll = (bodies: readonly FigureBody[]): string[] => bodies.map((body) => this.add(body));
}

const HEAT_ROWS = 16;

export function planWidget(plan: FigurePlan, { chart, question }: Widget, scope: Scope): WidgetPlan {
  const { of: subject, metric, groupBy, tagKey, scoreName } = question;
  const about = subject === undefined ? {} : { of: subject };
  const filter = narrowedBy(scope.filter, question.filter);
  const none: WidgetPlan = { now: [], errors: [], whole: [], total: [], before: [] };
  const parts = scopeParts(scope);
  const tag = tagKey === undefined ? {} : { tagKey };

  if (chart === 'heatmap') {
    // Buckets differ between responses, so the window is one query. Its days are split by the UTC offset at
    // the end of the window.
    const last = parts.at(-1);
    const query = {
      ...last,
      ...scope.window,
      ...filter,
      ...about,
      metric: spreadOf(metric),
      buckets: HEAT_ROWS,
      scale: 'log',
    };
    return { ...none, now: plan.addAll([{ kind: 'distribution', query }]) };
  }
  if (metric === 'score') {
    // Scores are not calls: the filter of calls does not apply to them.
    const name = scoreName === undefined ? {} : { name: scoreName };
    const scores = (query: object): FigureBody => ({ kind: 'scores', query: { ...query, ...name } });
    return chart === 'line'
      ? { ...none, now: plan.addAll(parts.map(scores)) }
      : {
          ...none,
          total: plan.addAll([scores(scope.window)]),
          before: chart === 'number' ? plan.addAll([scores(scope.before)]) : [],
        };
  }
  if (!isAggregate(metric)) {
    const spread = spreadOf(metric);
    const ranks = (query: object): FigureBody => ({
      kind: 'percentiles',
      query: { ...query, ...filter, ...about, metric: spread },
    });
    return chart === 'line'
      ? {
          ...none,
          now: plan.addAll(parts.map(ranks)),
          whole: plan.addAll(scope.split.map(({ startTime, endTime }) => ranks({ startTime, endTime }))),
        }
      : {
          ...none,
          total: plan.addAll([ranks(scope.window)]),
          before: chart === 'number' ? plan.addAll([ranks(scope.before)]) : [],
        };
  }
  const aggregate = (query: object, of: string = metric): FigureBody => ({
    kind: 'aggregate',
    query: { ...query, ...filter, ...about, metric: of },
  });
  if (chart === 'table')
    return {
      ...none,
      total: plan.addAll([aggregate({ ...scope.window, groupBy: groupBy ?? 'model', ...tag })]),
    };
  if (chart === 'number')
    return {
      ...none,
      // Different ones of two parts may be the same.
      now: plan.addAll(
        isDistinct(metric)
          ? [aggregate({ ...scope.window, groupBy: 'provider' })]
          : parts.map((part) => aggregate(part)),
      ),
      before: plan.addAll([aggregate({ ...scope.before, groupBy: 'provider' })]),
    };
  if (groupBy === 'status')
    return {
      ...none,
      now: plan.addAll(parts.map((part) => aggregate(part))),
      errors: plan.addAll(parts.map((part) => aggregate(part, 'error_rate'))),
    };
  const split = groupBy === undefined ? {} : { splitBy: groupBy, ...tag };
  return { ...none, now: plan.addAll(parts.map((part) => aggregate({ ...part, ...split }))) };
}
