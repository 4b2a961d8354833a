// The columns of the call list. The id of a sortable column is the API's name for it.
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTexts } from '#i18n';
import { isObject } from '#lib/is-object';
import { Badge, Duration, Money, StatusDot, Time, Tokens, type VirtualColumn } from '#ui';
import { SORTS } from './list-state.ts';
import { callsTexts } from './texts.ts';
import type { Call } from './types.ts';

export const STANDARD = [
  'timestamp',
  'model',
  'error',
  'latency_ms',
  'total_tokens',
  'cost_usd',
  'tags',
] as const;
/** For narrow screens: the time is shown under the model. */
export const NARROW = ['model', 'latency_ms', 'cost_usd'] as const;

const metaOf = (call: Call): Record<string, unknown> => (isObject(call.requestMeta) ? call.requestMeta : {});
const textIn = (call: Call, name: string): string => {
  const value = metaOf(call)[name];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
};
const numberIn = (call: Call, name: string): number | null => {
  const value = metaOf(call)[name];
  return typeof value === 'number' ? value : null;
};

const Cut = ({ text, mono = false }: { text: string; mono?: boolean }) =>
  text === '' ? (
    <span className="text-muted">–</span>
  ) : (
    <span title={text} className={mono ? 'font-mono text-sm' : undefined}>
      {text}
    </span>
  );

/** A real link, so that it can open in a new tab. The row handles plain clicks and keyboard focus. */
const ModelLink = ({ call }: { call: Call }) => (
  <Link
    to="/calls/$id"
    params={{ id: call.id }}
    tabIndex={-1}
    title={call.model}
    onClick={(event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) event.stopPropagation();
      else event.preventDefault();
    }}
    className="font-medium hover:underline"
  >
    {call.model}
  </Link>
);

function Status({ call }: { call: Call }) {
  const texts = useTexts(callsTexts);
  if (call.error === null) return <StatusDot tone="good">{texts.ok}</StatusDot>;
  return (
    <span title={call.error} className="flex min-w-0 items-center gap-2 text-bad">
      <span aria-hidden className="size-2 shrink-0 rounded-full bg-bad" />
      <span className="truncate">{call.error || texts.failed}</span>
    </span>
  );
}

const TAGS_SHOWN = 2;

const Tags = ({ tags }: { tags: Call['tags'] }) => {
  const pairs = Object.entries(tags ?? {});
  if (pairs.length === 0) return <span className="text-muted">–</span>;
  return (
    <span
      title={pairs.map(([key, value]) => `${key}: ${value}`).join('\n')}
      className="flex min-w-0 items-center gap-1"
    >
      {pairs.slice(0, TAGS_SHOWN).map(([key, value]) => (
        <span key={key} className="flex min-w-0">
          <Badge>
            <span className="truncate">
              {key}: {value}
            </span>
          </Badge>
        </span>
      ))}
      {pairs.length > TAGS_SHOWN && (
        <span className="flex shrink-0">
          <Badge>+{pairs.length - TAGS_SHOWN}</Badge>
        </span>
      )}
    </span>
  );
};

type Column = VirtualColumn<Call>;

export function useAllColumns(narrow: boolean): readonly Column[] {
  const texts = useTexts(callsTexts);
  return useMemo(() => {
    const titles = texts.columns;
    const made: Omit<Column, 'title'>[] = [
      { id: 'timestamp', width: '124px', cell: ({ timestamp }) => <Time at={timestamp} show="short" /> },
      {
        id: 'model',
        width: narrow ? 'minmax(132px, 1fr)' : 'minmax(156px, 1fr)',
        cell: (call) =>
          narrow ? (
            <span className="grid">
              <span className="truncate">
                <ModelLink call={call} />
              </span>
              <span className="truncate text-xs text-muted">
                {call.error !== null && <span className="text-bad">{texts.failed} · </span>}
                <Time at={call.timestamp} show="short" />
              </span>
            </span>
          ) : (
            <ModelLink call={call} />
          ),
      },
      { id: 'provider', width: '108px', cell: ({ provider }) => <Cut text={provider} /> },
      { id: 'error', width: 'minmax(140px, 1fr)', cell: (call) => <Status call={call} /> },
      {
        id: 'latency_ms',
        width: narrow ? '80px' : '84px',
        number: true,
        cell: (call) => <Duration ms={call.latencyMs} />,
      },
      {
        id: 'ttft',
        width: '112px',
        number: true,
        cell: (call) => <Duration ms={numberIn(call, 'ttftMs')} />,
      },
      {
        id: 'total_tokens',
        width: '80px',
        number: true,
        cell: (call) => <Tokens count={call.totalTokens} />,
      },
      {
        id: 'input_tokens',
        width: '92px',
        number: true,
        cell: (call) => <Tokens count={call.promptTokens} />,
      },
      {
        id: 'output_tokens',
        width: '92px',
        number: true,
        cell: (call) => <Tokens count={call.completionTokens} />,
      },
      {
        id: 'cost_usd',
        width: narrow ? '116px' : '106px',
        number: true,
        cell: (call) => <Money usd={call.costUsd} />,
      },
      { id: 'tags', width: 'minmax(160px, 2fr)', cell: ({ tags }) => <Tags tags={tags} /> },
      { id: 'operation', width: '120px', cell: (call) => <Cut text={textIn(call, 'operation')} /> },
      { id: 'user', width: 'minmax(120px, 1fr)', cell: (call) => <Cut text={textIn(call, 'userId')} /> },
      {
        id: 'session',
        width: 'minmax(120px, 1fr)',
        cell: (call) => <Cut text={call.sessionId ?? ''} mono />,
      },
      { id: 'trace', width: 'minmax(120px, 1fr)', cell: (call) => <Cut text={call.traceId ?? ''} mono /> },
      { id: 'prompt', width: 'minmax(120px, 1fr)', cell: (call) => <Cut text={promptOf(call)} /> },
      { id: 'id', width: 'minmax(120px, 1fr)', cell: ({ id }) => <Cut text={id} mono /> },
    ];
    return made.map((column) =>
      Object.assign(column, {
        title: titles[column.id as keyof typeof titles],
        sortable: SORTS.some((name) => name === column.id),
      }),
    );
  }, [texts, narrow]);
}

const promptOf = (call: Call): string =>
  [textIn(call, 'promptName'), textIn(call, 'promptVersion')].filter(Boolean).join(' · ');
