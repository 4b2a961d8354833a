// Details of one span: figures, subtree totals, error, messages and attributes.
import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useGet, type Schemas } from '#api';
import { useFormat, useTexts } from '#i18n';
import {
  Badge,
  ButtonLink,
  CloseButton,
  ConversationView,
  CopyButton,
  JsonView,
  Loaded,
  Money,
  SkeletonRows,
  Time,
  Tokens,
} from '#ui';
import type { CriticalPath } from './critical-path.ts';
import { lookOf, useTypeName } from './node-kind.tsx';
import { memberOf, type Span, type TraceNode } from './spans.ts';
import type { Sums } from './sums.ts';
import { traceTexts } from '../texts.ts';
import { valueAt, type Tree } from './tree.ts';

type Call = Schemas['Call'];

interface DetailsProps {
  tree: Tree;
  sums: Sums;
  path: CriticalPath;
  at: number;
  onClose: () => void;
}

export function Details(props: DetailsProps) {
  const { tree, at, onClose } = props;
  const texts = useTexts(traceTexts);
  const typeName = useTypeName();
  const node = tree.nodes[at];
  if (!node) return null;
  const { icon: Icon, ink } = lookOf(node.type);
  return (
    <div className="grid min-w-0 gap-5 p-5">
      <div className="flex min-w-0 items-start gap-3">
        <Icon size={18} aria-hidden className={`mt-1 shrink-0 ${ink}`} />
        <div className="grid min-w-0 flex-1 gap-1">
          <h2 className="text-lg break-words">{node.name}</h2>
          <div className="flex flex-wrap gap-1.5">
            <Badge>{typeName(node.type)}</Badge>
            {node.error !== null && <Badge tone="bad">{texts.failed}</Badge>}
            {props.path.on[at] === 1 && <Badge tone="accent">{texts.critical}</Badge>}
          </div>
        </div>
        <CloseButton label={texts.closeDetails} onClick={onClose} />
      </div>
      {node.error !== null && <Fault node={node} />}
      <Facts {...props} node={node} />
      {node.call && (
        <div>
          <ButtonLink to="/calls/$id" params={{ id: node.id }} size="small">
            {texts.openCall}
          </ButtonLink>
        </div>
      )}
      {valueAt(tree.after, at) > at + 1 && <Under {...props} />}
      {node.whole?.call ? <OfCall call={node.whole.call} /> : node.call && <AskedCall id={node.id} />}
      {node.whole ? (
        <Attributes values={attributesOf(node.whole)} isCall={node.call !== null} />
      ) : (
        node.call === null && <p className="text-sm text-muted">{texts.figuresOnly}</p>
      )}
    </div>
  );
}

/** A call carries its own attributes. */
function attributesOf({ call, attributes }: TraceNode): Record<string, unknown> {
  const ofCall = memberOf(call?.requestMeta, 'attributes');
  return typeof ofCall === 'object' && ofCall !== null ? { ...ofCall } : attributes;
}

function Attributes({ values, isCall }: { values: Record<string, unknown>; isCall: boolean }) {
  const texts = useTexts(traceTexts);
  if (Object.keys(values).length > 0) return <JsonView label={texts.attributes} value={values} />;
  return isCall ? null : <p className="text-sm text-muted">{texts.noAttributes}</p>;
}

/** Loads a call whose content did not come with the trace. */
function AskedCall({ id }: { id: string }) {
  const asked = useGet('/v1/query/calls/{id}', { path: { id } }, { staleTime: 60_000 });
  return (
    <Loaded of={asked} skeleton={<SkeletonRows rows={3} />}>
      {({ call }) => <OfCall call={call} />}
    </Loaded>
  );
}

function OfCall({ call }: { call: Call }) {
  const texts = useTexts(traceTexts);
  const tags = Object.entries(call.tags ?? {});
  return (
    <>
      <Section title={texts.said}>
        <ConversationView call={call} empty={<p className="text-sm text-muted">{texts.noContent}</p>} />
      </Section>
      {tags.length > 0 && (
        <Section title={texts.tags}>
          <ul className="flex flex-wrap gap-1.5">
            {tags.map(([key, value]) => (
              <li key={key} className="min-w-0">
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
    </>
  );
}

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="grid min-w-0 gap-2">
    <h3 className="text-sm">{title}</h3>
    {children}
  </section>
);

function Fault({ node }: { node: Span }) {
  const texts = useTexts(traceTexts);
  const details = node.whole?.call?.errorDetails ?? null;
  return (
    <section aria-label={texts.error} className="grid min-w-0 gap-2">
      <div className="flex min-w-0 items-start gap-2.5 rounded-md border border-bad/30 bg-bad-soft px-3.5 py-2.5 text-bad">
        <CircleAlert size={18} className="mt-0.5 shrink-0" aria-hidden />
        <p className="max-h-60 min-w-0 overflow-y-auto break-words whitespace-pre-wrap">{node.error}</p>
      </div>
      {details !== null && <JsonView label={texts.error} value={details} />}
    </section>
  );
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="flex min-w-0 items-baseline justify-between gap-4">
    <dt className="shrink-0 text-muted">{name}</dt>
    <dd className="min-w-0 truncate text-right">{children}</dd>
  </div>
);

function Facts({ tree, path, at, node }: DetailsProps & { node: Span }) {
  const texts = useTexts(traceTexts);
  const format = useFormat();
  const { call, spanId, parentSpanId } = node;
  const whole = node.whole?.call ?? null;
  const meta = (whole?.requestMeta ?? {}) as Record<string, unknown>;
  const waited = (path.segments.get(at) ?? []).reduce((sum, { from, to }) => sum + to - from, 0);
  const { ttftMs, finishReasons, userId } = meta;
  return (
    <dl className="grid gap-1.5 text-sm">
      <Fact name={texts.facts.start}>
        <Time at={new Date(node.startMs).toISOString()} show="full" />
      </Fact>
      <Fact name={texts.facts.after}>{format.duration(tree.from[at])}</Fact>
      <Fact name={texts.facts.duration}>
        <span title={`${node.durationMs} ms`}>{format.duration(node.durationMs)}</span>
      </Fact>
      {waited > 0 && <Fact name={texts.facts.waited}>{format.duration(waited)}</Fact>}
      {call && (
        <>
          <Fact name={texts.facts.model}>
            <span title={`${call.provider} ${call.model}`}>{call.model}</span>
          </Fact>
          {whole ? (
            <Fact name={texts.facts.tokensInOut}>
              <Tokens count={whole.promptTokens} /> / <Tokens count={whole.completionTokens} />
            </Fact>
          ) : (
            <Fact name={texts.facts.tokens}>
              <Tokens count={call.totalTokens} />
            </Fact>
          )}
          <Fact name={texts.facts.cost}>
            <Money usd={call.costUsd} />
          </Fact>
        </>
      )}
      {typeof ttftMs === 'number' && <Fact name={texts.facts.ttft}>{format.duration(ttftMs)}</Fact>}
      {Array.isArray(finishReasons) && finishReasons.length > 0 && (
        <Fact name={texts.facts.finish}>{finishReasons.join(', ')}</Fact>
      )}
      {typeof userId === 'string' && (
        <Fact name={texts.facts.user}>
          <span title={userId}>{userId}</span>
        </Fact>
      )}
      {spanId !== null && <IdFact name={texts.facts.spanId} value={spanId} />}
      {parentSpanId !== null && <IdFact name={texts.facts.parentId} value={parentSpanId} />}
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

function Under({ tree, sums, at }: DetailsProps) {
  const texts = useTexts(traceTexts);
  const format = useFormat();
  return (
    <Section title={texts.under}>
      <dl className="grid gap-1.5 text-sm">
        <Fact name={texts.underSpans}>{format.count(valueAt(tree.after, at) - at)}</Fact>
        <Fact name={texts.stats.calls}>{format.count(sums.calls[at])}</Fact>
        <Fact name={texts.stats.tokens}>
          <Tokens count={sums.tokens[at]} />
        </Fact>
        <Fact name={texts.stats.cost}>
          <Money usd={sums.cost[at]} />
        </Fact>
        <Fact name={texts.stats.errors}>{format.count(sums.errors[at])}</Fact>
      </dl>
    </Section>
  );
}
