// The items of a run with their scores. Expanded, they show the reasoning. Filter and order are in the URL.
import { ChevronRight } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useGet, usePreviews, useTraceNames, type NamedTrace, type PreviewData } from '#api';
import { useFormat, useTexts } from '#i18n';
import { classNames } from '#lib/class-names';
import { first } from '#lib/search-text';
import { useUrl } from '#lib/url-state';
import { Badge, Button, CallName, Card, Field, Segments, Select, TraceName } from '#ui';
import { ItemReasons } from './item-reasons.tsx';
import { useReason } from '../use-reason.ts';
import { RUN_ITEM_KINDS, narrowedScores, worstFirst, type RunItem } from './run-items.ts';
import { runTexts } from './texts.ts';
import { ScoreFigure } from './score-chip.tsx';
import { sharedTexts } from '../texts.ts';
import type { RunData, ScoreData } from '../types.ts';

const STEP = 50;

/** The current inputs of the dataset; a deleted item is shown by its number. */
export function useInputs(datasetId: number | null) {
  const { data } = useGet(
    '/v1/eval-datasets/{id}',
    { path: { id: datasetId ?? 0 }, query: {} },
    { enabled: datasetId !== null, staleTime: 60_000 },
  );
  return useMemo(() => new Map(data?.items.map((item) => [String(item.id), item])), [data]);
}

type Inputs = ReturnType<typeof useInputs>;

interface RunScoresProps {
  run: RunData;
  scores: readonly ScoreData[];
  /** The run has more scores than one response holds. */
  isCut: boolean;
}

export function RunScores({ run, scores, isCut }: RunScoresProps) {
  const texts = useTexts(runTexts);
  const shared = useTexts(sharedTexts);
  const format = useFormat();
  const [search, change] = useUrl();
  const [shown, setShown] = useState(STEP);
  const inputs = useInputs(run.datasetId);
  const kind = RUN_ITEM_KINDS.find((one) => one === first(search['show'])) ?? 'all';
  const criterion = first(search['criterion']) ?? '';
  const worst = first(search['order']) === 'worst';
  const open = first(search['item']);
  const items = useMemo(() => {
    const found = narrowedScores(scores, kind, criterion === '' ? null : Number(criterion));
    return worst ? worstFirst(found) : found;
  }, [scores, kind, criterion, worst]);
  const criteria = new Map(scores.map(({ criterionId, criterionName }) => [criterionId, criterionName]));
  const rest = items.length - shown;
  const listed = items.slice(0, shown);
  const previews = usePreviews(callsOf(run, listed));
  const traces = useTraceNames(listed.flatMap(({ traceId }) => traceId ?? []));
  return (
    <Card
      title={texts.itemScores}
      about={isCut ? texts.itemScoresCut(format.count(scores.length)) : texts.itemScoresAbout}
      actions={
        <Segments
          label={texts.which}
          value={kind}
          onChange={(show) => change({ show: show === 'all' ? undefined : show }, { replace: true })}
          options={RUN_ITEM_KINDS.map((value) => ({ value, label: texts.kinds[value] }))}
        />
      }
    >
      <div className="flex flex-wrap gap-3">
        <Field label={texts.criterion} className="min-w-44">
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
        <Field label={texts.order} className="min-w-36">
          <Select
            value={worst ? 'worst' : 'listed'}
            onChange={({ target }) =>
              change({ order: target.value === 'worst' ? 'worst' : undefined }, { replace: true })
            }
          >
            <option value="listed">{texts.orders.listed}</option>
            <option value="worst">{texts.orders.worst}</option>
          </Select>
        </Field>
      </div>
      {items.length === 0 ? (
        <p className="py-8 text-center text-muted">
          {scores.length === 0 ? texts.noneScored : texts.noneMatch}
        </p>
      ) : (
        <ul className="grid min-w-0">
          {listed.map((item) => (
            <ItemRow
              key={item.key}
              item={item}
              inputs={inputs}
              preview={previews.get(item.callId)}
              trace={item.traceId === null ? undefined : traces.get(item.traceId)}
              fromDataset={run.source === 'dataset'}
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
    </Card>
  );
}

/** Items of a dataset are named by their input, calls and traces by what was asked. */
const callsOf = ({ source }: RunData, items: readonly RunItem[]): string[] =>
  source === 'dataset' ? [] : items.flatMap(({ traceId, callId }) => (traceId === null ? [callId] : []));

interface ItemRowProps {
  item: RunItem;
  inputs: Inputs;
  preview: PreviewData | undefined;
  trace: NamedTrace | undefined;
  fromDataset: boolean;
  open: boolean;
  onToggle: () => void;
}

function ItemRow({ item, inputs, preview, trace, fromDataset, open, onToggle }: ItemRowProps) {
  const texts = useTexts(runTexts);
  const reasonOf = useReason();
  const input = fromDataset ? inputs.get(item.itemKey) : undefined;
  const name = fromDataset ? (input?.inputText ?? texts.item(item.itemKey)) : null;
  return (
    <li className="min-w-0 border-b last:border-b-0">
      <button
        type="button"
        aria-expanded={open}
        onClick={onToggle}
        className="grid w-full min-w-0 grid-cols-[1rem_minmax(0,1fr)] items-start gap-x-2 gap-y-1.5 rounded-md px-1 py-2.5 text-left ring-inside hover:bg-hover lg:grid-cols-[1rem_minmax(0,18rem)_minmax(0,1fr)]"
      >
        <ChevronRight
          size={16}
          aria-hidden
          className={classNames('mt-1 text-muted transition-transform', open && 'rotate-90')}
        />
        {item.traceId !== null ? (
          <TraceName trace={trace} id={item.traceId} />
        ) : name === null ? (
          <CallName preview={preview} id={item.callId} />
        ) : (
          <span className="min-w-0 truncate font-medium" title={name}>
            {name}
          </span>
        )}
        <span className="col-start-2 flex min-w-0 flex-wrap gap-x-5 gap-y-1 lg:col-start-3">
          {item.scores.map((score) => (
            <span key={score.criterionId} className="inline-flex max-w-full min-w-0 items-center gap-2">
              <span className="max-w-40 truncate text-sm text-muted" title={score.criterionName}>
                {score.criterionName}
              </span>
              {score.status === 'failed' ? (
                <span title={reasonOf(score.reason, score.reasoning)}>
                  <Badge tone="warm">{texts.noScore}</Badge>
                </span>
              ) : (
                <ScoreFigure score={score.score} normalized={score.normalizedScore} label={score.label} />
              )}
            </span>
          ))}
        </span>
      </button>
      {open && <ItemReasons item={item} input={input} />}
    </li>
  );
}
