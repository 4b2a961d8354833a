// The cells of the list that hold more than one value.
import { Wrench } from 'lucide-react';
import { useFormat, useTexts } from '#i18n';
import { classNames } from '#lib/class-names';
import { Badge, Duration, Money, PreviewLine, Time, useScoreText } from '#ui';
import { lookOf, shortName, useTypeName } from '../trace/node-kind.tsx';
import { tracesTexts } from './texts.ts';
import type { Trace } from './types.ts';

const Nothing = () => <span className="text-muted">–</span>;

export function TraceNameCell({ trace: { kind, name } }: { trace: Trace }) {
  const { icon: Icon, ink } = lookOf(kind);
  const typeOf = useTypeName();
  return (
    <span className="flex min-w-0 items-center gap-2">
      <Icon size={16} className={classNames('shrink-0', ink)} role="img" aria-label={typeOf(kind)} />
      <span className="truncate font-medium" title={name}>
        {shortName(name)}
      </span>
    </span>
  );
}

/** Failed spans. Failed tools are also counted separately, because an agent often continues without them. */
export function Errors({ trace: { errors, failedTools } }: { trace: Trace }) {
  const texts = useTexts(tracesTexts);
  const format = useFormat();
  if (errors + failedTools === 0) return <Nothing />;
  const tools = texts.failedTools(format.count(failedTools));
  return (
    <span className="inline-flex items-center gap-2 font-medium text-bad">
      <span title={texts.failedSpans(format.count(errors))}>{format.count(errors)}</span>
      {failedTools > 0 && (
        <span className="inline-flex items-center gap-0.5" title={tools}>
          <Wrench size={13} role="img" aria-label={tools} />
          <span aria-hidden>{format.count(failedTools)}</span>
        </span>
      )}
    </span>
  );
}

/** A score and how many more there are; all of them on hover. */
export function ScoreBadges({ scores }: { scores: Trace['scores'] }) {
  const textOf = useScoreText();
  const all = newestByName(scores);
  const [first] = all;
  if (first === undefined) return <Nothing />;
  const words = all.map(({ name, value }) => `${name}: ${textOf(value)}`);
  return (
    <span className="flex min-w-0 items-center gap-1" title={words.join('\n')}>
      <span className="flex min-w-0">
        <Badge tone={first.value === false ? 'bad' : 'neutral'}>
          <span className="truncate">{first.name}</span>
          <span className="max-w-24 shrink-0 truncate font-semibold text-text">{textOf(first.value)}</span>
        </Badge>
      </span>
      {all.length > 1 && <span className="shrink-0 text-xs text-muted">+{all.length - 1}</span>}
    </span>
  );
}

/** For a phone: everything that matters in one cell. */
export function NarrowTrace({ trace }: { trace: Trace }) {
  return (
    <span className="grid min-w-0">
      <span className="flex min-w-0 items-center justify-between gap-3">
        <TraceNameCell trace={trace} />
        {trace.errors + trace.failedTools > 0 && (
          <span className="shrink-0 text-sm">
            <Errors trace={trace} />
          </span>
        )}
      </span>
      <span className="truncate text-sm">
        <PreviewLine preview={trace.preview} part="input" />
      </span>
      <span className="truncate text-xs text-muted">
        <Time at={trace.startTime} show="short" /> · <Duration ms={trace.durationMs} /> ·{' '}
        <Money usd={trace.costUsd} />
      </span>
    </span>
  );
}

type Score = Trace['scores'][number];

/** The newest score of each name, in the order of the service: newest first. */
export function newestByName(scores: readonly Score[]): Score[] {
  const names = new Set<string>();
  return scores.filter(({ name }) => {
    const isNew = !names.has(name);
    names.add(name);
    return isNew;
  });
}
