// Usage of the versions in a window: a table on wide screens, cards on narrow ones.
import { ChartColumn } from 'lucide-react';
import type { ReactNode } from 'react';
import { useGet, type Schemas } from '#api';
import { useFormat, useTexts } from '#i18n';
import { writeFilter } from '#lib/call-filter';
import { writeWindow } from '#lib/time-window';
import { useWindow } from '#lib/url-state';
import {
  Ago,
  Badge,
  Card,
  Duration,
  EmptyState,
  Loaded,
  Money,
  SkeletonRows,
  Table,
  TextLink,
  Tokens,
  WindowPicker,
} from '#ui';
import { DeployedLabels } from './labels.tsx';
import { promptsTexts } from './texts.ts';
import type { PromptData } from './types.ts';

type Line = Schemas['PromptVersionUsage'];

interface UsageProps {
  newest: PromptData;
  versions: readonly PromptData[];
}

export function Usage(props: UsageProps) {
  const texts = useTexts(promptsTexts);
  const { choice, choose } = useWindow();
  return (
    <Card
      title={texts.usage}
      about={texts.usageAbout}
      actions={<WindowPicker choice={choice} onChange={choose} />}
    >
      <UsageFigures {...props} />
    </Card>
  );
}

/** The figures of the window: of all versions, or `only` of some. */
export function UsageFigures({ newest, versions, only }: UsageProps & { only?: readonly PromptData[] }) {
  const texts = useTexts(promptsTexts);
  const { window } = useWindow();
  const asked = useGet(
    '/v1/prompts/{id}/usage',
    { path: { id: newest.id }, query: window },
    { keepPrevious: true, staleTime: 30_000 },
  );
  const isShown = ({ promptId }: Line) => !only || only.some(({ id }) => id === promptId);
  const lines = asked.data?.versions.filter(isShown) ?? [];
  return (
    <Loaded
      of={asked}
      skeleton={<SkeletonRows rows={only ? 2 : 4} />}
      empty={
        lines.every(({ calls }) => calls === 0) &&
        (only ? (
          <p className="text-sm text-muted">{texts.noUsageOfThese}</p>
        ) : (
          <EmptyState icon={<ChartColumn size={22} aria-hidden />} title={texts.noUsage}>
            {texts.noUsageAbout}
          </EmptyState>
        ))
      }
    >
      {() => <Figures name={newest.name} lines={lines} versions={versions} />}
    </Loaded>
  );
}

const keyOf = ({ promptId, version }: Line) => `${promptId ?? ''} ${version ?? ''}`;

interface FiguresProps {
  name: string;
  lines: readonly Line[];
  versions: readonly PromptData[];
}

function Figures({ name, lines, versions }: FiguresProps) {
  const texts = useTexts(promptsTexts);
  const figures = useFigures(name);
  const nameOf = (line: Line) => <VersionName line={line} versions={versions} />;
  return (
    <>
      <div className="max-xl:hidden">
        <Table
          label={texts.tabs.usage}
          rows={lines}
          rowKey={keyOf}
          columns={[
            { id: 'version', title: texts.usageColumns.version, cell: nameOf },
            ...figures.map(({ id, cell }) => ({
              id,
              title: texts.usageColumns[id],
              cell,
              number: true,
            })),
          ]}
        />
      </div>
      <ul className="grid gap-3 xl:hidden">
        {lines.map((line) => (
          <li key={keyOf(line)} className="grid gap-3 rounded-md border p-3.5">
            {nameOf(line)}
            <dl className="grid grid-cols-2 gap-x-4 gap-y-2 sm:grid-cols-4">
              {figures.map(({ id, cell }) => (
                <div key={id} className="min-w-0">
                  <dt className="text-xs text-muted">{texts.usageColumns[id]}</dt>
                  <dd>{cell(line)}</dd>
                </div>
              ))}
            </dl>
          </li>
        ))}
      </ul>
    </>
  );
}

function VersionName({ line, versions }: { line: Line; versions: readonly PromptData[] }) {
  const texts = useTexts(promptsTexts);
  if (line.version === null) return <span className="text-muted">{texts.noVersion}</span>;
  const prompt = versions.find(({ id }) => id === line.promptId);
  return (
    <span className="flex max-w-52 flex-wrap items-center gap-x-2 gap-y-1">
      {prompt ? (
        <TextLink
          to="/prompts/$name"
          params={{ name: prompt.name }}
          search={{ version: String(prompt.id) }}
          title={prompt.version}
          className="max-w-full truncate font-mono text-sm"
        >
          {line.version}
        </TextLink>
      ) : (
        <code className="max-w-full truncate font-mono text-sm" title={line.version}>
          {line.version}
        </code>
      )}
      {line.promptId === null && <Badge>{texts.notKept}</Badge>}
      {prompt && <DeployedLabels labels={prompt.deployedLabels} />}
    </span>
  );
}

interface Figure {
  id: Exclude<keyof typeof promptsTexts.en.usageColumns, 'version'>;
  cell: (line: Line) => ReactNode;
}

function useFigures(name: string): Figure[] {
  const texts = useTexts(promptsTexts);
  const format = useFormat();
  const { choice } = useWindow();
  return [
    {
      id: 'calls',
      cell: ({ calls, version }) =>
        calls === 0 || version === null ? (
          <Tokens count={calls} />
        ) : (
          <TextLink
            to="/calls"
            search={{ ...writeFilter({ promptName: name, promptVersion: version }), ...writeWindow(choice) }}
          >
            <Tokens count={calls} />
          </TextLink>
        ),
    },
    { id: 'cost', cell: ({ costUsd }) => <Money usd={costUsd} /> },
    { id: 'perCall', cell: ({ costUsd, calls }) => <Money usd={calls === 0 ? null : costUsd / calls} /> },
    { id: 'tokens', cell: ({ totalTokens }) => <Tokens count={totalTokens} /> },
    { id: 'mean', cell: ({ meanLatencyMs }) => <Duration ms={meanLatencyMs} /> },
    { id: 'p95', cell: ({ p95LatencyMs }) => <Duration ms={p95LatencyMs} /> },
    { id: 'errors', cell: ({ errorRate, calls }) => format.share(calls === 0 ? null : errorRate) },
    {
      id: 'human',
      cell: ({ scores: { human } }) =>
        human === null ? (
          '–'
        ) : (
          <span title={texts.humanScore(format.compact(human.mean), format.count(human.count))}>
            {format.compact(human.mean)}
            <span className="text-muted"> / 5</span>
          </span>
        ),
    },
    { id: 'judge', cell: ({ scores }) => <JudgeScores scores={scores.judge} /> },
    { id: 'last', cell: ({ lastCallAt }) => (lastCallAt === null ? '–' : <Ago at={lastCallAt} />) },
  ];
}

function JudgeScores({ scores }: { scores: Line['scores']['judge'] }) {
  const texts = useTexts(promptsTexts);
  const format = useFormat();
  const { data } = useGet(
    '/v1/eval-criteria',
    {},
    { wholeAccount: true, enabled: scores.length > 0, staleTime: 300_000 },
  );
  if (scores.length === 0) return '–';
  return (
    <ul>
      {scores.map(({ criterionId, mean, count }) => {
        const name =
          data?.criteria.find(({ id }) => id === criterionId)?.name ?? texts.criterion(criterionId);
        return (
          <li
            key={criterionId}
            className="ml-auto max-w-36 truncate"
            title={texts.judgeScore(name, format.share(mean), format.count(count))}
          >
            <span className="text-muted">{name}</span> {format.share(mean)}
          </li>
        );
      })}
    </ul>
  );
}
