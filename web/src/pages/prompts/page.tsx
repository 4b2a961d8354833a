// All prompts by name, with the latest version and the version behind each label.
import { FileText, Plus, Search } from 'lucide-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTexts } from '#i18n';
import { first } from '#lib/search-text';
import { useUrl } from '#lib/url-state';
import { Button, Card, EmptyState, Field, Input, Loaded, LoadMore, Page, SkeletonRows } from '#ui';
import { NewVersion } from './versions/new-version.tsx';
import { PromptTable } from './prompt-table.tsx';
import { promptsTexts } from './texts.ts';
import { usePromptNames, useRights } from './use-prompts.ts';

export function PromptsPage() {
  const texts = useTexts(promptsTexts);
  const navigate = useNavigate();
  const { mayChange, note } = useRights();
  const [creating, setCreating] = useState(false);
  return (
    <Page
      title={texts.title}
      about={note ?? texts.about}
      actions={
        mayChange && (
          <Button look="main" icon={<Plus size={16} aria-hidden />} onClick={() => setCreating(true)}>
            {texts.newPrompt}
          </Button>
        )
      }
    >
      <Card>
        <PromptList mayChange={mayChange} onCreate={() => setCreating(true)} />
      </Card>
      {creating && (
        <NewVersion
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
  const [search, change] = useUrl();
  const wanted = first(search['q']) ?? '';
  const list = usePromptNames(wanted);
  const lines = list.data?.pages.flatMap(({ names }) => names) ?? [];
  const none = lines.length === 0 && wanted === '' && !list.isPlaceholderData && (
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
    <Loaded of={list} skeleton={<SkeletonRows rows={6} />} empty={none}>
      {() => (
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
          {lines.length > 0 ? (
            <PromptTable lines={lines} />
          ) : (
            <EmptyState
              icon={<Search size={22} aria-hidden />}
              title={texts.noneFound}
              actions={<Button onClick={() => change({ q: undefined })}>{texts.showAll}</Button>}
            >
              {texts.noneFoundAbout(wanted)}
            </EmptyState>
          )}
          <LoadMore pages={list} />
        </>
      )}
    </Loaded>
  );
}
