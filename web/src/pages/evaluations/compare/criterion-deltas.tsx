// The verdict and its evidence: for each criterion the change, its interval, the p-value, and a conclusion in words.
import { CircleCheck, CircleHelp, Equal, TrendingDown, TrendingUp } from 'lucide-react';
import type { Schemas } from '#api';
import { useFormat, useTexts, type SameKeys } from '#i18n';
import { classNames } from '#lib/class-names';
import { Card } from '#ui';
import { compareTexts } from './texts.ts';
import { useFigures } from '../figures.ts';

type Comparison = Schemas['EvalComparison'];
type Delta = Schemas['CriterionDelta'];
type Words = SameKeys<typeof compareTexts.en>;

const LOOKS = {
  improved: { icon: TrendingUp, className: 'bg-good-soft text-good' },
  regressed: { icon: TrendingDown, className: 'bg-bad-soft text-bad' },
  unchanged: { icon: CircleCheck, className: 'bg-accent-soft text-accent' },
  inconclusive: { icon: CircleHelp, className: 'bg-warm-soft text-warm' },
} as const;

export function VerdictCard({ comparison }: { comparison: Comparison }) {
  const texts = useTexts(compareTexts);
  const { verdict, explanation } = comparison;
  const { icon: Icon, className } = LOOKS[verdict];
  return (
    <Card>
      <div className="flex items-start gap-4">
        <span className={classNames('grid size-11 shrink-0 place-items-center rounded-lg', className)}>
          <Icon size={22} aria-hidden />
        </span>
        <div className="min-w-0">
          <h2 className="text-xl">{texts.verdicts[verdict]}</h2>
          <p className="max-w-4xl text-muted">{texts.explain(verdict, explanation)}</p>
        </div>
      </div>
    </Card>
  );
}

type Word = keyof typeof compareTexts.en.words;

function wordOf(delta: Delta): Word {
  if (delta.candidateCount === 0) return 'missing';
  if (delta.baselineCount === 0) return 'fresh';
  if (delta.direction === 'mixed') return 'mixed';
  if (delta.pValue === null) return 'untested';
  const found = (delta.pAdjusted ?? 1) < 0.05;
  if (delta.significant && delta.direction === 'down') return found ? 'down' : 'weakDown';
  if (delta.significant && delta.direction === 'up') return found ? 'up' : 'weakUp';
  return delta.conclusive ? 'same' : 'unsure';
}

const WORD_LOOKS: Record<Word, { icon: typeof Equal; className: string }> = {
  down: { icon: TrendingDown, className: 'text-bad' },
  up: { icon: TrendingUp, className: 'text-good' },
  same: { icon: Equal, className: 'text-accent' },
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

interface Allowed {
  itemsAllowed: number | null;
  p: (value: number) => string;
}

function sentenceOf(delta: Delta, word: Word, texts: Words, { itemsAllowed, p }: Allowed): string {
  const parts = [texts.words[word]];
  if (word === 'unsure' && delta.itemsNeeded !== null) {
    parts.push(texts.needed(String(delta.itemsNeeded), delta.pairedCount === null));
    if (itemsAllowed !== null && delta.itemsNeeded > itemsAllowed)
      parts.push(texts.tooMany(String(itemsAllowed)));
  }
  if ((word === 'weakDown' || word === 'weakUp') && delta.pAdjusted !== null)
    parts.push(texts.holm(p(delta.pAdjusted)));
  return parts.join(' ');
}

interface RowProps {
  delta: Delta;
  reach: number;
  itemsAllowed: number | null;
}

function Row({ delta, reach, itemsAllowed }: RowProps) {
  const texts = useTexts(compareTexts);
  const format = useFormat();
  const figures = useFigures();
  const word = wordOf(delta);
  const { icon: Icon, className } = WORD_LOOKS[word];
  const facts = [
    delta.pairedCount === null
      ? texts.samples(format.count(delta.baselineCount), format.count(delta.candidateCount))
      : texts.paired(format.count(delta.pairedCount)),
    ...(delta.test === null ? [] : [texts.tests[delta.test]]),
    ...(delta.newFailures > 0 ? [texts.newFailures(format.count(delta.newFailures))] : []),
    // A change that was found needs no note about statistical power.
    ...(delta.power === null || delta.significant ? [] : [texts.power(format.share(delta.power))]),
  ];
  return (
    <li className="grid min-w-0 gap-x-6 gap-y-2 border-b py-4 first:pt-0 last:border-b-0 last:pb-0 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <div className="grid min-w-0 content-start gap-1">
        <h3 className="truncate text-base" title={delta.name}>
          {delta.name}
        </h3>
        <p className={classNames('flex items-start gap-2', className)}>
          <Icon size={16} aria-hidden className="mt-1 shrink-0" />
          <span className="min-w-0">{sentenceOf(delta, word, texts, { itemsAllowed, p: figures.p })}</span>
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
