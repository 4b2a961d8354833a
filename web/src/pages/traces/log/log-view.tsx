// All messages of the trace in order, each under the span that sent it.
import { MessagesSquare } from 'lucide-react';
import { useMemo } from 'react';
import { useGetPages } from '#api';
import { useFormat, useTexts } from '#i18n';
import {
  Button,
  Card,
  ConversationMessages,
  Duration,
  EmptyState,
  ErrorNotice,
  ErrorState,
  SkeletonRows,
} from '#ui';
import { lookOf, shortName, useTypeName } from '../trace/node-kind.tsx';
import { traceTexts } from '../texts.ts';
import type { Tree } from '../trace/tree.ts';
import { logOf, type LogEntry } from './trace-log.ts';

/** Spans of a page. Only some of them have messages. */
const PAGE = 100;

interface LogViewProps {
  traceId: string;
  tree: Tree;
  onShow: (at: number) => void;
}

export function LogView({ traceId, tree, onShow }: LogViewProps) {
  const texts = useTexts(traceTexts);
  const asked = useGetPages(
    '/v1/query/trace/{id}/conversation',
    { path: { id: traceId }, query: { limit: PAGE } },
    { staleTime: 60_000 },
  );
  const { data, error, isFetching, hasNextPage, fetchNextPage } = asked;
  const entries = useMemo(() => logOf(tree, data?.pages.flatMap(({ steps }) => steps) ?? []), [tree, data]);
  if (error && !data) return <ErrorState error={error} onRetry={() => void asked.refetch()} />;
  if (!data) return <SkeletonRows rows={6} />;
  if (entries.length === 0 && !hasNextPage)
    return (
      <Card>
        <EmptyState icon={<MessagesSquare size={22} aria-hidden />} title={texts.logNone}>
          {texts.logNoneAbout}
        </EmptyState>
      </Card>
    );
  return (
    <section
      aria-label={texts.log}
      tabIndex={0}
      className="relative h-full overflow-y-auto rounded-lg border bg-surface px-4 py-3 ring-inside"
    >
      <div className="mx-auto grid max-w-4xl min-w-0 grid-cols-1 gap-5">
        <p className="text-sm text-muted">{texts.logAbout}</p>
        <ol className="grid min-w-0 grid-cols-1 gap-5">
          {entries.map((entry) => (
            <Entry key={entry.at} entry={entry} tree={tree} onShow={onShow} />
          ))}
        </ol>
        {error ? <ErrorNotice error={error} /> : null}
        {hasNextPage && (
          <div className="flex justify-center">
            <Button busy={isFetching} onClick={() => void fetchNextPage()}>
              {texts.logMore}
            </Button>
          </div>
        )}
      </div>
    </section>
  );
}

function Entry({ entry, tree, onShow }: { entry: LogEntry; tree: Tree; onShow: (at: number) => void }) {
  const texts = useTexts(traceTexts);
  const format = useFormat();
  const typeName = useTypeName();
  const node = tree.nodes[entry.at];
  if (!node) return null;
  const { icon: Icon, ink } = lookOf(node.type);
  const name = shortName(node.name);
  return (
    <li className="grid min-w-0 grid-cols-1 gap-2">
      <p className="flex min-w-0 items-center gap-2 border-b pb-1 text-sm text-muted">
        <Icon size={15} aria-hidden className={`shrink-0 ${ink}`} />
        <span className="sr-only">{typeName(node.type)}</span>
        <button
          type="button"
          aria-label={texts.logShow(name)}
          onClick={() => onShow(entry.at)}
          className="min-w-0 truncate rounded-sm font-medium text-text underline-offset-3 hover:underline"
        >
          {name}
        </button>
        <span className="ml-auto shrink-0">+{format.duration(tree.from[entry.at])}</span>
        <span className="shrink-0">
          <Duration ms={node.durationMs} />
        </span>
      </p>
      <ConversationMessages said={entry} last={Number.POSITIVE_INFINITY} />
    </li>
  );
}
