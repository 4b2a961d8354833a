// The columns of the call list. The id of a sortable column is the API's name for it.
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTexts } from '#i18n';
import { isObject } from '#lib/is-object';
import {
  Cut,
  Duration,
  Money,
  PreviewLine,
  SearchSnippet,
  StatusDot,
  TagBadges,
  Time,
  Tokens,
  type VirtualColumn,
} from '#ui';
import { callsTexts } from './texts.ts';
import type { ListedCallData } from './types.ts';

export const STANDARD_CALL_COLUMNS = [
  'timestamp',
  'model',
  'input',
  'output',
  'error',
  'latency_ms',
  'total_tokens',
  'cost_usd',
] as const;
/** For narrow screens: input, time and latency are shown under the model. */
export const NARROW_CALL_COLUMNS = ['model', 'cost_usd'] as const;

const metaOf = (call: ListedCallData): Record<string, unknown> =>
  isObject(call.requestMeta) ? call.requestMeta : {};
const textIn = (call: ListedCallData, name: string): string => {
  const value = metaOf(call)[name];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
};
const numberIn = (call: ListedCallData, name: string): number | null => {
  const value = metaOf(call)[name];
  return typeof value === 'number' ? value : null;
};

/** A real link, so that it can open in a new tab. The row handles plain clicks and keyboard focus. */
const ModelLink = ({ call }: { call: ListedCallData }) => (
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

function Status({ call }: { call: ListedCallData }) {
  const texts = useTexts(callsTexts);
  if (call.error === null) return <StatusDot tone="good">{texts.ok}</StatusDot>;
  return (
    <span title={call.error} className="flex min-w-0 items-center gap-2 text-bad">
      <span aria-hidden className="size-2 shrink-0 rounded-full bg-bad" />
      <span className="truncate">{call.error || texts.failed}</span>
    </span>
  );
}

const Said = ({ call, part }: { call: ListedCallData; part: 'input' | 'output' }) =>
  call.snippet && snippetPart(call) === part ? (
    <SearchSnippet snippet={call.snippet} />
  ) : (
    <PreviewLine preview={call.preview} part={part} />
  );

type Column = VirtualColumn<ListedCallData>;

export function useCallColumns(narrow: boolean): readonly Column[] {
  const texts = useTexts(callsTexts);
  return useMemo(() => {
    const titles = texts.columns;
    const made: Omit<Column, 'title'>[] = [
      { id: 'timestamp', width: '136px', cell: ({ timestamp }) => <Time at={timestamp} show="short" /> },
      {
        id: 'model',
        width: narrow ? 'minmax(132px, 1fr)' : 'minmax(130px, 1.4fr)',
        cell: (call) =>
          narrow ? (
            <span className="grid">
              <span className="truncate">
                <ModelLink call={call} />
              </span>
              <span className="truncate text-sm">
                <Said call={call} part={snippetPart(call) ?? 'input'} />
              </span>
              <span className="truncate text-xs text-muted">
                {call.error !== null && <span className="text-bad">{texts.failed} · </span>}
                <Time at={call.timestamp} show="short" /> · <Duration ms={call.latencyMs} />
              </span>
            </span>
          ) : (
            <ModelLink call={call} />
          ),
      },
      {
        id: 'input',
        width: narrow ? '200px' : 'minmax(150px, 2fr)',
        cell: (call) => <Said call={call} part="input" />,
      },
      {
        id: 'output',
        width: narrow ? '200px' : 'minmax(150px, 2fr)',
        ...(narrow ? {} : { yields: 3 }),
        cell: (call) => <Said call={call} part="output" />,
      },
      { id: 'provider', width: '108px', cell: ({ provider }) => <Cut text={provider} /> },
      { id: 'error', width: 'minmax(104px, 1fr)', cell: (call) => <Status call={call} /> },
      {
        id: 'latency_ms',
        width: narrow ? '92px' : '84px',
        ...(narrow ? {} : { yields: 2 }),
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
        ...(narrow ? {} : { yields: 1 }),
        number: true,
        cell: (call) => <Tokens count={call.totalTokens} />,
      },
      {
        id: 'input_tokens',
        width: '116px',
        number: true,
        cell: (call) => <Tokens count={call.promptTokens} />,
      },
      {
        id: 'output_tokens',
        width: '124px',
        number: true,
        cell: (call) => <Tokens count={call.completionTokens} />,
      },
      {
        id: 'cost_usd',
        width: '116px',
        number: true,
        cell: (call) => <Money usd={call.costUsd} />,
      },
      { id: 'tags', width: 'minmax(160px, 2fr)', cell: ({ tags }) => <TagBadges tags={tags} /> },
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
    return made.map((column) => Object.assign(column, { title: titles[column.id as keyof typeof titles] }));
  }, [texts, narrow]);
}

const promptOf = (call: ListedCallData): string =>
  [textIn(call, 'promptName'), textIn(call, 'promptVersion')].filter(Boolean).join(' · ');

type Found = Pick<ListedCallData, 'preview' | 'snippet'>;

/** Where a search hit is shown: in the output if only that has the words, else in the input. */
export function snippetPart({ preview, snippet }: Found): 'input' | 'output' | null {
  if (!snippet) return null;
  const has = (text: string | null | undefined) =>
    (text ?? '').toLowerCase().includes(snippet.match.toLowerCase());
  return has(preview?.output) && !has(preview?.input) ? 'output' : 'input';
}
