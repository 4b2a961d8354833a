// One item with the whole answers side by side, what the evaluators said, and the verdict of a person.
import { ThumbsDown, ThumbsUp } from 'lucide-react';
import { useGet, useSend, type Schemas } from '#api';
import { useTexts } from '#i18n';
import { Badge, Button, Duration, Loaded, Money, PeekDrawer, SkeletonRows, TextLink } from '#ui';
import { useMayWrite } from '../may-write.tsx';
import { TextPart } from '../runs/call-text.tsx';
import { ScoreFigure } from '../runs/score-chip.tsx';
import { DiffText } from './diff-text.tsx';
import { SchemaBadge } from './schema-badge.tsx';
import { experimentTexts } from './texts.ts';
import { EXPERIMENTS, type ExperimentData } from './use-experiments.ts';

interface ResultDrawerProps {
  experiment: ExperimentData;
  position: number;
  onClose: () => void;
  onBefore: (() => void) | undefined;
  onAfter: (() => void) | undefined;
}

type FullRow = Schemas['ExperimentFullRow'];
type FullCell = FullRow['cells'][number];

export function ResultDrawer({ experiment, position, onClose, onBefore, onAfter }: ResultDrawerProps) {
  const texts = useTexts(experimentTexts);
  const asked = useGet(
    '/v1/experiments/{id}/results/{position}',
    { path: { id: experiment.id, position } },
    { keepPrevious: true },
  );
  const title = texts.itemTitle(asked.data?.itemId ?? position + 1);
  return (
    <PeekDrawer label={title} title={title} onClose={onClose} onBefore={onBefore} onAfter={onAfter}>
      <Loaded of={asked} error="notice" skeleton={<SkeletonRows rows={6} />}>
        {(row) => <ResultBody experiment={experiment} row={row} />}
      </Loaded>
    </PeekDrawer>
  );
}

function ResultBody({ experiment, row }: { experiment: ExperimentData; row: FullRow }) {
  const texts = useTexts(experimentTexts);
  const baseline = (repetition: number) =>
    row.cells.find((cell) => cell.variant === experiment.baseline && cell.repetition === repetition);
  return (
    <div className="grid min-w-0 gap-4">
      <dl className="grid gap-2">
        <TextPart label={texts.input} text={row.input} />
        {row.expectedOutput !== null && <TextPart label={texts.expected} text={row.expectedOutput} />}
      </dl>
      {row.cells.map((cell) => (
        <AnswerPart
          key={`${cell.variant} ${cell.repetition}`}
          experiment={experiment}
          position={row.position}
          cell={cell}
          against={cell.variant === experiment.baseline ? null : (baseline(cell.repetition)?.output ?? null)}
        />
      ))}
    </div>
  );
}

interface AnswerPartProps {
  experiment: ExperimentData;
  position: number;
  cell: FullCell;
  against: string | null;
}

function AnswerPart({ experiment, position, cell, against }: AnswerPartProps) {
  const texts = useTexts(experimentTexts);
  const name = experiment.variants[cell.variant]?.name ?? '';
  const names = new Map(experiment.criteria.map((criterion) => [criterion.id, criterion.name]));
  const noteOf = (criterionId: number) => cell.notes.find((note) => note.criterionId === criterionId);
  return (
    <section aria-label={name} className="grid min-w-0 gap-2 rounded-md border bg-surface p-3">
      <div className="flex flex-wrap items-center gap-2">
        <h3 className="min-w-0 truncate text-base">{name}</h3>
        {experiment.repetitions > 1 && <Badge>{texts.repetition(cell.repetition + 1)}</Badge>}
        {cell.attempts > 1 && <Badge>{texts.attempts(cell.attempts)}</Badge>}
        <SchemaBadge isValid={cell.outputValid} />
      </div>
      {cell.output === null ? (
        <p className="text-bad">{cell.error ?? cell.reason}</p>
      ) : (
        <p className="max-h-96 overflow-y-auto wrap-anywhere whitespace-pre-wrap">
          <DiffText text={cell.output} against={against} />
        </p>
      )}
      {cell.outputProblem !== null && <p className="text-sm text-bad">{cell.outputProblem}</p>}
      {cell.scores.map(({ criterionId, score, normalizedScore }) => (
        <div key={criterionId} className="grid gap-0.5 text-sm">
          <span className="flex flex-wrap items-center gap-2">
            <span className="text-muted">{names.get(criterionId)}</span>
            <ScoreFigure score={score} normalized={normalizedScore} />
          </span>
          <span className="max-w-prose text-muted">{noteOf(criterionId)?.reasoning}</span>
        </div>
      ))}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-xs text-muted">
        <VerdictButtons id={experiment.id} position={position} cell={cell} name={name} />
        <Money usd={cell.costUsd} />
        <Duration ms={cell.latencyMs} />
        {cell.callId !== null && (
          <TextLink to="/calls/$id" params={{ id: cell.callId }}>
            {texts.openCall}
          </TextLink>
        )}
      </div>
    </section>
  );
}

function VerdictButtons({
  id,
  position,
  cell,
  name,
}: {
  id: string;
  position: number;
  cell: FullCell;
  name: string;
}) {
  const texts = useTexts(experimentTexts);
  const mayWrite = useMayWrite();
  const send = useSend('put', '/v1/experiments/{id}/results/{position}/verdict', { changes: [EXPERIMENTS] });
  const { variant, repetition } = cell;
  const give = (verdict: 'good' | 'bad') =>
    send.mutate({
      path: { id, position },
      body: { variant, repetition, verdict: cell.verdict === verdict ? null : verdict },
    });
  if (!mayWrite)
    return (
      cell.verdict && <Badge tone={cell.verdict === 'good' ? 'good' : 'bad'}>{texts[cell.verdict]}</Badge>
    );
  return (
    <span role="group" aria-label={texts.verdictOf(name)} className="flex gap-2">
      {(['good', 'bad'] as const).map((verdict) => (
        <Button
          key={verdict}
          size="small"
          aria-pressed={cell.verdict === verdict}
          look={cell.verdict === verdict ? 'main' : 'plain'}
          icon={
            verdict === 'good' ? <ThumbsUp size={14} aria-hidden /> : <ThumbsDown size={14} aria-hidden />
          }
          onClick={() => give(verdict)}
        >
          {texts[verdict]}
        </Button>
      ))}
    </span>
  );
}
