import { ChevronsUpDown } from 'lucide-react';
import { useGet, useProjectId, useSession } from '#api';
import { useTexts } from '#i18n';
import { useUrl } from '#lib/url-state';
import { Menu, MenuChoice } from '#ui';
import { shellTexts } from '../texts.ts';

const ALL = '';

/** Selects the project for all pages. It is part of the URL, so a shared link opens the same project. */
export function ProjectMenu() {
  const texts = useTexts(shellTexts);
  const { account } = useSession();
  const projectId = useProjectId();
  const [, change] = useUrl();
  const { data } = useGet(
    '/v1/projects',
    { query: { limit: 200 } },
    { wholeAccount: true, staleTime: 60_000 },
  );
  const projects = data?.projects ?? [];
  const chosen = projects.find(({ id }) => id === projectId);
  const name = projectId === null ? texts.allProjects : (chosen?.name ?? (data ? texts.unknownProject : '…'));
  return (
    <Menu
      trigger={
        <button
          type="button"
          className="flex w-full items-center gap-2 rounded-md border px-2.5 py-1.5 text-left hover:bg-hover"
        >
          <span className="grid min-w-0 flex-1">
            <span className="truncate text-sm font-medium">{account.name}</span>
            <span className="truncate text-xs text-muted">{name}</span>
          </span>
          <ChevronsUpDown size={16} aria-hidden className="shrink-0 text-muted" />
        </button>
      }
    >
      <MenuChoice
        label={texts.project}
        value={projectId ?? ALL}
        onChange={(id) => change({ project: id === ALL ? undefined : id })}
        options={[
          { value: ALL, label: texts.allProjects },
          ...projects.map(({ id, name }) => ({ value: id, label: <span className="truncate">{name}</span> })),
        ]}
      />
    </Menu>
  );
}
