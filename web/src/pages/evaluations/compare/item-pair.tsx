// One item in both runs: its scores in a row. Expanded, it shows input, output and the reasoning for each
// score.
import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTexts } from '#i18n';
import { classNames } from '#lib/class-names';
import { TextLink, useScoreWords } from '#ui';
import type { ItemPair } from './changed-items.ts';
import { compareTexts } from './texts.ts';
import { useRunFigures } from '../figures.ts';
import { useReason } from '../use-reason.ts';
import { runTexts } from '../runs/texts.ts';
import { CallText } from '../runs/call-text.tsx';
import { ScoreFigure } from '../runs/score-chip.tsx';
import type { ScoreData } from '../types.ts';

/** Shared by the header and the rows. */
export const COLUMNS =
  'grid min-w-0 grid-cols-[1rem_minmax(0,1fr)_auto] items-center gap-x-2 gap-y-1 px-1 md:grid-cols-[1rem_minmax(0,1fr)_minmax(0,10rem)_8rem_8rem_4rem]';

interface PairRowProps {
  pair: ItemPair;
  name: ReactNode;
  open: boolean;
  onToggle: () => void;
}

export function PairRow({ pair, name, open, onToggle }: PairRowProps) {
  const texts = useTexts(compareTexts);
  const figures = useRunFigures();
  const { before, after, change, criterionName } = pair;
  return (
    <li className="min-w-0 border-b last:border-b-0">
      <button
        type="button"
        aria-expanded={open}
        onClick={onToggle}
        className={classNames(COLUMNS, 'w-full rounded-md py-2.5 text-left ring-inside hover:bg-hover')}
      >
        <ChevronRight
          size={16}
          aria-hidden
          className={classNames('text-muted transition-transform', open && 'rotate-90')}
        />
        {name}
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
          className={classNames(
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
  const one = after ?? before;
  // A call has one answer even if it is scored twice; a dataset item is answered again by each run.
  const sameCall = before === null || after === null || before.callId === after.callId;
  return (
    <div className="mt-2 mb-4 ml-6 grid min-w-0 gap-3">
      <p className="text-sm text-muted md:hidden">{criterionName}</p>
      {one !== null && one.traceId === null && (
        <>
          <CallText callId={one.callId} parts={sameCall ? ['input', 'output'] : ['input']} />
          {sameCall && <ToCall id={one.callId} />}
        </>
      )}
      <div className="grid min-w-0 gap-3 md:grid-cols-2">
        <Side title={texts.baseline} score={before} withOutput={!sameCall} />
        <Side title={texts.candidate} score={after} withOutput={!sameCall} />
      </div>
    </div>
  );
}

function ToCall({ id }: { id: string }) {
  const texts = useTexts(runTexts);
  return (
    <TextLink to="/calls/$id" params={{ id }} className="justify-self-start text-sm">
      {texts.openCall}
    </TextLink>
  );
}

function Reasoning({ score }: { score: ScoreData }) {
  const texts = useTexts(runTexts);
  const { words, lang } = useScoreWords()(score);
  return (
    <p lang={lang} className="break-words whitespace-pre-wrap">
      {words || texts.noReasoning}
    </p>
  );
}

function Side({ title, score, withOutput }: { title: string; score: ScoreData | null; withOutput: boolean }) {
  const texts = useTexts(compareTexts);
  const reasonOf = useReason();
  return (
    <section className="grid min-w-0 content-start gap-2 rounded-md bg-sunken p-4">
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
          {withOutput && score.traceId === null && <CallText callId={score.callId} parts={['output']} />}
          {score.status === 'failed' && (
            <p className="text-warm">{texts.unscoredReason(reasonOf(score.reason, score.reason))}</p>
          )}
          <Reasoning score={score} />
          {withOutput && score.traceId === null && <ToCall id={score.callId} />}
        </>
      )}
    </section>
  );
}
