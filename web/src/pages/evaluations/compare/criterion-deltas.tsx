// The verdict and its evidence: for each criterion the change, its interval, the p-value, and a conclusion in
// words.
import { CircleCheck, CircleHelp, Equal, TrendingDown, TrendingUp, TriangleAlert } from 'lucide-react';
import { useGet, type Schemas } from '#api';
import { useFormat, useTexts } from '#i18n';
import { classNames } from '#lib/class-names';
import { Card, Skeleton } from '#ui';
import { compareTexts } from './texts.ts';
import { useRunFigures } from '../figures.ts';
import { verdictHeadline, sentenceOf, shownPower, wordOf, type Word } from './verdict-words.ts';

type Comparison = Schemas['EvalComparison'];
type Delta = Schemas['CriterionDelta'];

const LOOKS = {
  improved: { icon: TrendingUp, className: 'bg-good-soft text-good' },
  regressed: { icon: TrendingDown, className: 'bg-bad-soft text-bad' },
  unchanged: { icon: CircleCheck, className: 'bg-accent-soft text-accent' },
  inconclusive: { icon: CircleHelp, className: 'bg-warm-soft text-warm' },
} as const;

export function VerdictCard({ comparison }: { comparison: Comparison }) {
  const texts = useTexts(compareTexts);
  const format = useFormat();
  const { baseline, candidate } = comparison;
  // The gate reports whether the outputs are the same. Without thresholds, this is the same query as that of
  // the preview below.
  const { data: gate, isPending } = useGet('/v1/eval-runs/gate', {
    query: { baseline: baseline.id, candidate: candidate.id },
  });
  if (isPending) return <Skeleton className="h-24" />;
  const same = gate?.cautionDetails.find(({ code }) => code === 'same_outputs');
  const { look, title, about, warning } = verdictHeadline(
    comparison,
    same ? format.count(same.items) : null,
    texts,
  );
  const { icon: Icon, className } = LOOKS[look];
  return (
    <Card>
      <div className="flex items-start gap-4">
        <span className={classNames('grid size-11 shrink-0 place-items-center rounded-lg', className)}>
          <Icon size={22} aria-hidden />
        </span>
        <div className="min-w-0">
          <h2 className="text-xl">{title}</h2>
          <p className="max-w-4xl text-muted">{about}</p>
          {warning !== null && (
            <p className="mt-1 flex max-w-4xl items-start gap-2">
              <TriangleAlert size={16} aria-hidden className="mt-1 shrink-0 text-warm" />
              {warning}
            </p>
          )}
        </div>
      </div>
    </Card>
  );
}

const WORD_LOOKS: Record<Word, { icon: typeof Equal; className: string }> = {
  down: { icon: TrendingDown, className: 'text-bad' },
  up: { icon: TrendingUp, className: 'text-good' },
  same: { icon: Equal, className: 'text-accent' },
  ruledOut: { icon: Equal, className: 'text-accent' },
  mixed: { icon: CircleHelp, className: 'text-warm' },
  missing: { icon: CircleHelp, className: 'text-bad' },
  fresh: { icon: CircleHelp, className: 'text-muted' },
  untested: { icon: CircleHelp, className: 'text-warm' },
  unsure: { icon: CircleHelp, className: 'text-warm' },
  weakDown: { icon: CircleHelp, className: 'text-warm' },
  weakUp: { icon: CircleHelp, className: 'text-warm' },
};

export function CriterionDeltas({ comparison }: { comparison: Comparison }) {
  const { criterionDeltas: deltas, itemsAllowed } = comparison;
  const texts = useTexts(compareTexts);
  // All criteria share one axis, so that widths can be compared.
  const reach = Math.max(
    0.2,
    ...deltas.flatMap(({ ciLow, ciHigh, effect }) =>
      [ciLow, ciHigh, effect].map((value) => Math.abs(value ?? 0)),
    ),
  );
  return (
    <Card title={texts.byCriterion} about={texts.byCriterionAbout}>
      <ul className="grid min-w-0">
        {deltas.map((delta) => (
          <Row key={delta.criterionId} delta={delta} reach={reach} itemsAllowed={itemsAllowed} />
        ))}
      </ul>
    </Card>
  );
}

interface RowProps {
  delta: Delta;
  reach: number;
  itemsAllowed: number | null;
}

function Row({ delta, reach, itemsAllowed }: RowProps) {
  const texts = useTexts(compareTexts);
  const format = useFormat();
  const figures = useRunFigures();
  const { icon: Icon, className } = WORD_LOOKS[wordOf(delta)];
  const power = shownPower(delta);
  const facts = [
    delta.pairedCount === null
      ? texts.samples(format.count(delta.baselineCount), format.count(delta.candidateCount))
      : texts.paired(format.count(delta.pairedCount)),
    ...(delta.test === null ? [] : [texts.tests[delta.test]]),
    ...(delta.newFailures > 0 ? [texts.newFailures(format.count(delta.newFailures))] : []),
    ...(power === null ? [] : [texts.power(format.share(power))]),
  ];
  return (
    <li className="grid min-w-0 gap-x-6 gap-y-2 border-b py-4 first:pt-0 last:border-b-0 last:pb-0 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <div className="grid min-w-0 content-start gap-1">
        <h3 className="truncate text-base" title={delta.name}>
          {delta.name}
        </h3>
        <p className={classNames('flex items-start gap-2', className)}>
          <Icon size={16} aria-hidden className="mt-1 shrink-0" />
          <span className="min-w-0">{sentenceOf(delta, texts, { itemsAllowed, p: figures.p })}</span>
        </p>
        <p className="text-sm text-muted">
          {texts.meanFromTo(figures.score(delta.baselineMean), figures.score(delta.candidateMean))} ·{' '}
          {facts.join(' · ')}
        </p>
      </div>
      {delta.effect !== null && (
        <div className="grid min-w-0 content-start gap-1.5">
          <div className="flex flex-wrap items-baseline justify-between gap-x-3">
            <span>
              <span className="text-lg font-semibold">{figures.part(delta.effect)}</span>
              {delta.ciLow !== null && delta.ciHigh !== null && (
                <span className="ml-2 text-sm text-muted">
                  {texts.interval(figures.part(delta.ciLow), figures.part(delta.ciHigh))}
                </span>
              )}
            </span>
            {delta.pValue !== null && (
              <span className="text-sm text-muted" title={texts.pAbout}>
                {texts.pValue} {figures.p(delta.pValue)}
              </span>
            )}
          </div>
          <IntervalPlot delta={delta} reach={reach} />
        </div>
      )}
    </li>
  );
}

/** Decorative: the figures above say the same. */
function IntervalPlot({
  delta: { effect, ciLow, ciHigh, significant, direction },
  reach,
}: {
  delta: Delta;
  reach: number;
}) {
  const at = (value: number) => 50 + (Math.max(-reach, Math.min(reach, value)) / reach) * 48;
  const tone =
    !significant || direction === 'mixed' || direction === 'none'
      ? 'muted'
      : direction === 'up'
        ? 'good'
        : 'bad';
  const low = at(ciLow ?? effect ?? 0);
  const high = at(ciHigh ?? effect ?? 0);
  return (
    <div aria-hidden className="relative h-5 rounded-sm bg-sunken">
      <span className="absolute inset-y-0 left-1/2 w-px bg-control" />
      <span
        className="absolute top-2 h-1 rounded-full opacity-50"
        style={{
          left: `${low}%`,
          width: `${Math.max(0.5, high - low)}%`,
          background: `var(--color-${tone})`,
        }}
      />
      <span
        className="absolute top-[5px] size-2.5 -translate-x-1/2 rounded-full"
        style={{ left: `${at(effect ?? 0)}%`, background: `var(--color-${tone})` }}
      />
    </div>
  );
}
