import type { Schemas } from '#api';
import { useTexts } from '#i18n';
import { AppLink, Badge, Button, CopyButton, Table, Time, type TableColumn } from '#ui';
import { projectsTexts } from './texts.ts';

interface ProjectTableProps {
  projects: readonly Schemas['Project'][];
  /** Omitted for users without permission. */
  onRename?: (project: Schemas['Project']) => void;
  onDelete?: (project: Schemas['Project']) => void;
}

export function ProjectTable({ projects, onRename, onDelete }: ProjectTableProps) {
  const texts = useTexts(projectsTexts);
  const columns: TableColumn<Schemas['Project']>[] = [
    {
      id: 'name',
      title: texts.columns.name,
      cell: ({ id, name, isDefault }) => (
        <div className="flex max-w-40 min-w-0 flex-wrap items-center gap-x-2 md:max-w-80">
          <AppLink
            to="/"
            search={{ project: id }}
            title={texts.look(name)}
            className="max-w-full truncate rounded-sm font-medium hover:text-accent hover:underline"
          >
            {name}
          </AppLink>
          {isDefault && <Badge tone="accent">{texts.default}</Badge>}
        </div>
      ),
    },
    {
      id: 'id',
      title: texts.columns.id,
      wideOnly: true,
      cell: ({ id }) => (
        <span className="flex items-center gap-1">
          <code className="font-mono text-xs text-muted">{id}</code>
          <CopyButton text={id} what={texts.theId} />
        </span>
      ),
    },
    {
      id: 'created',
      title: texts.columns.created,
      wideOnly: true,
      cell: ({ createdAt }) => <Time at={createdAt} />,
    },
    ...(onRename && onDelete
      ? [
          {
            id: 'do',
            title: <span className="sr-only">{texts.columns.do}</span>,
            number: true,
            cell: (project: Schemas['Project']) => (
              <div className="flex flex-wrap items-center justify-end gap-2">
                <Button
                  size="small"
                  aria-label={texts.renameNamed(project.name)}
                  onClick={() => onRename(project)}
                >
                  {texts.rename}
                </Button>
                <Button
                  size="small"
                  aria-label={texts.deleteNamed(project.name)}
                  disabled={project.isDefault}
                  onClick={() => onDelete(project)}
                >
                  {texts.delete}
                </Button>
              </div>
            ),
          },
        ]
      : []),
  ];
  return <Table label={texts.title} columns={columns} rows={projects} rowKey={({ id }) => id} />;
}
