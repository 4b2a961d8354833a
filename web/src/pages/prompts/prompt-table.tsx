import { useTexts } from '#i18n';
import { AppLink, Ago, Badge, Table, TextLink, type TableColumn } from '#ui';
import { nameIn } from './folder-names.ts';
import { LabelLock } from './labels.tsx';
import { promptsTexts } from './texts.ts';
import type { PromptNameData } from './types.ts';

const SHOWN = 4;

/** A label and its version; a version that is not the latest is highlighted. */
function Points({ name, labels, latestVersion }: PromptNameData) {
  const texts = useTexts(promptsTexts);
  if (labels.length === 0) return <span className="text-muted">{texts.nowhere}</span>;
  return (
    <span className="flex flex-wrap gap-1.5">
      {labels.slice(0, SHOWN).map(({ label, version }) => (
        <AppLink
          key={label}
          to="/prompts/$name"
          params={{ name }}
          search={{ tab: 'deployments', label }}
          title={
            version === latestVersion ? texts.labelPoints(label, version) : texts.labelBehind(label, version)
          }
          className="max-w-full"
        >
          <Badge tone={version === latestVersion ? 'good' : 'warm'}>
            <span className="max-w-28 truncate">{label}</span>
            <span className="max-w-20 truncate font-mono">{version}</span>
            <LabelLock label={label} />
          </Badge>
        </AppLink>
      ))}
      {labels.length > SHOWN && <span className="text-xs text-muted">+{labels.length - SHOWN}</span>}
    </span>
  );
}

/** Names are shown without the folder that they are all in. */
export function PromptTable({ lines, folder }: { lines: readonly PromptNameData[]; folder: string }) {
  const texts = useTexts(promptsTexts);
  const columns: TableColumn<PromptNameData>[] = [
    {
      id: 'name',
      title: texts.columns.name,
      cell: ({ name, description }) => (
        <div className="grid min-w-0 max-w-40 sm:max-w-80">
          <TextLink to="/prompts/$name" params={{ name }} title={name} className="truncate">
            {nameIn(folder, name)}
          </TextLink>
          {description !== null && (
            <span className="truncate text-sm text-muted" title={description}>
              {description}
            </span>
          )}
        </div>
      ),
    },
    {
      id: 'latest',
      title: texts.columns.latest,
      wideOnly: true,
      cell: ({ latestVersion }) => (
        <code className="block max-w-40 truncate font-mono text-sm" title={latestVersion}>
          {latestVersion}
        </code>
      ),
    },
    {
      id: 'deployed',
      title: texts.columns.deployed,
      cell: (line) => <Points {...line} />,
    },
    {
      id: 'updated',
      title: texts.columns.updated,
      wideOnly: true,
      cell: ({ updatedAt }) => <Ago at={updatedAt} />,
    },
  ];
  return <Table label={texts.title} columns={columns} rows={lines} rowKey={({ name }) => name} />;
}
