// Facts of a span, totals of its subtree, tags and attributes.
import { observationContent } from '@tracewell/sdk/reading';
import { useMemo, type ReactNode } from 'react';
import { useFormat, useTexts } from '#i18n';
import { isObject } from '#lib/is-object';
import { Badge, CopyButton, JsonView, Loaded, Money, SkeletonRows, Time, Tokens } from '#ui';
import { memberOf, type Span, type TraceNode } from '../trace/spans.ts';
import { valueAt } from '../trace/tree.ts';
import { traceTexts } from '../texts.ts';
import type { SpanPanelProps } from './types.ts';
import { spanTexts } from './texts.ts';
import type { WholeSpan } from './use-whole-span.ts';

interface MetadataProps extends SpanPanelProps {
  node: Span;
  whole: WholeSpan;
}

export function SpanMetadata(props: MetadataProps) {
  const { tree, at, whole } = props;
  const texts = useTexts(spanTexts);
  const tags = Object.entries(whole.data?.call?.tags ?? {});
  return (
    <div className="grid min-w-0 gap-5">
      <div className="grid min-w-0 gap-x-8 gap-y-5 sm:grid-cols-2">
        <Facts {...props} />
        {valueAt(tree.after, at) > at + 1 && <Under {...props} />}
      </div>
      {tags.length > 0 && (
        <Section title={texts.tags}>
          <ul className="flex flex-wrap gap-1.5">
            {tags.map(([key, value]) => (
              <li key={key} className="max-w-full min-w-0">
                <Badge>
                  <span className="truncate" title={`${key}: ${value}`}>
                    {key}: {value}
                  </span>
                </Badge>
              </li>
            ))}
          </ul>
        </Section>
      )}
      <Loaded of={whole} skeleton={<SkeletonRows rows={2} />}>
        {(data) => <Attributes node={data} />}
      </Loaded>
    </div>
  );
}

/** Without what the preview shows. A call carries its own attributes. */
function Attributes({ node }: { node: TraceNode }) {
  const texts = useTexts(spanTexts);
  const values = useMemo(() => {
    const ofCall = memberOf(node.call?.requestMeta, 'attributes');
    if (isObject(ofCall)) return ofCall;
    const shown = new Set(observationContent(node.attributes).keys);
    return Object.fromEntries(Object.entries(node.attributes).filter(([key]) => !shown.has(key)));
  }, [node]);
  if (Object.keys(values).length > 0) return <JsonView label={texts.attributes} value={values} />;
  return <p className="text-sm text-muted">{texts.noAttributes}</p>;
}

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="grid min-w-0 content-start gap-2">
    <h3 className="text-sm">{title}</h3>
    {children}
  </section>
);

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="flex min-w-0 items-baseline justify-between gap-4">
    <dt className="shrink-0 text-muted">{name}</dt>
    <dd className="min-w-0 truncate text-right">{children}</dd>
  </div>
);

function Facts({ tree, path, self, at, node, whole }: MetadataProps) {
  const { facts } = useTexts(traceTexts);
  const format = useFormat();
  const { call, spanId, parentSpanId } = node;
  const full = whole.data?.call ?? null;
  const meta = isObject(full?.requestMeta) ? full.requestMeta : {};
  const waited = (path.segments.get(at) ?? []).reduce((sum, { from, to }) => sum + to - from, 0);
  const { ttftMs, finishReasons, userId } = meta;
  return (
    <dl className="grid content-start gap-1.5 text-sm">
      <Fact name={facts.start}>
        <Time at={new Date(node.startMs).toISOString()} show="full" />
      </Fact>
      <Fact name={facts.after}>{format.duration(tree.from[at])}</Fact>
      <Fact name={facts.duration}>
        <span title={`${node.durationMs} ms`}>{format.duration(node.durationMs)}</span>
      </Fact>
      {valueAt(tree.after, at) > at + 1 && (
        <Fact name={facts.self}>{format.duration(valueAt(self, at))}</Fact>
      )}
      {waited > 0 && <Fact name={facts.waited}>{format.duration(waited)}</Fact>}
      {call && (
        <>
          <Fact name={facts.model}>
            <span title={`${call.provider} ${call.model}`}>{call.model}</span>
          </Fact>
          {full ? (
            <Fact name={facts.tokensInOut}>
              <Tokens count={full.promptTokens} /> / <Tokens count={full.completionTokens} />
            </Fact>
          ) : (
            <Fact name={facts.tokens}>
              <Tokens count={call.totalTokens} />
            </Fact>
          )}
          <Fact name={facts.cost}>
            <Money usd={call.costUsd} />
          </Fact>
        </>
      )}
      {typeof ttftMs === 'number' && <Fact name={facts.ttft}>{format.duration(ttftMs)}</Fact>}
      {Array.isArray(finishReasons) && finishReasons.length > 0 && (
        <Fact name={facts.finish}>{finishReasons.join(', ')}</Fact>
      )}
      {typeof userId === 'string' && (
        <Fact name={facts.user}>
          <span title={userId}>{userId}</span>
        </Fact>
      )}
      {spanId !== null && <IdFact name={facts.spanId} value={spanId} />}
      {parentSpanId !== null && <IdFact name={facts.parentId} value={parentSpanId} />}
    </dl>
  );
}

const IdFact = ({ name, value }: { name: string; value: string }) => (
  <div className="-my-1 flex min-w-0 items-center justify-between gap-4">
    <dt className="shrink-0 text-muted">{name}</dt>
    <dd className="flex min-w-0 items-center">
      <code className="truncate font-mono text-xs" title={value}>
        {value}
      </code>
      <CopyButton text={value} what={name} />
    </dd>
  </div>
);

function Under({ tree, sums, at }: MetadataProps) {
  const texts = useTexts(spanTexts);
  const { stats } = useTexts(traceTexts);
  const format = useFormat();
  return (
    <Section title={texts.under}>
      <dl className="grid gap-1.5 text-sm">
        <Fact name={stats.spans}>{format.count(valueAt(tree.after, at) - at)}</Fact>
        <Fact name={stats.calls}>{format.count(sums.calls[at])}</Fact>
        <Fact name={stats.tokens}>
          <Tokens count={sums.tokens[at]} />
        </Fact>
        <Fact name={stats.cost}>
          <Money usd={sums.cost[at]} />
        </Fact>
        <Fact name={stats.errors}>{format.count(sums.errors[at])}</Fact>
      </dl>
    </Section>
  );
}
