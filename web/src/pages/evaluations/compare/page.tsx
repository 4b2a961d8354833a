// Compares two runs. They are named in the URL; the default is the newest run and the one before it.
import { ArrowLeftRight, Scale } from 'lucide-react';
import { useGet } from '#api';
import { useFormat, useTexts } from '#i18n';
import { first } from '#lib/search-text';
import { useUrl } from '#lib/url-state';
import {
  ButtonLink,
  Card,
  EmptyState,
  Field,
  IconButton,
  Loaded,
  Page,
  Select,
  Skeleton,
  SkeletonRows,
  Waiting,
} from '#ui';
import { BackTo } from '../clip.tsx';
import { CompareItems } from './compare-items.tsx';
import { compareTexts } from './texts.ts';
import { CriterionDeltas, VerdictCard } from './criterion-deltas.tsx';
import { GatePreview } from './gate-preview.tsx';
import { useCompletedRuns } from '../runs/use-live.ts';
import type { RunData } from '../types.ts';

interface Pair {
  baseline: number;
  candidate: number;
}

/** The previous run with the same name, dataset and split, else the previous run, else any other. */
function baselineFor(candidate: number, runs: readonly RunData[]): number | undefined {
  const of = runs.find(({ id }) => id === candidate);
  const earlier = runs.filter(({ id }) => id < candidate);
  const like =
    earlier.find(
      ({ name, datasetId, split }) => name === of?.name && datasetId === of.datasetId && split === of.split,
    ) ?? earlier[0];
  return (like ?? runs.find(({ id }) => id !== candidate))?.id;
}

const idIn = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined;

function usePair(runs: readonly RunData[] | undefined) {
  const [search, change] = useUrl();
  const candidate = idIn(first(search['candidate'])) ?? runs?.[0]?.id;
  const baseline =
    idIn(first(search['baseline'])) ??
    (runs === undefined || candidate === undefined ? undefined : baselineFor(candidate, runs));
  return {
    pair: baseline === undefined || candidate === undefined ? null : { baseline, candidate },
    choose: (next: Pair) =>
      change({ baseline: String(next.baseline), candidate: String(next.candidate), item: undefined }),
  };
}

export function ComparePage() {
  const texts = useTexts(compareTexts);
  const { runs, ...asked } = useCompletedRuns();
  const { pair, choose } = usePair(runs);
  return (
    <Page
      wide
      title={texts.title}
      about={
        <BackTo tab="runs">
          <span>{texts.about}</span>
        </BackTo>
      }
    >
      <Loaded
        of={asked}
        error="card"
        skeleton={<Loading />}
        empty={
          pair === null && (
            <Card>
              <EmptyState
                icon={<Scale size={22} aria-hidden />}
                title={texts.tooFew}
                actions={
                  <ButtonLink to="/evaluations" look="main">
                    {texts.toRuns}
                  </ButtonLink>
                }
              >
                {texts.tooFewAbout}
              </EmptyState>
            </Card>
          )
        }
      >
        {() =>
          pair && (
            <>
              <Choice runs={runs ?? []} pair={pair} onChoose={choose} />
              {pair.baseline === pair.candidate ? (
                <Card>
                  <EmptyState icon={<Scale size={22} aria-hidden />} title={texts.same}>
                    {texts.sameAbout}
                  </EmptyState>
                </Card>
              ) : (
                <Comparison pair={pair} />
              )}
            </>
          )
        }
      </Loaded>
    </Page>
  );
}

const Loading = () => (
  <Waiting>
    <div className="grid gap-4">
      <Skeleton className="h-16" />
      <Skeleton className="h-24" />
      <SkeletonRows rows={4} />
    </div>
  </Waiting>
);

interface ChoiceProps {
  runs: readonly RunData[];
  pair: Pair;
  onChoose: (pair: Pair) => void;
}

function Choice({ runs, pair, onChoose }: ChoiceProps) {
  const texts = useTexts(compareTexts);
  return (
    <div className="grid min-w-0 items-end gap-3 sm:grid-cols-[1fr_auto_1fr]">
      <RunSelect
        label={texts.baseline}
        runs={runs}
        value={pair.baseline}
        onChange={(baseline) => onChoose({ ...pair, baseline })}
      />
      <IconButton
        label={texts.swap}
        icon={<ArrowLeftRight size={18} aria-hidden />}
        className="mb-0.5 justify-self-center max-sm:rotate-90"
        onClick={() => onChoose({ baseline: pair.candidate, candidate: pair.baseline })}
      />
      <RunSelect
        label={texts.candidate}
        runs={runs}
        value={pair.candidate}
        onChange={(candidate) => onChoose({ ...pair, candidate })}
      />
    </div>
  );
}

interface RunSelectProps {
  label: string;
  runs: readonly RunData[];
  value: number;
  onChange: (id: number) => void;
}

function RunSelect({ label, runs, value, onChange }: RunSelectProps) {
  const texts = useTexts(compareTexts);
  const format = useFormat();
  const known = runs.some(({ id }) => id === value);
  return (
    <Field label={label} className="min-w-0">
      <Select value={value} onChange={({ target }) => onChange(Number(target.value))}>
        {!known && <option value={value}>#{value}</option>}
        {runs.map(({ id, name, createdAt }) => (
          <option key={id} value={id}>
            {texts.runOption(id, name, format.time(createdAt, 'short'))}
          </option>
        ))}
      </Select>
    </Field>
  );
}

function Comparison({ pair }: { pair: Pair }) {
  const asked = useGet('/v1/eval-runs/compare', { query: pair }, { keepPrevious: true });
  return (
    <Loaded of={asked} error="card" skeleton={<Loading />}>
      {(comparison) => (
        <>
          <VerdictCard comparison={comparison} />
          <CriterionDeltas comparison={comparison} />
          <GatePreview baseline={comparison.baseline} candidate={comparison.candidate} />
          <CompareItems baseline={comparison.baseline} candidate={comparison.candidate} />
        </>
      )}
    </Loaded>
  );
}
