// Scores that programs and people sent: name, value, source, comment and time.
import type { Schemas } from '#api';
import { useLanguage, useTexts } from '#i18n';
import { Badge, type Tone } from './badge.tsx';
import { TextLink } from './button.tsx';
import { kitTexts } from './texts.ts';
import { Ago } from './values.tsx';

type Score = Schemas['Score'];

const TONES: Readonly<Record<Score['source'], Tone>> = {
  api: 'neutral',
  human: 'accent',
  judge: 'plum',
  rule: 'cool',
};

interface ScoreListProps {
  scores: readonly Score[];
  /** Ids of calls to which a score of one of them leads. */
  linked?: ReadonlySet<string>;
}

export function ScoreList({ scores, linked }: ScoreListProps) {
  const texts = useTexts(kitTexts);
  return (
    <ul className="grid gap-3">
      {scores.map(({ id, name, source, comment, callId, createdAt, ...score }) => (
        <li key={id} className="grid min-w-0 gap-1 border-t pt-3 first:border-t-0 first:pt-0">
          <div className="flex min-w-0 items-center justify-between gap-3">
            <span className="min-w-0 truncate font-medium" title={name}>
              {name}
            </span>
            <ScoreValue {...score} />
          </div>
          {score.dataType === 'text' && typeof score.value === 'string' && <Words text={score.value} />}
          {comment !== null && <Words text={comment} />}
          <p className="flex min-w-0 flex-wrap items-center gap-x-1.5 text-sm text-muted">
            <Badge tone={TONES[source]}>{texts.scoreSources[source]}</Badge>
            {callId !== null && linked?.has(callId) && (
              <TextLink to="/calls/$id" params={{ id: callId }} className="max-w-48 truncate">
                {callId}
              </TextLink>
            )}
            <Ago at={createdAt} />
          </p>
        </li>
      ))}
    </ul>
  );
}

const Words = ({ text }: { text: string }) => (
  <p className="line-clamp-6 break-words whitespace-pre-wrap" title={text}>
    {text}
  </p>
);

/** The value of a score in a word. */
export function useScoreText(): (value: Score['value']) => string {
  const texts = useTexts(kitTexts);
  const language = useLanguage();
  return (value) => {
    if (typeof value === 'boolean') return value ? texts.scoreTrue : texts.scoreFalse;
    return typeof value === 'number'
      ? new Intl.NumberFormat(language, { maximumFractionDigits: 3 }).format(value)
      : (value ?? '–');
  };
}

function ScoreValue({ dataType, value }: Pick<Score, 'dataType' | 'value'>) {
  const textOf = useScoreText();
  if (dataType === 'text') return null;
  if (typeof value === 'boolean') return <Badge tone={value ? 'good' : 'bad'}>{textOf(value)}</Badge>;
  return (
    <span className="max-w-40 shrink-0 truncate font-semibold" title={String(value ?? '')}>
      {textOf(value)}
    </span>
  );
}
