import { useTexts } from '#i18n';
import { AppLink, Ago, Badge, Skeleton, Table, TextLink, type TableColumn } from '#ui';
import { promptsTexts } from './texts.ts';
import type { Deployment, Prompt } from './use-prompts.ts';

export interface PromptLine {
  name: string;
  latest: Prompt;
  points: Deployment[];
}

const SHOWN = 4;

/** A label and the version behind it; a version that is not the latest stands out. */
function Points({ points, latest }: Omit<PromptLine, 'name'>) {
  const texts = useTexts(promptsTexts);
  if (points.length === 0) return <span className="text-muted">{texts.nowhere}</span>;
  return (
    <span className="flex flex-wrap gap-1.5">
      {points.slice(0, SHOWN).map(({ name, label, version, promptId }) => (
        <AppLink
          key={label}
          to="/prompts/$name"
          params={{ name }}
          search={{ tab: 'deployments', label }}
          title={texts.labelPoints(label, version)}
          className="max-w-full"
        >
          <Badge tone={promptId === latest.id ? 'good' : 'warm'}>
            <span className="max-w-28 truncate">{label}</span>
            <span className="max-w-20 truncate font-mono">{version}</span>
          </Badge>
        </AppLink>
      ))}
      {points.length > SHOWN && <span className="text-xs text-muted">+{points.length - SHOWN}</span>}
    </span>
  );
}

export function PromptTable({ lines, waiting }: { lines: readonly PromptLine[]; waiting: boolean }) {
  const texts = useTexts(promptsTexts);
  const columns: TableColumn<PromptLine>[] = [
    {
      id: 'name',
      title: texts.columns.name,
      cell: ({ name, latest }) => (
        <div className="grid min-w-0 max-w-40 sm:max-w-80">
          <TextLink to="/prompts/$name" params={{ name }} title={name} className="truncate">
            {name}
          </TextLink>
          {latest.description !== null && (
            <span className="truncate text-sm text-muted" title={latest.description}>
              {latest.description}
            </span>
          )}
        </div>
      ),
    },
    {
      id: 'latest',
      title: texts.columns.latest,
      wideOnly: true,
      cell: ({ latest }) => (
        <code className="block max-w-40 truncate font-mono text-sm" title={latest.version}>
          {latest.version}
        </code>
      ),
    },
    {
      id: 'deployed',
      title: texts.columns.deployed,
      cell: ({ points, latest }) =>
        waiting ? <Skeleton className="h-5 w-24" /> : <Points points={points} latest={latest} />,
    },
    {
      id: 'updated',
      title: texts.columns.updated,
      wideOnly: true,
      cell: ({ latest }) => <Ago at={latest.updatedAt} />,
    },
  ];
  return <Table label={texts.title} columns={columns} rows={lines} rowKey={({ name }) => name} />;
}
