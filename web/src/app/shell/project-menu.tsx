import { useNavigate, useRouterState } from '@tanstack/react-router';
import { ChevronsUpDown, Folder } from 'lucide-react';
import { useGet, useProjectId, useSession } from '#api';
import { useTexts } from '#i18n';
import { useUrl } from '#lib/url-state';
import { Menu, MenuChoice } from '#ui';
import { shellTexts } from '../texts.ts';
import { listOf } from './place.ts';

const ALL = '';

/**
 * Another project on the same page. The page of one call, trace or session leads to the list, because it
 * exists in one project only.
 */
export function useChooseProject(): (id: string | null) => void {
  const [, change] = useUrl();
  const navigate = useNavigate();
  const list = useRouterState({ select: ({ location }) => listOf(location.pathname) });
  return (id) => {
    const project = id ?? undefined;
    if (list === null) change({ project });
    else void navigate({ to: list, search: { project } });
  };
}

/** Selects the project for all pages. It is part of the URL, so a shared link opens the same project. */
export function ProjectMenu({ iconOnly = false }: { iconOnly?: boolean }) {
  const texts = useTexts(shellTexts);
  const { account } = useSession();
  const projectId = useProjectId();
  const choose = useChooseProject();
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
          title={iconOnly ? name : undefined}
          className="flex min-h-9 w-full items-center gap-2 rounded-md border px-2 py-1 text-left hover:bg-hover"
        >
          {iconOnly && <Folder size={16} aria-hidden className="mx-auto shrink-0 text-muted" />}
          <span className={iconOnly ? 'sr-only' : 'grid min-w-0 flex-1'}>
            <span className="truncate text-sm font-medium">{account.name}</span>
            <span className="truncate text-xs text-muted">{name}</span>
          </span>
          {!iconOnly && <ChevronsUpDown size={16} aria-hidden className="shrink-0 text-muted" />}
        </button>
      }
    >
      <MenuChoice
        label={texts.project}
        value={projectId ?? ALL}
        onChange={(id) => choose(id === ALL ? null : id)}
        options={[
          { value: ALL, label: texts.allProjects },
          ...projects.map(({ id, name }) => ({ value: id, label: <span className="truncate">{name}</span> })),
        ]}
      />
    </Menu>
  );
}
