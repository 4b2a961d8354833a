import { Bookmark, BookmarkPlus, Settings2, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { isApiError, useGet, useSend, useSession, type Schemas } from '#api';
import { useTexts } from '#i18n';
import { useUrl } from '#lib/url-state';
import {
  Button,
  ConfirmDialog,
  Dialog,
  DialogActions,
  Field,
  Form,
  IconButton,
  Input,
  Menu,
  MenuItem,
  MenuLabel,
  MenuLine,
  faultOf,
  say,
} from '#ui';
import { callsTexts } from './texts.ts';
import { fingerprint, searchOf, savedViewOf, type ViewParts } from './view.ts';

type SavedView = Schemas['SavedView'];

export function SavedViews({ parts }: { parts: ViewParts }) {
  const texts = useTexts(callsTexts);
  const [, change] = useUrl();
  const mayChange = useSession().role !== 'viewer';
  const { data, isError } = useGet('/v1/saved-views', {}, { wholeAccount: true, staleTime: 60_000 });
  const [dialog, setDialog] = useState<'save' | 'manage' | null>(null);
  const views = data?.savedViews ?? [];
  const now = fingerprint(searchOf(savedViewOf(parts)));
  const current = views.find(({ filter }) => fingerprint(searchOf(filter)) === now);
  const close = () => setDialog(null);
  return (
    <>
      <Menu
        align="end"
        trigger={
          <Button size="small" icon={<Bookmark size={16} aria-hidden />} className="max-w-56">
            <span className="truncate">{current?.name ?? texts.views}</span>
          </Button>
        }
      >
        <MenuLabel>
          {isError ? texts.viewsFailed : views.length === 0 ? texts.noViews : texts.views}
        </MenuLabel>
        {views.map((view) => (
          <MenuItem
            key={view.id}
            icon={
              <Bookmark size={16} aria-hidden className={view === current ? 'text-accent' : 'text-muted'} />
            }
            onSelect={() => change(searchOf(view.filter))}
          >
            <span className="max-w-64 truncate" title={view.name}>
              {view.name}
            </span>
          </MenuItem>
        ))}
        {mayChange && (
          <>
            <MenuLine />
            <MenuItem icon={<BookmarkPlus size={16} aria-hidden />} onSelect={() => setDialog('save')}>
              {texts.saveView}
            </MenuItem>
            {views.length > 0 && (
              <MenuItem icon={<Settings2 size={16} aria-hidden />} onSelect={() => setDialog('manage')}>
                {texts.manageViews}
              </MenuItem>
            )}
          </>
        )}
      </Menu>
      {dialog === 'save' && <SaveView parts={parts} name={current?.name ?? ''} onClose={close} />}
      {dialog === 'manage' && <ManageViews views={views} onClose={close} />}
    </>
  );
}

function SaveView({ parts, name, onClose }: { parts: ViewParts; name: string; onClose: () => void }) {
  const texts = useTexts(callsTexts);
  const save = useSend('post', '/v1/saved-views', {
    changes: ['/v1/saved-views'],
    onSuccess: ({ savedView }) => {
      say(texts.viewSaved(savedView.name));
      onClose();
    },
  });
  return (
    <Dialog open onClose={onClose} title={texts.saveView} about={texts.saveViewAbout}>
      <Form
        error={save.error}
        fields={['name']}
        onSubmit={({ name = '' }) => save.mutate({ body: { name: name.trim(), filter: savedViewOf(parts) } })}
      >
        <Field label={texts.viewName} hint={texts.viewNameHint} fault={faultOf(save.error, 'name')}>
          <Input
            name="name"
            required
            maxLength={50}
            pattern=".*\S.*"
            defaultValue={name}
            autoComplete="off"
          />
        </Field>
        <DialogActions>
          <Button look="main" type="submit" busy={save.isPending}>
            {texts.save}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}

function ManageViews({ views, onClose }: { views: readonly SavedView[]; onClose: () => void }) {
  const texts = useTexts(callsTexts);
  const [deleting, setDeleting] = useState<SavedView | null>(null);
  const remove = useSend('delete', '/v1/saved-views/{id}', { changes: ['/v1/saved-views'] });
  if (deleting) {
    const done = () => {
      say(texts.viewDeleted(deleting.name));
      setDeleting(null);
    };
    return (
      <ConfirmDialog
        open
        title={texts.deleteViewTitle(deleting.name)}
        about={texts.deleteViewAbout}
        action={texts.delete}
        busy={remove.isPending}
        error={remove.error}
        onClose={() => {
          remove.reset();
          setDeleting(null);
        }}
        onConfirm={() =>
          remove.mutate(
            { path: { id: deleting.id } },
            { onSuccess: done, onError: (error) => isApiError(error) && error.status === 404 && done() },
          )
        }
      />
    );
  }
  return (
    <Dialog open onClose={onClose} title={texts.manageViews}>
      {views.length === 0 ? (
        <p className="text-muted">{texts.noViews}</p>
      ) : (
        <ul className="grid">
          {views.map((view) => (
            <li
              key={view.id}
              className="flex items-center justify-between gap-3 border-b py-1.5 last:border-b-0"
            >
              <span className="min-w-0 truncate" title={view.name}>
                {view.name}
              </span>
              <IconButton
                label={texts.deleteView(view.name)}
                icon={<Trash2 size={16} aria-hidden />}
                onClick={() => setDeleting(view)}
              />
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}
