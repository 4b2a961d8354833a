// All prompts by name, with the latest version and the version behind each label.
import { FileText, Folder, Lock, Plus, Search } from 'lucide-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useMayManage, useRows } from '#api';
import { useTexts } from '#i18n';
import { first } from '#lib/search-text';
import { useUrl } from '#lib/url-state';
import { Button, Card, EmptyState, Field, Input, Page, ListRows } from '#ui';
import { FolderList, FolderPath } from './folders.tsx';
import { NewVersion } from './versions/new-version.tsx';
import { promptPartTexts } from './part-texts.ts';
import { PromptTable } from './prompt-table.tsx';
import { ProtectLabels } from './protect-labels.tsx';
import { promptsTexts } from './texts.ts';
import { usePromptNames, useRights } from './use-prompts.ts';

export function PromptsPage() {
  const texts = useTexts(promptsTexts);
  const navigate = useNavigate();
  const { mayChange, note } = useRights();
  const parts = useTexts(promptPartTexts);
  const mayManage = useMayManage();
  const [search] = useUrl();
  const folder = first(search['folder']) ?? '';
  const [creating, setCreating] = useState(false);
  const [protecting, setProtecting] = useState(false);
  return (
    <Page
      title={texts.title}
      about={note ?? texts.about}
      actions={
        mayChange && (
          <>
            {mayManage && (
              <Button icon={<Lock size={16} aria-hidden />} onClick={() => setProtecting(true)}>
                {parts.protect}
              </Button>
            )}
            <Button look="main" icon={<Plus size={16} aria-hidden />} onClick={() => setCreating(true)}>
              {texts.newPrompt}
            </Button>
          </>
        )
      }
    >
      {protecting && <ProtectLabels onClose={() => setProtecting(false)} />}
      <Card>
        <PromptList mayChange={mayChange} onCreate={() => setCreating(true)} />
      </Card>
      {creating && (
        <NewVersion
          folder={folder}
          onClose={() => setCreating(false)}
          onMade={({ name, id }) =>
            void navigate({
              to: '/prompts/$name',
              params: { name },
              search: { version: String(id) },
            })
          }
        />
      )}
    </Page>
  );
}

function PromptList({ mayChange, onCreate }: { mayChange: boolean; onCreate: () => void }) {
  const texts = useTexts(promptsTexts);
  const parts = useTexts(promptPartTexts);
  const [search, change] = useUrl();
  const wanted = first(search['q']) ?? '';
  const folder = first(search['folder']) ?? '';
  const asked = usePromptNames(folder, wanted);
  const list = useRows(asked, ({ names }) => names);
  const folders = asked.data?.pages.flatMap((page) => page.folders) ?? [];
  const isEmpty = list.rows.length === 0 && folders.length === 0;
  const none = isEmpty && wanted === '' && folder === '' && !asked.isPlaceholderData && (
    <EmptyState
      icon={<FileText size={22} aria-hidden />}
      title={texts.none}
      {...(mayChange
        ? {
            actions: (
              <Button look="main" onClick={onCreate}>
                {texts.newPrompt}
              </Button>
            ),
          }
        : {})}
    >
      {texts.noneAbout}
    </EmptyState>
  );
  return (
    <ListRows of={list} skeleton={6} empty={none}>
      {(lines) => (
        <>
          <div className="relative max-w-sm">
            <Search size={16} aria-hidden className="absolute top-2.5 left-3 text-muted" />
            <Field label={texts.find} hideLabel>
              <Input
                type="search"
                className="pl-9"
                placeholder={texts.find}
                value={wanted}
                onChange={(event) => change({ q: event.target.value || undefined }, { replace: true })}
              />
            </Field>
          </div>
          {folder !== '' && <FolderPath folder={folder} />}
          {wanted === '' && <FolderList folder={folder} folders={folders} />}
          {lines.length > 0 && <PromptTable lines={lines} folder={wanted === '' ? folder : ''} />}
          {isEmpty && wanted === '' && (
            <EmptyState icon={<Folder size={22} aria-hidden />} title={parts.emptyFolder}>
              {parts.emptyFolderAbout}
            </EmptyState>
          )}
          {lines.length === 0 && wanted !== '' && (
            <EmptyState
              icon={<Search size={22} aria-hidden />}
              title={texts.noneFound}
              actions={<Button onClick={() => change({ q: undefined })}>{texts.showAll}</Button>}
            >
              {texts.noneFoundAbout(wanted)}
            </EmptyState>
          )}
        </>
      )}
    </ListRows>
  );
}
