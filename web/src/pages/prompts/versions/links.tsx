// What a version contains, what contains and uses it, and the text that agents get.
import type { ReactNode } from 'react';
import { useGet, type Schemas } from '#api';
import { useTexts } from '#i18n';
import { Badge, CodeBlock, TextLink } from '#ui';
import { DeployedLabels } from '../labels.tsx';
import { promptPartTexts } from '../part-texts.ts';
import type { PromptData } from '../types.ts';
import { MessagesView } from './messages-view.tsx';
import { TemplateText } from './template-text.tsx';

type Links = Schemas['PromptLinks'];

/** Renders nothing for a version that stands alone. */
export function VersionLinks({ prompt }: { prompt: PromptData }) {
  const texts = useTexts(promptPartTexts);
  const { data } = useGet(
    '/v1/prompts/{id}/links',
    { path: { id: prompt.id } },
    { wholeAccount: true, keepPrevious: false },
  );
  if (!data) return null;
  const { datasets, runs, experiments } = data.uses;
  const count = data.includes.length + data.includedBy.length;
  if (count + datasets.length + runs.length + experiments.length === 0) return null;
  return (
    <section className="grid gap-3">
      {data.includes.length > 0 && (
        <div className="grid gap-1.5">
          <h3 className="text-sm">{texts.includes}</h3>
          <ul className="grid gap-1">
            {data.includes.map((each) => (
              <li
                key={`${each.name} ${each.label} ${each.number}`}
                className="flex flex-wrap items-center gap-2"
              >
                <PromptLink name={each.name} promptId={each.promptId} version={each.version} />
                <ByWhat {...each} />
              </li>
            ))}
          </ul>
        </div>
      )}
      {data.includedBy.length > 0 && (
        <div className="grid gap-1.5">
          <h3 className="text-sm">{texts.includedBy}</h3>
          <ul className="grid gap-1">
            {data.includedBy.map((each) => (
              <li
                key={`${each.promptId} ${each.label} ${each.number}`}
                className="flex flex-wrap items-center gap-2"
              >
                <PromptLink {...each} />
                <ByWhat {...each} />
                <DeployedLabels labels={each.deployedLabels} />
              </li>
            ))}
          </ul>
        </div>
      )}
      <Uses uses={data.uses} />
      {data.problem !== null && (
        <p role="alert" className="text-sm text-bad">
          {data.problem}
        </p>
      )}
      {data.includes.length > 0 && data.composed && <Composed composed={data.composed} />}
    </section>
  );
}

function Uses({ uses: { datasets, runs, experiments } }: { uses: Links['uses'] }) {
  const texts = useTexts(promptPartTexts);
  if (datasets.length + runs.length + experiments.length === 0) return null;
  return (
    <div className="grid gap-1.5">
      <h3 className="text-sm">{texts.usedBy}</h3>
      <dl className="grid gap-1.5">
        <UseList title={texts.uses.datasets} of={datasets}>
          {({ id, name }) => (
            <TextLink to="/evaluations/datasets/$id" params={{ id: String(id) }} title={name}>
              {name}
            </TextLink>
          )}
        </UseList>
        <UseList title={texts.uses.runs} of={runs}>
          {({ id, name }) => (
            <TextLink to="/evaluations/runs/$id" params={{ id: String(id) }} title={name}>
              {name} #{id}
            </TextLink>
          )}
        </UseList>
        <UseList title={texts.uses.experiments} of={experiments}>
          {({ id, name }) => (
            <TextLink to="/evaluations/experiments/$id" params={{ id }} title={name}>
              {name}
            </TextLink>
          )}
        </UseList>
      </dl>
    </div>
  );
}

interface UseListProps<One> {
  title: string;
  of: readonly One[];
  children: (one: One) => ReactNode;
}

function UseList<One extends { id: number | string }>({ title, of, children }: UseListProps<One>) {
  if (of.length === 0) return null;
  return (
    <div className="flex min-w-0 flex-wrap items-baseline gap-x-3 gap-y-1">
      <dt className="text-sm text-muted">{title}</dt>
      {of.map((one) => (
        <dd key={one.id} className="max-w-72 min-w-0 truncate">
          {children(one)}
        </dd>
      ))}
    </div>
  );
}

interface PromptLinkProps {
  name: string;
  promptId: number | null;
  version: string | null;
}

function PromptLink({ name, promptId, version }: PromptLinkProps) {
  const texts = useTexts(promptPartTexts);
  return (
    <span className="flex min-w-0 items-center gap-2">
      <TextLink
        to="/prompts/$name"
        params={{ name }}
        search={promptId === null ? {} : { version: String(promptId) }}
        title={name}
        className="max-w-72 truncate"
      >
        {name}
      </TextLink>
      {version === null ? (
        <Badge tone="bad">{texts.nothingThere}</Badge>
      ) : (
        <code className="max-w-32 truncate font-mono text-sm" title={version}>
          {version}
        </code>
      )}
    </span>
  );
}

function ByWhat({ label, number }: { label: string | null; number: number | null }) {
  const texts = useTexts(promptPartTexts);
  const text = number === null ? (label === 'latest' ? texts.latest : label) : `#${number}`;
  return <span className="text-sm text-muted">({text})</span>;
}

function Composed({ composed: { template, messages } }: { composed: NonNullable<Links['composed']> }) {
  const texts = useTexts(promptPartTexts);
  return (
    <details className="grid gap-2">
      <summary className="cursor-pointer rounded-sm text-sm font-medium">
        {texts.composed} <span className="font-normal text-muted">{texts.composedHint}</span>
      </summary>
      <div className="mt-2">
        {messages ? (
          <MessagesView messages={messages} />
        ) : (
          <CodeBlock label={texts.composed} code={template}>
            <TemplateText template={template} />
          </CodeBlock>
        )}
      </div>
    </details>
  );
}
