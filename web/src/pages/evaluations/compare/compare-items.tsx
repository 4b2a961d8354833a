// Items of both runs side by side, largest drop first.
import { useMemo, useState } from 'react';
import { useGet, usePreviews, useTraceNames } from '#api';
import { useFormat, useTexts } from '#i18n';
import { classNames } from '#lib/class-names';
import { first } from '#lib/search-text';
import { useUrl } from '#lib/url-state';
import { Button, CallName, Card, Field, Loaded, Segments, Select, SkeletonRows, TraceName } from '#ui';
import { changedItems, type ItemPair } from './changed-items.ts';
import { compareTexts } from './texts.ts';
import { COLUMNS, PairRow } from './item-pair.tsx';
import { useInputs } from '../runs/run-scores.tsx';
import { runTexts } from '../runs/texts.ts';
import { Clip } from '../clip.tsx';
import { sharedTexts } from '../texts.ts';
import type { RunData, ScoreData } from '../types.ts';

const KINDS = ['all', 'worse', 'better'] as const;
const STEP = 30;

export function CompareItems({ baseline, candidate }: { baseline: RunData; candidate: RunData }) {
  const texts = useTexts(compareTexts);
  const [search, change] = useUrl();
  const kind = KINDS.find((one) => one === first(search['show'])) ?? 'all';
  const before = useGet('/v1/eval-runs/{id}', { path: { id: baseline.id } });
  const after = useGet('/v1/eval-runs/{id}', { path: { id: candidate.id } });
  const both = {
    data: before.data && after.data && { before: before.data, after: after.data },
    error: before.error ?? after.error,
    refetch: before.error ? before.refetch : after.refetch,
  };
  return (
    <Card
      title={texts.items}
      about={before.data?.truncated || after.data?.truncated ? texts.itemsCut : texts.itemsAbout}
      actions={
        <Segments
          label={texts.which}
          value={kind}
          onChange={(show) => change({ show: show === 'all' ? undefined : show }, { replace: true })}
          options={KINDS.map((value) => ({ value, label: texts.kinds[value] }))}
        />
      }
    >
      <Loaded of={both} skeleton={<SkeletonRows rows={5} />}>
        {(runs) => (
          <Items
            kind={kind}
            before={[...runs.before.scores, ...runs.before.trajectoryScores]}
            after={[...runs.after.scores, ...runs.after.trajectoryScores]}
            datasetId={candidate.datasetId}
          />
        )}
      </Loaded>
    </Card>
  );
}

interface ItemsProps {
  kind: (typeof KINDS)[number];
  before: readonly ScoreData[];
  after: readonly ScoreData[];
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
  const listed = useMemo(
    () => all.filter(({ before: was, after: is }) => was?.status === 'scored' || is?.status === 'scored'),
    [all],
  );
  const items = listed.filter(
    ({ criterionId, change }) =>
      (criterion === '' || criterionId === Number(criterion)) &&
      (kind === 'all' || (change !== null && (kind === 'worse' ? change < 0 : change > 0))),
  );
  const isCall = ({ traceId }: ItemPair) => traceId === null && datasetId === null;
  const previews = usePreviews(
    items
      .slice(0, shown)
      .filter(isCall)
      .map(({ callId }) => callId),
  );
  const traces = useTraceNames(items.slice(0, shown).flatMap(({ traceId }) => traceId ?? []));
  if (all.length === 0) return <p className="py-6 text-center text-muted">{texts.nothingShared}</p>;
  const criteria = new Map(all.map(({ criterionId, criterionName }) => [criterionId, criterionName]));
  const nameOf = ({ itemKey }: ItemPair) => inputs.get(itemKey)?.inputText ?? runs.item(itemKey);
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
          <li
            aria-hidden
            className={classNames(COLUMNS, 'border-b pb-2 text-xs font-medium text-muted max-md:hidden')}
          >
            <span className="col-start-2">{texts.columns.item}</span>
            <span>{texts.columns.criterion}</span>
            <span>{texts.columns.baseline}</span>
            <span>{texts.columns.candidate}</span>
            <span className="text-right">{texts.columns.change}</span>
          </li>
          {items.slice(0, shown).map((item) => (
            <PairRow
              key={item.key}
              pair={item}
              name={
                item.traceId !== null ? (
                  <TraceName trace={traces.get(item.traceId)} id={item.traceId} />
                ) : isCall(item) ? (
                  <CallName preview={previews.get(item.callId)} id={item.callId} />
                ) : (
                  <Clip text={nameOf(item)} className="font-medium" />
                )
              }
              open={open === item.key}
              onToggle={() => change({ item: open === item.key ? undefined : item.key }, { replace: true })}
            />
          ))}
        </ul>
      )}
      {rest <= 0 && kind === 'all' && criterion === '' && listed.length < all.length && (
        <p className="text-sm text-muted">{texts.unlisted(format.count(all.length - listed.length))}</p>
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
