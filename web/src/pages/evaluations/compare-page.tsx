// Two runs side by side. Which ones stands in the address; where it says nothing, the newest run and the one before it.
import { ArrowLeftRight, Scale } from 'lucide-react';
import { useGet } from '#api';
import { useFormat, useTexts } from '#i18n';
import { first } from '#lib/search-text';
import { useUrl } from '#lib/url-state';
import {
  ButtonLink,
  Card,
  EmptyState,
  ErrorState,
  Field,
  IconButton,
  Page,
  Select,
  Skeleton,
  SkeletonRows,
  Waiting,
} from '#ui';
import { BackTo } from './clip.tsx';
import { CompareItems } from './compare-items.tsx';
import { compareTexts } from './compare-texts.ts';
import { CriterionDeltas, VerdictCard } from './criterion-deltas.tsx';
import { GatePreview } from './gate-preview.tsx';
import { useCompletedRuns, type Run } from './use-live.ts';

export interface Pair {
  baseline: number;
  candidate: number;
}

/** The run before of the same name, else of the same kind, else the run before. */
function baselineFor(candidate: number, runs: readonly Run[]): number | undefined {
  const of = runs.find(({ id }) => id === candidate);
  const earlier = runs.filter(({ id }) => id < candidate);
  const like =
    earlier.find(({ name, datasetId }) => name === of?.name && datasetId === of.datasetId) ?? earlier[0];
  return (like ?? runs.find(({ id }) => id !== candidate))?.id;
}

const idIn = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined;

function usePair(runs: readonly Run[] | undefined) {
  const [search, change] = useUrl();
  const candidate = idIn(first(search['candidate'])) ?? runs?.[0]?.id;
  const baseline =
    idIn(first(search['baseline'])) ??
    (runs === undefined || candidate === undefined ? undefined : baselineFor(candidate, runs));
  return {
    baseline,
    candidate,
    choose: (pair: Pair) =>
      change({ baseline: String(pair.baseline), candidate: String(pair.candidate), item: undefined }),
  };
}

export function ComparePage() {
  const texts = useTexts(compareTexts);
  const { runs, ...asked } = useCompletedRuns();
  const { baseline, candidate, choose } = usePair(runs);
  return (
    <Page
      title={texts.title}
      about={
        <BackTo tab="runs">
          <span>{texts.about}</span>
        </BackTo>
      }
    >
      {asked.isPending ? (
        <Loading />
      ) : asked.isError ? (
        <Card>
          <ErrorState error={asked.error} onRetry={() => void asked.refetch()} />
        </Card>
      ) : baseline === undefined || candidate === undefined ? (
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
      ) : (
        <>
          <Choice runs={runs ?? []} pair={{ baseline, candidate }} onChoose={choose} />
          {baseline === candidate ? (
            <Card>
              <EmptyState icon={<Scale size={22} aria-hidden />} title={texts.same}>
                {texts.sameAbout}
              </EmptyState>
            </Card>
          ) : (
            <Comparison pair={{ baseline, candidate }} />
          )}
        </>
      )}
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
  runs: readonly Run[];
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
  runs: readonly Run[];
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
  if (asked.isPending) return <Loading />;
  if (asked.isError) {
    return (
      <Card>
        <ErrorState error={asked.error} onRetry={() => void asked.refetch()} />
      </Card>
    );
  }
  const { baseline, candidate } = asked.data;
  return (
    <>
      <VerdictCard comparison={asked.data} />
      <CriterionDeltas comparison={asked.data} />
      <GatePreview baseline={baseline} candidate={candidate} />
      <CompareItems baseline={baseline} candidate={candidate} />
    </>
  );
}
