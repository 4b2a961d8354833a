// What went into a span and what came out of it, in the form of its kind.
import { observationContent } from '@tracewell/sdk/reading';
import { CircleAlert } from 'lucide-react';
import { useMemo, type ReactNode } from 'react';
import { useTexts } from '#i18n';
import {
  ConversationMessages,
  ConversationView,
  ErrorText,
  JsonView,
  Loaded,
  NoContent,
  SkeletonRows,
  StepView,
  StoreMessages,
} from '#ui';
import type { Span, TraceNode } from '../trace/spans.ts';
import type { Tree } from '../trace/tree.ts';
import { isTalk, SpanValue } from './span-value.tsx';
import { SpanDocuments } from './documents.tsx';
import { useSaidInside } from './said-inside.ts';
import { spanTexts } from './texts.ts';
import type { WholeSpan } from './use-whole-span.ts';

interface SpanPreviewProps {
  tree: Tree;
  at: number;
  node: Span;
  whole: WholeSpan;
}

export function SpanPreview({ tree, at, node, whole }: SpanPreviewProps) {
  return (
    <div className="grid min-w-0 gap-4">
      {node.error !== null && (
        <Fault error={whole.data?.error ?? node.error} details={whole.data?.call?.errorDetails ?? null} />
      )}
      {node.call ? (
        <StepView
          callId={node.id}
          empty={whole.data?.call ? <NoContent call={whole.data.call} /> : <SkeletonRows rows={3} />}
        />
      ) : (
        <Content tree={tree} at={at} whole={whole} />
      )}
    </div>
  );
}

const Content = ({ tree, at, whole }: Omit<SpanPreviewProps, 'node'>) => (
  <Loaded of={whole} skeleton={<SkeletonRows rows={3} />}>
    {(node) => <WholeContent node={node} inside={<Inside tree={tree} at={at} />} />}
  </Loaded>
);

interface WholeContentProps {
  node: TraceNode;
  /** Shown if the span has no content of its own. */
  inside?: ReactNode;
}

export const WholeContent = ({ node, inside }: WholeContentProps) =>
  node.call ? (
    <ConversationView call={node.call} empty={<NoContent call={node.call} />} />
  ) : (
    <Observation node={node} inside={inside ?? <NotStored />} />
  );

/** Kinds whose input and output are data, not a conversation. */
const DATA_KINDS = new Set([
  'tool',
  'skill',
  'command',
  'retriever',
  'embedding',
  'http',
  'db',
  'messaging',
  'function',
]);

const TOOL_KINDS = new Set(['tool', 'skill', 'command']);

interface ObservationProps {
  node: TraceNode;
  /** Shown if the span has no content. */
  inside: ReactNode;
}

function Observation({ node: { type, attributes }, inside }: ObservationProps) {
  const texts = useTexts(spanTexts);
  const { input, output, documents } = useMemo(() => observationContent(attributes), [attributes]);
  if (input === undefined && output === undefined && documents === null) return inside;
  if (!DATA_KINDS.has(type) && isTalk(input, 'user') && isTalk(output, 'assistant'))
    return (
      <ConversationView call={{ requestMeta: { input, output }, toolCalls: null }} empty={<NotStored />} />
    );
  const names = TOOL_KINDS.has(type) ? texts.ofTool : type === 'retriever' ? texts.ofRetriever : texts.ofAny;
  const isRetrieval = type === 'retriever' && documents !== null;
  return (
    <>
      <Section title={names.input}>
        {input === undefined ? <Nothing /> : <SpanValue label={names.input} value={input} role="user" />}
      </Section>
      <Section title={names.output}>
        {isRetrieval ? (
          <SpanDocuments documents={documents} />
        ) : output === undefined ? (
          <Nothing />
        ) : (
          <SpanValue label={names.output} value={output} role="assistant" />
        )}
      </Section>
    </>
  );
}

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section aria-label={title} className="grid min-w-0 gap-1.5">
    <h3 className="text-sm">{title}</h3>
    {children}
  </section>
);

const Nothing = () => <p className="text-muted">{useTexts(spanTexts).nothing}</p>;

function Inside({ tree, at }: { tree: Tree; at: number }) {
  const texts = useTexts(spanTexts);
  const { said, isLoading } = useSaidInside(tree, at);
  if (isLoading) return <SkeletonRows rows={3} />;
  if (said === null) return <NotStored />;
  return (
    <>
      <p className="text-sm text-muted">{texts.fromCalls}</p>
      <ConversationMessages said={said} />
    </>
  );
}

/** Without consent the service drops messages, and does not know whether any were sent. */
function NotStored() {
  const texts = useTexts(spanTexts);
  return (
    <div className="grid min-w-0 gap-2 rounded-md border border-dashed border-control/60 px-3.5 py-3">
      <p className="font-medium">{texts.notStored}</p>
      <p className="text-sm text-muted">{texts.notStoredAbout}</p>
      <StoreMessages />
    </div>
  );
}

function Fault({ error, details }: { error: string; details: unknown }) {
  const texts = useTexts(spanTexts);
  return (
    <section aria-label={texts.error} className="grid min-w-0 gap-2">
      <div className="flex min-w-0 items-start gap-2.5 rounded-md border border-bad/40 bg-bad/8 px-3 py-2">
        <CircleAlert size={16} className="mt-[3px] shrink-0 text-bad" aria-hidden />
        <ErrorText error={error} />
      </div>
      {details !== null && details !== undefined && <JsonView label={texts.errorDetails} value={details} />}
    </section>
  );
}
