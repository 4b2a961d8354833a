// What a rule would score and cost, while somebody fills in its form.
import { useAsk, type Schemas } from '#api';
import { useFormat, useTexts } from '#i18n';
import { useSettled } from '#lib/use-settled';
import { Loaded, Skeleton } from '#ui';
import { useRunFigures } from '../figures.ts';
import { estimateTexts } from './estimate-texts.ts';

type Order = Schemas['EvalRuleEstimateOrder'];
type Estimate = Schemas['EvalRuleEstimate'];

const isSoundOrder = ({ criterionId, samplePct }: Order): boolean =>
  criterionId > 0 && samplePct > 0 && samplePct <= 100;

export function RuleForecast({ order }: { order: Order }) {
  const texts = useTexts(estimateTexts);
  const settled = useSettled(JSON.stringify(order));
  const wanted = JSON.parse(settled) as Order;
  const asked = useAsk('/v1/eval-rules/estimate', wanted, {
    enabled: isSoundOrder(wanted),
    keepPrevious: true,
    staleTime: 60_000,
  });
  return (
    <section
      aria-label={texts.title}
      aria-live="polite"
      aria-busy={asked.isFetching}
      className="grid min-w-0 gap-1 rounded-md border bg-sunken/40 p-4"
    >
      <h3 className="text-sm text-muted">{texts.title}</h3>
      <Loaded of={asked} error="notice" skeleton={<Skeleton className="h-16" />}>
        {(estimate) => <Estimated estimate={estimate} scope={wanted.scope ?? 'call'} />}
      </Loaded>
    </section>
  );
}

function Estimated({ estimate, scope }: { estimate: Estimate; scope: NonNullable<Order['scope']> }) {
  const texts = useTexts(estimateTexts);
  const format = useFormat();
  const figures = useRunFigures();
  const { costPerDayUsd, costPerMonthUsd, matchingCalls, contentPct, budget } = estimate;
  const isFree = estimate.basis === 'free';
  const amount =
    costPerDayUsd === null || costPerMonthUsd === null
      ? texts.unknown
      : isFree
        ? texts.free
        : `${texts.perMonth(format.money(costPerMonthUsd))} (${texts.perDay(format.money(costPerDayUsd))})`;
  const isShort = budget?.lastsDays !== null && budget?.lastsDays !== undefined && budget.lastsDays < 30;
  return (
    <>
      <p className="text-lg font-semibold">{amount}</p>
      <p className="text-sm">
        {matchingCalls === 0
          ? texts.noCalls
          : `${texts.scored[scope](figures.score(estimate.scoredPerDay), figures.score(estimate.matchingPerDay))} ${texts.over(figures.score(estimate.windowDays), estimate.windowDays)}`}
      </p>
      {matchingCalls > 0 && contentPct < 100 && (
        <p className="text-sm text-warm">{texts.content[scope](figures.percent(contentPct))}</p>
      )}
      <p className="text-sm text-muted">
        <Basis estimate={estimate} />
      </p>
      {budget?.remainingUsd !== null && budget?.remainingUsd !== undefined && (
        <p className="text-sm text-muted">
          {budget.connection === null
            ? texts.budget(format.money(budget.remainingUsd))
            : texts.connectionBudget(format.money(budget.remainingUsd), budget.connection)}
          {budget.lastsDays === null
            ? ''
            : texts.lasts(format.count(Math.floor(budget.lastsDays)), Math.floor(budget.lastsDays))}
        </p>
      )}
      {isShort && <p className="text-sm text-warm">{texts.tooShort}</p>}
    </>
  );
}

function Basis({ estimate }: { estimate: Estimate }) {
  const { basis: words } = useTexts(estimateTexts);
  const format = useFormat();
  const { basis, measuredScores, inputTokens, outputTokens, costPerScoreUsd } = estimate;
  const model = estimate.model ?? '';
  const cost = format.money(costPerScoreUsd);
  switch (basis) {
    case 'measured':
      return words.measured(cost, format.count(measuredScores), model, measuredScores);
    case 'tokens':
      return words.tokens(cost, format.count((inputTokens ?? 0) + (outputTokens ?? 0)), model);
    case 'unknown_price':
      return words.unknown_price(model);
    default:
      return words[basis];
  }
}
