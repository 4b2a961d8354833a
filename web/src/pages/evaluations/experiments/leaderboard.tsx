// The variants, best first: score with its interval, the verdict against the baseline, cost and latency.
import { Rocket } from 'lucide-react';
import { useState } from 'react';
import { useFormat, useTexts } from '#i18n';
import {
  Badge,
  Button,
  Card,
  Duration,
  Loaded,
  Money,
  SkeletonRows,
  Table,
  type TableColumn,
  type Tone,
} from '#ui';
import { useRunFigures } from '../figures.ts';
import { useMayWrite } from '../may-write.tsx';
import { ScaleBar } from '../runs/score-chip.tsx';
import { ShipDialog } from './ship-dialog.tsx';
import { experimentTexts } from './texts.ts';
import {
  isExperimentOpen,
  useLeaderboard,
  type ExperimentData,
  type LeaderboardData,
} from './use-experiments.ts';

type Entry = LeaderboardData['entries'][number];

const VERDICT_TONES = {
  improved: 'good',
  regressed: 'bad',
  unchanged: 'neutral',
  inconclusive: 'warm',
} as const;
const GATE_TONES: Record<'pass' | 'fail' | 'inconclusive', Tone> = {
  pass: 'good',
  fail: 'bad',
  inconclusive: 'warm',
};

export function LeaderboardCard({ experiment }: { experiment: ExperimentData }) {
  const texts = useTexts(experimentTexts);
  const board = useLeaderboard(experiment.id, isExperimentOpen(experiment));
  const [shipping, setShipping] = useState<Entry | null>(null);
  const columns = useBoardColumns(experiment, board.data?.winner ?? null, setShipping);
  return (
    <Card title={texts.board} about={texts.boardAbout}>
      <Loaded of={board} error="notice" skeleton={<SkeletonRows rows={3} />}>
        {({ entries, verdict }) => (
          <>
            <Table
              label={texts.boardTable}
              columns={columns}
              rows={entries}
              rowKey={({ variant }) => variant}
            />
            {verdict !== null && <p className="text-sm text-muted">{texts.boardVerdicts[verdict]}</p>}
            {experiment.criteria.length === 0 && <p className="text-sm text-muted">{texts.noScores}</p>}
          </>
        )}
      </Loaded>
      {shipping && <ShipDialog experiment={experiment} entry={shipping} onClose={() => setShipping(null)} />}
    </Card>
  );
}

function useBoardColumns(
  experiment: ExperimentData,
  winner: number | null,
  onShip: (entry: Entry) => void,
): TableColumn<Entry>[] {
  const texts = useTexts(experimentTexts);
  const format = useFormat();
  const mayWrite = useMayWrite();
  const mayShip = mayWrite && experiment.status === 'done';
  return [
    {
      id: 'variant',
      title: texts.boardColumns.variant,
      cell: ({ variant, name }) => (
        <div className="grid min-w-0 gap-1">
          <span className="block max-w-72 font-medium wrap-anywhere" title={name}>
            {name}
          </span>
          <span className="flex flex-wrap gap-1">
            {variant === winner && <Badge tone="good">{texts.winner}</Badge>}
            {variant === experiment.baseline && <Badge>{texts.isBaseline}</Badge>}
            <Sent variant={experiment.variants[variant]} />
          </span>
        </div>
      ),
    },
    { id: 'score', title: texts.boardColumns.score, cell: (entry) => <EntryScore entry={entry} /> },
    {
      id: 'verdict',
      title: texts.boardColumns.verdict,
      cell: ({ comparison }) =>
        comparison === null ? (
          <span className="text-muted">–</span>
        ) : (
          <span className="flex max-w-72 flex-wrap gap-1" title={comparison.explanation}>
            <Badge tone={VERDICT_TONES[comparison.verdict]}>{texts.verdicts[comparison.verdict]}</Badge>
            <Badge tone={GATE_TONES[comparison.gate.verdict]}>{texts.gates[comparison.gate.verdict]}</Badge>
          </span>
        ),
    },
    {
      id: 'human',
      title: texts.boardColumns.human,
      cell: ({ human }) =>
        human === null ? (
          <span className="text-muted">–</span>
        ) : (
          texts.people(format.count(human.good), format.count(human.bad))
        ),
      wideOnly: true,
    },
    {
      id: 'cost',
      title: texts.boardColumns.cost,
      number: true,
      cell: ({ costPerAnswerUsd }) => <Money usd={costPerAnswerUsd} />,
      wideOnly: true,
    },
    {
      id: 'latency',
      title: texts.boardColumns.latency,
      number: true,
      cell: ({ latencyMs }) => (
        <>
          <Duration ms={latencyMs?.p50} /> / <Duration ms={latencyMs?.p95} />
        </>
      ),
      wideOnly: true,
    },
    {
      id: 'answers',
      title: texts.boardColumns.answers,
      number: true,
      cell: ({ doneCount, failedCount, invalidOutputs }) => (
        <span className="grid">
          {format.count(doneCount)}
          {failedCount > 0 && (
            <span className="text-xs text-warm">{texts.failedCells(format.count(failedCount))}</span>
          )}
          {invalidOutputs !== null && invalidOutputs > 0 && (
            <span className="text-xs text-bad">{texts.invalidOutputs(format.count(invalidOutputs))}</span>
          )}
        </span>
      ),
      wideOnly: true,
    },
    {
      id: 'ship',
      title: <span className="sr-only">{texts.ship}</span>,
      cell: (entry) =>
        mayShip && experiment.variants[entry.variant]?.promptId != null ? (
          <Button size="small" icon={<Rocket size={14} aria-hidden />} onClick={() => onShip(entry)}>
            {texts.ship}
          </Button>
        ) : null,
    },
  ];
}

/** What a request has besides its messages. */
function Sent({ variant }: { variant: ExperimentData['variants'][number] | undefined }) {
  const texts = useTexts(experimentTexts);
  return (
    <>
      {variant && variant.tools.length > 0 && <Badge>{texts.withTools(variant.tools.length)}</Badge>}
      {variant?.outputSchema && <Badge>{texts.withSchema}</Badge>}
    </>
  );
}

function EntryScore({ entry: { score } }: { entry: Entry }) {
  const texts = useTexts(experimentTexts);
  const figures = useRunFigures();
  if (score === null) return <span className="text-muted">–</span>;
  return (
    <span className="grid min-w-28 gap-0.5">
      <span className="flex items-center gap-2 font-medium">
        <ScaleBar normalized={score.mean} className="w-12" />
        {figures.score(score.mean)}
      </span>
      <span className="text-xs whitespace-nowrap text-muted">
        {texts.interval(figures.score(score.low), figures.score(score.high))}
      </span>
    </span>
  );
}
