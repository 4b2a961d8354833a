// All prompts by name: the latest version of each, and which version every label points to.
import { FileText, Plus, Search } from 'lucide-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTexts } from '#i18n';
import { first } from '#lib/search-text';
import { useUrl } from '#lib/url-state';
import { Button, Card, EmptyState, ErrorState, Field, Input, LoadMore, Page, SkeletonRows } from '#ui';
import { NewVersion } from './new-version.tsx';
import { PromptTable, type PromptLine } from './prompt-table.tsx';
import { promptsTexts } from './texts.ts';
import { useDeployments, usePromptList, useRights } from './use-prompts.ts';

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
  const list = usePromptList();
  const deployments = useDeployments();
  if (list.isPending) return <SkeletonRows rows={6} />;
  if (list.isError) return <ErrorState error={list.error} onRetry={() => void list.refetch()} />;
  if (deployments.isError)
    return <ErrorState error={deployments.error} onRetry={() => void deployments.refetch()} />;

  const lines = new Map<string, PromptLine>();
  for (const prompt of list.data.pages.flatMap(({ prompts }) => prompts)) {
    // Newest first: the first of a name is its latest.
    if (!lines.has(prompt.name)) lines.set(prompt.name, { name: prompt.name, latest: prompt, points: [] });
  }
  for (const deployment of deployments.data?.pages.flatMap(({ deployments: all }) => all) ?? [])
    lines.get(deployment.name)?.points.push(deployment);
  if (lines.size === 0) {
    return (
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
  }
  const wanted = first(search['q']) ?? '';
  const shown = [...lines.values()].filter(({ name }) => name.toLowerCase().includes(wanted.toLowerCase()));
  return (
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
      {shown.length > 0 ? (
        <PromptTable lines={shown} waiting={deployments.isPending} />
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
  );
}
