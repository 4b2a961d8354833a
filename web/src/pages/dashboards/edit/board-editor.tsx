// The editor of a dashboard. Changes are a draft until they are saved; a version that someone else saved
// meanwhile is not overwritten.
import { useQueryClient } from '@tanstack/react-query';
import { useBlocker, useNavigate } from '@tanstack/react-router';
import { Plus, Settings2 } from 'lucide-react';
import { useState } from 'react';
import { askAgain, isApiError, useSend, type Schemas } from '#api';
import { useTexts } from '#i18n';
import {
  Badge,
  BoardGrid,
  Button,
  chartHeight,
  ConfirmDialog,
  ErrorNotice,
  Page,
  say,
  SharedCrosshair,
  useBoard,
  useBoardScope,
  WidgetView,
  WindowPicker,
  type Widget,
} from '#ui';
import { dashboardsTexts } from '../texts.ts';
import { addWidget, copyWidget, type Draft } from './draft.ts';
import { RenameDashboard } from './rename.tsx';
import { WidgetForm } from './widget-form.tsx';
import { WidgetTools } from './widget-tools.tsx';

const MAX_WIDGETS = 30;

interface BoardEditorProps {
  dashboard: Schemas['Dashboard'];
  /** Starts with the form for a new widget. */
  isAdding: boolean;
  onClose: () => void;
}

export function BoardEditor({ dashboard: given, isAdding, onClose }: BoardEditorProps) {
  const texts = useTexts(dashboardsTexts);
  // A version that arrives during editing does not reset the draft; it causes a conflict on save.
  const [dashboard] = useState(given);
  const { name, description, widgets, version } = dashboard;
  const [draft, setDraft] = useState<Draft>({ name, description, widgets });
  const [form, setForm] = useState<Widget | 'new' | null>(isAdding ? 'new' : null);
  const [renaming, setRenaming] = useState(false);
  const isChanged = JSON.stringify(draft) !== JSON.stringify({ name, description, widgets });
  const { scope, window } = useBoardScope();
  const board = useBoard(draft.widgets, scope);
  const save = useSend('put', '/v1/dashboards/{id}', {
    changes: ['/v1/dashboards'],
    wholeAccount: true,
  });
  // Called after the new version has been refetched, so that the old one is never shown.
  const done = () => {
    say(texts.saved);
    onClose();
  };
  const client = useQueryClient();
  const loadTheirs = () => {
    void askAgain(client, '/v1/dashboards');
    onClose();
  };
  const place = (next: Widget[]) => setDraft({ ...draft, widgets: next });
  const isFull = draft.widgets.length >= MAX_WIDGETS;
  return (
    <Page
      wide
      title={draft.name}
      {...(draft.description === '' ? {} : { about: draft.description })}
      actions={
        <>
          {isChanged && <Badge tone="warm">{texts.unsaved}</Badge>}
          <Button size="small" icon={<Settings2 size={16} aria-hidden />} onClick={() => setRenaming(true)}>
            {texts.rename}
          </Button>
          <Button
            size="small"
            icon={<Plus size={16} aria-hidden />}
            disabled={isFull}
            {...(isFull ? { title: texts.tooMany } : {})}
            onClick={() => setForm('new')}
          >
            {texts.addWidget}
          </Button>
          <Button size="small" onClick={onClose}>
            {isChanged ? texts.stopEditing : texts.closeEditor}
          </Button>
          <Button
            size="small"
            look="main"
            busy={save.isPending}
            onClick={() =>
              save.mutate({ path: { id: dashboard.id }, body: { ...draft, version } }, { onSuccess: done })
            }
          >
            {texts.save}
          </Button>
          <WindowPicker choice={window.choice} onChange={window.choose} />
        </>
      }
    >
      {save.error ? <SaveError error={save.error} draft={draft} onReload={loadTheirs} /> : null}
      <SharedCrosshair>
        <BoardGrid widgets={draft.widgets} isEdited>
          {(widget) => {
            const asked = board.widgets.get(widget.id);
            return (
              <>
                <WidgetTools
                  widget={widget}
                  widgets={draft.widgets}
                  onPlace={place}
                  onEdit={() => setForm(widget)}
                  onCopy={isFull ? null : () => place(copyWidget(draft.widgets, widget))}
                  onDelete={() => place(draft.widgets.filter(({ id }) => id !== widget.id))}
                />
                {asked && (
                  <WidgetView
                    widget={widget}
                    asked={asked}
                    scope={scope}
                    window={window}
                    height={chartHeight(widget) - TOOLS_PX}
                  />
                )}
              </>
            );
          }}
        </BoardGrid>
      </SharedCrosshair>
      {form && (
        <WidgetForm
          widget={form === 'new' ? null : form}
          onClose={() => setForm(null)}
          onDone={(widget) => {
            place(
              form === 'new'
                ? addWidget(draft.widgets, widget)
                : draft.widgets.map((one) => (one.id === widget.id ? widget : one)),
            );
            setForm(null);
          }}
        />
      )}
      {renaming && (
        <RenameDashboard
          draft={draft}
          onClose={() => setRenaming(false)}
          onDone={(names) => {
            setDraft({ ...draft, ...names });
            setRenaming(false);
          }}
        />
      )}
      <LeaveGuard isChanged={isChanged && !save.isSuccess} />
    </Page>
  );
}

const TOOLS_PX = 28;

/** Offers two ways to resolve a conflict; neither loses what was saved. */
function SaveError({ error, draft, onReload }: { error: unknown; draft: Draft; onReload: () => void }) {
  const texts = useTexts(dashboardsTexts);
  const navigate = useNavigate();
  const copy = useSend('post', '/v1/dashboards', {
    changes: ['/v1/dashboards'],
    wholeAccount: true,
    onSuccess: ({ dashboard }) =>
      void navigate({
        to: '/dashboards/$id',
        params: { id: String(dashboard.id) },
        search: {},
        ignoreBlocker: true,
      }),
  });
  if (!isApiError(error) || error.reason !== 'version_conflict') return <ErrorNotice error={error} />;
  return (
    <div role="alert" className="grid gap-3 rounded-md border border-warm/40 bg-warm-soft px-4 py-3">
      <p>{texts.conflict}</p>
      <div className="flex flex-wrap gap-2">
        <Button size="small" onClick={onReload}>
          {texts.loadTheirs}
        </Button>
        <Button
          size="small"
          busy={copy.isPending}
          onClick={() => copy.mutate({ body: { ...draft, name: texts.copyOf(draft.name).slice(0, 80) } })}
        >
          {texts.keepMine}
        </Button>
      </div>
      {copy.error ? <ErrorNotice error={copy.error} /> : null}
    </div>
  );
}

/**
 * Asks before the user leaves the page with unsaved changes. Window and filters can change without a
 * question.
 */
function LeaveGuard({ isChanged }: { isChanged: boolean }) {
  const texts = useTexts(dashboardsTexts);
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => isChanged && current.pathname !== next.pathname,
    enableBeforeUnload: () => isChanged,
    withResolver: true,
  });
  return (
    <ConfirmDialog
      open={status === 'blocked'}
      title={texts.leaveTitle}
      about={texts.leaveAbout}
      action={texts.leave}
      onClose={() => reset?.()}
      onConfirm={() => proceed?.()}
    />
  );
}
