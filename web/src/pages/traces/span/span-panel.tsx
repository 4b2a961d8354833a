// The content of one span: what went in and came out, its scores, its facts, and the raw record.
import { type ReactNode, useMemo } from 'react';
import { observationContent } from '@tracewell/sdk/reading';
import { SquareTerminal } from 'lucide-react';
import {
  AddToDataset,
  Badge,
  ButtonLink,
  CloseButton,
  Comments,
  Duration,
  JsonView,
  Money,
  Tabs,
  Tokens,
} from '#ui';
import { useTexts } from '#i18n';
import { first } from '#lib/search-text';
import { useUrl } from '#lib/url-state';
import { useSession } from '#api';
import { lookOf, shortName, useTypeName } from '../trace/node-kind.tsx';
import { type Span, type TraceNode, memberOf } from '../trace/spans.ts';
import { NONE, valueAt } from '../trace/tree.ts';
import { SpanMetadata } from './metadata.tsx';
import { SpanPreview } from './preview.tsx';
import type { SpanPanelProps } from './types.ts';
import { SpanScores, scoresOfSpan, useScoresIn } from './scores.tsx';
import { spanTexts } from './texts.ts';
import { useWholeSpan } from './use-whole-span.ts';
import { datasetTextsOf } from './dataset-item.ts';

const TABS = ['preview', 'scores', 'comments', 'metadata', 'raw'] as const;

export function SpanPanel(props: SpanPanelProps) {
  const { traceId, tree, path, at, onClose } = props;
  const texts = useTexts(spanTexts);
  const [search, change] = useUrl();
  const tab = TABS.find((name) => name === first(search['tab'])) ?? 'preview';
  const node = tree.nodes[at];
  const whole = useWholeSpan(traceId, node ?? null);
  const all = useScoresIn(traceId, node ?? null);
  if (!node) return null;
  const scores = scoresOfSpan(all, node);
  return (
    <div className="grid min-w-0 grid-cols-1 content-start gap-3 p-4">
      <PanelHead
        node={node}
        isCritical={path.on[at] === 1 && valueAt(tree.parent, at) !== NONE}
        onClose={onClose}
      >
        {whole.data && <OpenInPlayground traceId={traceId} node={whole.data} />}
        {whole.data && <AddSpanToDataset key={node.id} traceId={traceId} node={whole.data} />}
      </PanelHead>
      <Tabs
        label={texts.tabs}
        value={tab}
        onChange={(next) => change({ tab: next === 'preview' ? undefined : next }, { replace: true })}
        tabs={[
          {
            value: 'preview',
            label: texts.preview,
            content: <SpanPreview tree={tree} at={at} node={node} whole={whole} />,
          },
          {
            value: 'scores',
            label:
              scores.length === 0 ? (
                texts.scores
              ) : (
                <span className="inline-flex items-center gap-1.5">
                  {texts.scores} <Badge>{scores.length}</Badge>
                </span>
              ),
            content: <SpanScores traceId={traceId} node={node} all={all} />,
          },
          {
            value: 'comments',
            label: texts.comments,
            content: <Comments on={onSpan(traceId, node)} />,
          },
          {
            value: 'metadata',
            label: texts.metadata,
            content: <SpanMetadata {...props} node={node} whole={whole} />,
          },
          {
            value: 'raw',
            label: texts.raw,
            content: <JsonView label={texts.rawLabel} value={rawOf(node, whole.data)} />,
          },
        ]}
      />
    </div>
  );
}

/** A span without an id of its own is a call. */
const onSpan = (traceId: string, { id, spanId }: Span) =>
  spanId === null ? { callId: id } : { traceId, spanId };

/** The record as the service sends it, without the spans below it. */
function rawOf(node: Span, whole: TraceNode | null): unknown {
  if (whole) {
    const { children: _, ...record } = whole;
    return record;
  }
  const { startMs, ...figures } = node;
  return { ...figures, startTime: new Date(startMs).toISOString() };
}

interface PanelHeadProps {
  node: Span;
  isCritical: boolean;
  onClose: (() => void) | null;
  children: ReactNode;
}

function PanelHead({ node, isCritical, onClose, children }: PanelHeadProps) {
  const texts = useTexts(spanTexts);
  const typeName = useTypeName();
  const { icon: Icon, ink } = lookOf(node.type);
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1.5">
      <div className="flex min-w-0 flex-1 basis-60 items-center gap-2">
        <Icon size={17} aria-hidden className={`shrink-0 ${ink}`} />
        <h2 className="min-w-0 truncate text-base" title={node.name}>
          {shortName(node.name)}
        </h2>
        <Badge>{typeName(node.type)}</Badge>
        {node.error !== null && <Badge tone="bad">{texts.failed}</Badge>}
        {isCritical && <Badge tone="accent">{texts.critical}</Badge>}
        {onClose && <CloseButton label={texts.close} onClick={onClose} className="ml-auto" />}
      </div>
      <p className="flex flex-wrap items-center gap-x-3 text-sm text-muted">
        <Duration ms={node.durationMs} />
        {node.call && (
          <>
            <Money usd={node.call.costUsd} />
            <span>
              <Tokens count={node.call.totalTokens} /> {texts.tokens}
            </span>
          </>
        )}
      </p>
      <div className="flex flex-wrap items-center gap-1.5">
        {node.call && (
          <ButtonLink to="/calls/$id" params={{ id: node.id }} size="small">
            {texts.openCall}
          </ButtonLink>
        )}
        {children}
      </div>
    </div>
  );
}

/** Adds a span as an item to a dataset, for users with permission. */
function AddSpanToDataset({ traceId, node }: { traceId: string; node: TraceNode }) {
  const { role, account } = useSession();
  const texts = useMemo(() => datasetTextsOf(node), [node]);
  if (texts === null || role === 'viewer' || account.plan === 'free') return null;
  const source = node.call ? { sourceCallId: node.call.id } : { sourceCallId: null, sourceTraceId: traceId };
  return <AddToDataset item={{ ...texts, ...source }} />;
}

/** Opens a span of any kind in the playground, if what went into it is stored. */
function OpenInPlayground({ traceId, node }: { traceId: string; node: TraceNode }) {
  const texts = useTexts(spanTexts);
  const { role } = useSession();
  const { call, attributes } = node;
  const input = call ? memberOf(call.requestMeta, 'input') : observationContent(attributes).input;
  if (role === 'viewer' || input === undefined || input === null) return null;
  return (
    <ButtonLink
      size="small"
      to="/playground"
      search={call ? { call: call.id } : { trace: traceId, span: node.id }}
    >
      <SquareTerminal size={16} aria-hidden />
      {texts.playground}
    </ButtonLink>
  );
}
