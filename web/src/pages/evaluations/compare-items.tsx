// The same item in both runs, side by side; opened, what was said about each.
import { ChevronRight } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useGet } from '#api';
import { useFormat, useTexts } from '#i18n';
import { cx } from '#lib/class-names';
import { first } from '#lib/search-text';
import { useUrl } from '#lib/url-state';
import { Button, Card, ErrorState, Field, Segments, Select, SkeletonRows, TextLink } from '#ui';
import { changedItems, type ItemPair } from './changed-items.ts';
import { compareTexts } from './compare-texts.ts';
import { useFigures } from './figures.ts';
import { useReason } from './reasons.ts';
import { useInputs } from './run-scores.tsx';
import { runTexts } from './run-texts.ts';
import { ScoreFigure } from './score-chip.tsx';
import { sharedTexts } from './texts.ts';
import type { Run, Score } from './use-live.ts';

const KINDS = ['all', 'worse', 'better'] as const;
const STEP = 30;

export function CompareItems({ baseline, candidate }: { baseline: Run; candidate: Run }) {
  const texts = useTexts(compareTexts);
  const [search, change] = useUrl();
  const kind = KINDS.find((one) => one === first(search['show'])) ?? 'all';
  const before = useGet('/v1/eval-runs/{id}', { path: { id: baseline.id } });
  const after = useGet('/v1/eval-runs/{id}', { path: { id: candidate.id } });
  const failed = [before, after].find(({ isError }) => isError);
  return (
    <Card
      title={texts.items}
      about={texts.itemsAbout}
      actions={
        <Segments
          label={texts.which}
          value={kind}
          onChange={(show) => change({ show: show === 'all' ? undefined : show }, { replace: true })}
          options={KINDS.map((value) => ({ value, label: texts.kinds[value] }))}
        />
      }
    >
      {failed ? (
        <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />
      ) : before.data && after.data ? (
        <Items
          kind={kind}
          before={[...before.data.scores, ...before.data.trajectoryScores]}
          after={[...after.data.scores, ...after.data.trajectoryScores]}
          datasetId={candidate.datasetId}
        />
      ) : (
        <SkeletonRows rows={5} />
      )}
    </Card>
  );
}

interface ItemsProps {
  kind: (typeof KINDS)[number];
  before: readonly Score[];
  after: readonly Score[];
  datasetId: number | null;
}

function Items({ kind, before, after, datasetId }: ItemsProps) {
  const texts = useTexts(compareTexts);
  const runs = useTexts(runTexts);
  const shared = useTexts(sharedTexts);
  const format = useFormat();
  const [search, change] = useUrl();
  const [shown, setShown] = useState(STEP);
  const inputs = useInputs(datasetId);
  const criterion = first(search['criterion']) ?? '';
  const open = first(search['item']);
  const all = useMemo(() => changedItems(before, after), [before, after]);
  if (all.length === 0) return <p className="py-6 text-center text-muted">{texts.nothingShared}</p>;
  const criteria = new Map(all.map(({ criterionId, criterionName }) => [criterionId, criterionName]));
  const items = all.filter(
    ({ criterionId, change }) =>
      (criterion === '' || criterionId === Number(criterion)) &&
      (kind === 'all' || (change !== null && (kind === 'worse' ? change < 0 : change > 0))),
  );
  const nameOf = ({ traceId, itemKey, callId }: ItemPair) =>
    traceId !== null
      ? runs.trace(traceId)
      : datasetId === null
        ? callId
        : (inputs.get(itemKey)?.inputText ?? runs.item(itemKey));
  const rest = items.length - shown;
  return (
    <>
      {criteria.size > 1 && (
        <Field label={texts.criterion} className="max-w-60">
          <Select
            value={criterion}
            onChange={({ target }) => change({ criterion: target.value || undefined }, { replace: true })}
          >
            <option value="">{texts.allCriteria}</option>
            {[...criteria].map(([id, name]) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
      )}
      {items.length === 0 ? (
        <p className="py-6 text-center text-muted">{texts.noItems}</p>
      ) : (
        <ul className="grid min-w-0">
          {items.slice(0, shown).map((item) => (
            <PairRow
              key={item.key}
              pair={item}
              name={nameOf(item)}
              open={open === item.key}
              onToggle={() => change({ item: open === item.key ? undefined : item.key }, { replace: true })}
            />
          ))}
        </ul>
      )}
      {rest > 0 && (
        <div className="flex justify-center">
          <Button onClick={() => setShown(shown + STEP)}>
            {shared.showMore(format.count(Math.min(rest, STEP)))}
          </Button>
        </div>
      )}
    </>
  );
}

interface PairRowProps {
  pair: ItemPair;
  name: string;
  open: boolean;
  onToggle: () => void;
}

function PairRow({ pair, name, open, onToggle }: PairRowProps) {
  const texts = useTexts(compareTexts);
  const figures = useFigures();
  const { before, after, change, criterionName } = pair;
  return (
    <li className="min-w-0 border-b last:border-b-0">
      <button
        type="button"
        aria-expanded={open}
        onClick={onToggle}
        className="grid w-full min-w-0 grid-cols-[1rem_minmax(0,1fr)_auto] items-center gap-x-2 gap-y-1 rounded-md px-1 py-2.5 text-left ring-inside hover:bg-hover md:grid-cols-[1rem_minmax(0,1fr)_minmax(0,10rem)_8rem_8rem_4rem]"
      >
        <ChevronRight
          size={16}
          aria-hidden
          className={cx('text-muted transition-transform', open && 'rotate-90')}
        />
        <span className="min-w-0 truncate font-medium" title={name}>
          {name}
        </span>
        <span className="truncate text-sm text-muted max-md:hidden" title={criterionName}>
          {criterionName}
        </span>
        <span className="max-md:hidden">
          <span className="sr-only">{texts.baseline} </span>
          <ScoreFigure score={before?.score ?? null} normalized={before?.normalizedScore ?? null} />
        </span>
        <span className="max-md:hidden">
          <span className="sr-only">{texts.candidate} </span>
          <ScoreFigure score={after?.score ?? null} normalized={after?.normalizedScore ?? null} />
        </span>
        <span
          className={cx(
            'text-right font-semibold whitespace-nowrap',
            change === null || change === 0 ? 'text-muted' : change < 0 ? 'text-bad' : 'text-good',
          )}
        >
          {change === null ? texts.onlyIn : figures.change((after?.score ?? 0) - (before?.score ?? 0))}
        </span>
      </button>
      {open && <Sides pair={pair} />}
    </li>
  );
}

function Sides({ pair: { before, after, criterionName } }: { pair: ItemPair }) {
  const texts = useTexts(compareTexts);
  return (
    <div className="mb-3 ml-6 grid min-w-0 gap-2">
      <p className="text-sm text-muted">{criterionName}</p>
      <div className="grid min-w-0 gap-3 md:grid-cols-2">
        <Side title={texts.baseline} score={before} />
        <Side title={texts.candidate} score={after} />
      </div>
    </div>
  );
}

function Side({ title, score }: { title: string; score: Score | null }) {
  const texts = useTexts(compareTexts);
  const runs = useTexts(runTexts);
  const reasonOf = useReason();
  return (
    <section className="grid min-w-0 content-start gap-1 rounded-md bg-sunken p-4">
      <h3 className="flex flex-wrap items-center justify-between gap-2 text-base">
        {title}
        {score?.status === 'scored' && (
          <ScoreFigure score={score.score} normalized={score.normalizedScore} label={score.label} />
        )}
      </h3>
      {score === null ? (
        <p className="text-muted">{texts.onlyIn}</p>
      ) : (
        <>
          {score.status === 'failed' && (
            <p className="text-warm">{texts.unscoredReason(reasonOf(score.reason, score.reason))}</p>
          )}
          <p className="whitespace-pre-wrap">{score.reasoning || runs.noReasoning}</p>
          {score.traceId === null && (
            <TextLink to="/calls/$id" params={{ id: score.callId }} className="justify-self-start text-sm">
              {runs.openCall}
            </TextLink>
          )}
        </>
      )}
    </section>
  );
}
