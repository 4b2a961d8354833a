// Facts about the call. Values that other calls share link to those calls.
import type { ReactNode } from 'react';
import { useTexts } from '#i18n';
import { writeFilter, type CallFilter } from '#lib/call-filter';
import { AppLink, TextLink } from '../button.tsx';
import { CopyButton } from '../code-block.tsx';
import { metaOf, textIn, windowAround } from './meta.ts';
import { callTexts } from './texts.ts';
import type { CallData } from './types.ts';

function Tags({ call }: { call: CallData }) {
  const texts = useTexts(callTexts);
  const tags = Object.entries(call.tags ?? {});
  if (tags.length === 0) return null;
  return (
    <section aria-label={texts.tags} className="grid min-w-0 gap-2 border-t pt-4">
      <p className="text-sm text-muted">{texts.tags}</p>
      <ul className="flex min-w-0 flex-wrap gap-2">
        {tags.map(([key, value]) => (
          <li key={key} className="max-w-full min-w-0">
            <AppLink
              to="/calls"
              search={Object.assign(writeFilter({ tags: { [key]: value } }), windowAround(call.timestamp))}
              title={texts.callsWith(`${key}: ${value}`)}
              className="inline-flex h-7 max-w-full items-center gap-1.5 rounded-md border px-2 text-sm hover:bg-hover"
            >
              <span className="shrink-0 text-muted">{key}</span>
              <span className="truncate font-medium">{value}</span>
            </AppLink>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface Fact {
  name: keyof typeof callTexts.en.facts;
  value: string | null;
  show?: ReactNode;
}

export function CallFacts({ call }: { call: CallData }) {
  const texts = useTexts(callTexts);
  const meta = metaOf(call);
  const others = (value: string, filter: CallFilter) => (
    <TextLink
      to="/calls"
      search={Object.assign(writeFilter(filter), windowAround(call.timestamp))}
      title={value}
      className="block truncate"
    >
      {value}
    </TextLink>
  );
  const link = (to: string, params: Record<string, string>, value: string) => (
    <TextLink to={to} params={params} title={value} className="block truncate">
      {value}
    </TextLink>
  );
  const userId = textIn(meta, 'userId');
  const promptName = textIn(meta, 'promptName');
  const version = textIn(meta, 'promptVersion');
  const prompt = promptName === null ? null : version === null ? promptName : `${promptName} · ${version}`;
  const facts: Fact[] = [
    {
      name: 'trace',
      value: call.traceId,
      show: link('/traces/$id', { id: call.traceId ?? '' }, call.traceId ?? ''),
    },
    {
      name: 'session',
      value: call.sessionId,
      show: link('/sessions/$id', { id: call.sessionId ?? '' }, call.sessionId ?? ''),
    },
    { name: 'user', value: userId, show: others(userId ?? '', { userId: userId ?? '' }) },
    { name: 'prompt', value: prompt, show: link('/prompts/$name', { name: promptName ?? '' }, prompt ?? '') },
    { name: 'promptLabel', value: textIn(meta, 'promptLabel') },
    { name: 'model', value: call.model, show: others(call.model, { model: call.model }) },
    { name: 'provider', value: call.provider, show: others(call.provider, { provider: call.provider }) },
    { name: 'responseModel', value: textIn(meta, 'responseModel') },
    { name: 'operation', value: textIn(meta, 'operation') },
    { name: 'agent', value: textIn(meta, 'agentName') },
    { name: 'finish', value: textIn(meta, 'finishReasons') },
    { name: 'tier', value: textIn(meta, 'serviceTier') },
    {
      name: 'stream',
      value: typeof meta['stream'] === 'boolean' ? (meta['stream'] ? texts.yes : texts.no) : null,
    },
    { name: 'redacted', value: call.piiRedacted ? texts.yes : null },
    { name: 'responseId', value: textIn(meta, 'responseId') },
    { name: 'gateCheck', value: textIn(meta, 'gateCheckId') },
    { name: 'span', value: call.spanId },
    { name: 'parentSpan', value: call.parentSpanId },
  ];
  return (
    <div className="grid min-w-0 gap-4">
      <dl className="grid min-w-0 grid-cols-[minmax(7rem,auto)_minmax(0,1fr)] items-baseline gap-x-4 gap-y-2">
        {facts.flatMap(({ name, value, show }) =>
          value === null || value === ''
            ? []
            : [
                <dt key={`${name}-name`} className="text-sm text-muted">
                  {texts.facts[name]}
                </dt>,
                <dd key={name} className="min-w-0 truncate" title={value}>
                  {show ?? value}
                </dd>,
              ],
        )}
        <dt className="text-sm text-muted">{texts.facts.id}</dt>
        <dd className="flex min-w-0 items-center gap-1">
          <code className="min-w-0 truncate font-mono text-sm" title={call.id}>
            {call.id}
          </code>
          <CopyButton text={call.id} what={texts.facts.id} />
        </dd>
      </dl>
      <Tags call={call} />
    </div>
  );
}
