import { useFormat, useTexts } from '#i18n';
import { classNames } from '#lib/class-names';
import { Money } from '#ui';
import { gateTexts } from '../texts.ts';
import type { GateBudget } from '../types.ts';

const NEARLY = 0.8;
const MANY_TIMES = 10;

/** Spent and held amounts. Over the limit, the bar is full and the text says by how much. */
export function BudgetBar({ budget }: { budget: GateBudget }) {
  const texts = useTexts(gateTexts);
  const format = useFormat();
  const { name, limitUsd, spentUsd, heldUsd } = budget;
  const used = limitUsd === 0 ? 1 : (spentUsd + heldUsd) / limitUsd;
  const spentShare = limitUsd === 0 ? 1 : Math.min(1, spentUsd / limitUsd);
  const heldShare = limitUsd === 0 ? 0 : Math.min(1 - spentShare, heldUsd / limitUsd);
  const over = spentUsd + heldUsd - limitUsd;
  const shown = used > MANY_TIMES ? `×${format.compact(Math.round(used))}` : format.share(used);
  const tone = used >= 1 ? 'bg-bad' : used >= NEARLY ? 'bg-warm' : 'bg-accent';
  return (
    <div className="grid gap-2">
      <div
        role="meter"
        aria-label={texts.usage(name)}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(Math.min(1, used) * 100)}
        aria-valuetext={texts.usageNow(shown)}
        className="flex h-3 overflow-hidden rounded-sm bg-sunken inset-ring inset-ring-line"
      >
        <span className={tone} style={{ width: `${spentShare * 100}%` }} />
        <span className="bg-cool/60" style={{ width: `${heldShare * 100}%` }} />
      </div>
      <dl className="flex flex-wrap gap-x-6 gap-y-1">
        <Figure label={texts.spent} dot={tone} usd={spentUsd} />
        {heldUsd > 0 && <Figure label={texts.held} dot="bg-cool/60" usd={heldUsd} />}
        {over > 0 ? (
          <Figure label={texts.over} usd={over} strong="text-bad" />
        ) : (
          <Figure label={texts.left} usd={-over} />
        )}
        <div className="ml-auto">
          <dt className="sr-only">{texts.usage(name)}</dt>
          <dd className={classNames('font-medium', used >= 1 && 'text-bad')}>{shown}</dd>
        </div>
      </dl>
    </div>
  );
}

interface FigureProps {
  label: string;
  usd: number;
  dot?: string;
  strong?: string;
}

const Figure = ({ label, usd, dot, strong }: FigureProps) => (
  <div className="flex items-center gap-1.5">
    {dot !== undefined && <span aria-hidden className={classNames('size-2 rounded-full', dot)} />}
    <dt className="text-sm text-muted">{label}</dt>
    <dd className={classNames('font-medium', strong)}>
      <Money usd={usd} />
    </dd>
  </div>
);
