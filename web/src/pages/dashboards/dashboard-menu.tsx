import { useNavigate } from '@tanstack/react-router';
import { Copy, Download, Ellipsis, House, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { request, useSend, useSession, type Schemas } from '#api';
import { useTexts } from '#i18n';
import { useHome } from '#lib/home';
import { ConfirmDialog, IconButton, Menu, MenuItem, MenuLine, say, useErrorText } from '#ui';
import { dashboardsTexts } from './texts.ts';
import { download, exported, fileName } from './transfer.ts';

type Named = Pick<Schemas['DashboardHead'], 'id' | 'name'>;

interface DashboardMenuProps {
  dashboard: Named;
  mayWrite: boolean;
  onDeleted?: () => void;
}

/** The actions on a dashboard other than editing it. */
export function DashboardMenu({ dashboard: named, mayWrite, onDeleted }: DashboardMenuProps) {
  const { id, name } = named;
  const [deleting, setDeleting] = useState(false);
  const texts = useTexts(dashboardsTexts);
  const errorText = useErrorText();
  const navigate = useNavigate();
  const [home, setHome] = useHome(useSession().account.id);
  const isHome = home === id;
  const create = useSend('post', '/v1/dashboards', {
    changes: ['/v1/dashboards'],
    wholeAccount: true,
    onSuccess: ({ dashboard }) =>
      void navigate({ to: '/dashboards/$id', params: { id: String(dashboard.id) } }),
  });
  const withContent = async (act: (dashboard: Schemas['Dashboard']) => void): Promise<void> => {
    try {
      act((await request('get', '/v1/dashboards/{id}', { path: { id } })).dashboard);
    } catch (error) {
      say(errorText(error), 'bad');
    }
  };
  return (
    <>
      <Menu
        align="end"
        trigger={<IconButton label={texts.more(name)} icon={<Ellipsis size={16} aria-hidden />} />}
      >
        <MenuItem
          icon={<House size={16} aria-hidden />}
          onSelect={() => {
            setHome(isHome ? null : id);
            say(isHome ? texts.homeIsOverview : texts.homeIsSet(name));
          }}
        >
          {isHome ? texts.unsetHome : texts.setHome}
        </MenuItem>
        <MenuItem
          icon={<Download size={16} aria-hidden />}
          onSelect={() =>
            void withContent((dashboard) =>
              download(fileName(name), `${JSON.stringify(exported(dashboard), null, 2)}\n`),
            )
          }
        >
          {texts.export}
        </MenuItem>
        {mayWrite && (
          <>
            <MenuItem
              icon={<Copy size={16} aria-hidden />}
              onSelect={() =>
                void withContent((dashboard) =>
                  create.mutate(
                    { body: { ...exported(dashboard), name: texts.copyOf(name).slice(0, 80) } },
                    { onError: (error) => say(errorText(error), 'bad') },
                  ),
                )
              }
            >
              {texts.duplicate}
            </MenuItem>
            <MenuLine />
            <MenuItem danger icon={<Trash2 size={16} aria-hidden />} onSelect={() => setDeleting(true)}>
              {texts.delete}
            </MenuItem>
          </>
        )}
      </Menu>
      {deleting && (
        <DeleteDashboard
          dashboard={named}
          onClose={() => setDeleting(false)}
          {...(onDeleted ? { onDeleted } : {})}
        />
      )}
    </>
  );
}

interface DeleteProps {
  dashboard: Named;
  onClose: () => void;
  onDeleted?: () => void;
}

function DeleteDashboard({ dashboard: { id, name }, onClose, onDeleted }: DeleteProps) {
  const texts = useTexts(dashboardsTexts);
  const remove = useSend('delete', '/v1/dashboards/{id}', {
    changes: ['/v1/dashboards'],
    wholeAccount: true,
    onSuccess: () => {
      say(texts.deleted(name));
      onClose();
      onDeleted?.();
    },
  });
  return (
    <ConfirmDialog
      open
      title={texts.deleteTitle(name)}
      about={texts.deleteAbout}
      action={texts.delete}
      busy={remove.isPending}
      error={remove.error}
      onClose={onClose}
      onConfirm={() => remove.mutate({ path: { id } })}
    />
  );
}
