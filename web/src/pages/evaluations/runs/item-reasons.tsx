// The reasoning for the scores of an item, by criterion.
import type { Schemas } from '#api';
import { useTexts } from '#i18n';
import { Badge, Money, TextLink, Time, useScoreWords } from '#ui';
import type { ScoreData } from '../types.ts';
import { useReason } from '../use-reason.ts';
import type { RunItem } from './run-items.ts';
import { runTexts } from './texts.ts';
import { CallText, TextPart } from './call-text.tsx';
import { ScoreFigure } from './score-chip.tsx';

interface ItemReasonsProps {
  item: RunItem;
  input: Schemas['EvalDatasetItem'] | undefined;
}

export function ItemReasons({ item, input }: ItemReasonsProps) {
  const texts = useTexts(runTexts);
  return (
    <div className="mb-3 ml-6 grid min-w-0 gap-4 rounded-md bg-sunken p-4">
      {input && (
        <dl className="grid gap-2">
          <TextPart label={texts.input} text={input.inputText} />
          {input.expectedOutput !== null && <TextPart label={texts.expected} text={input.expectedOutput} />}
        </dl>
      )}
      {item.traceId === null && (
        <CallText callId={item.callId} parts={input ? ['output'] : ['input', 'output']} />
      )}
      {item.scores.map((score) => (
        <Reason key={score.criterionId} score={score} />
      ))}
      {item.traceId === null ? (
        <TextLink to="/calls/$id" params={{ id: item.callId }} className="justify-self-start">
          {texts.openCall}
        </TextLink>
      ) : (
        <TextLink to="/traces/$id" params={{ id: item.traceId }} className="justify-self-start">
          {texts.openTrace}
        </TextLink>
      )}
    </div>
  );
}

function Reason({ score }: { score: ScoreData }) {
  const texts = useTexts(runTexts);
  const reasonOf = useReason();
  const { words, lang } = useScoreWords()(score);
  return (
    <div className="grid min-w-0 gap-1">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="min-w-0 text-base">{score.criterionName}</h3>
        {score.status === 'failed' ? (
          <Badge tone="warm">{reasonOf(score.reason, score.reason)}</Badge>
        ) : (
          <ScoreFigure score={score.score} normalized={score.normalizedScore} label={score.label} />
        )}
      </div>
      <p lang={lang} className="max-w-prose break-words whitespace-pre-wrap">
        {words || texts.noReasoning}
      </p>
      <p className="flex flex-wrap gap-x-3 text-xs text-muted">
        {score.judge !== null && <span>{texts.byJudge(score.judge)}</span>}
        {score.judge === null && score.status === 'scored' && <span>{texts.byRule}</span>}
        {score.judge !== null && <Money usd={score.costUsd} />}
        <Time at={score.createdAt} />
      </p>
    </div>
  );
}
