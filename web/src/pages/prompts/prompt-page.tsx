// One prompt: versions, comparison, deployments and usage. The selected tab is in the URL.
import { useNavigate, useParams } from '@tanstack/react-router';
import { FileText, Plus } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useTexts } from '#i18n';
import { first } from '#lib/search-text';
import { useUrl } from '#lib/url-state';
import {
  Button,
  ButtonLink,
  Card,
  EmptyState,
  Loaded,
  Page,
  Skeleton,
  SkeletonRows,
  Tabs,
  Waiting,
} from '#ui';
import { Compare } from './versions/compare.tsx';
import { Deployments } from './deployments/deployments.tsx';
import { folderOf } from './folder-names.ts';
import { FolderPath } from './folders.tsx';
import { NewVersion } from './versions/new-version.tsx';
import { promptPartTexts } from './part-texts.ts';
import { promptsTexts } from './texts.ts';
import type { PromptData } from './types.ts';
import { Usage } from './usage.tsx';
import { UseInCode } from './use-in-code.tsx';
import { useRights, useVersions } from './use-prompts.ts';
import { Versions } from './versions/versions.tsx';

const TABS = ['versions', 'compare', 'deployments', 'usage', 'code'] as const;
type Tab = (typeof TABS)[number];

export function PromptPage() {
  const texts = useTexts(promptsTexts);
  const { name = '' } = useParams({ strict: false }) as { name?: string };
  const { mayChange, note } = useRights();
  const [, change] = useUrl();
  const list = useVersions(name);
  const [base, setBase] = useState<PromptData | null>(null);
  const versions = list.data?.pages.flatMap(({ prompts }) => prompts) ?? [];
  const newest = versions[0];
  return (
    <Page
      title={name}
      about={
        <span className="flex flex-wrap items-center gap-x-4">
          <FolderPath folder={folderOf(name)} />
          {newest && !list.hasNextPage && <span>{texts.versionCount(versions.length)}</span>}
          {note !== null && <span>{note}</span>}
        </span>
      }
      actions={
        mayChange &&
        newest && (
          <Button look="main" icon={<Plus size={16} aria-hidden />} onClick={() => setBase(newest)}>
            {texts.newVersion}
          </Button>
        )
      }
    >
      <Loaded
        of={list}
        error="card"
        skeleton={<PromptSkeleton />}
        empty={
          !newest && (
            <Card>
              <EmptyState
                icon={<FileText size={22} aria-hidden />}
                title={texts.missing}
                actions={
                  <ButtonLink to="/prompts" look="main">
                    {texts.back}
                  </ButtonLink>
                }
              >
                {texts.missingAbout}
              </EmptyState>
            </Card>
          )
        }
      >
        {() => newest && <Parts versions={versions} newest={newest} onBase={setBase} />}
      </Loaded>
      {base && (
        <NewVersion
          base={base}
          {...(newest ? { newest } : {})}
          onClose={() => setBase(null)}
          onMade={({ id }) => change({ tab: undefined, version: String(id) })}
        />
      )}
    </Page>
  );
}

interface PartsProps {
  versions: readonly PromptData[];
  newest: PromptData;
  onBase: (prompt: PromptData) => void;
}

function Parts({ versions, newest, onBase }: PartsProps) {
  const texts = useTexts(promptsTexts);
  const parts = useTexts(promptPartTexts);
  const navigate = useNavigate();
  const [search, change] = useUrl();
  const tab = TABS.find((known) => known === first(search['tab'])) ?? 'versions';
  const contents: Record<Tab, () => ReactNode> = {
    versions: () => (
      <Versions
        versions={versions}
        newest={newest}
        onBase={onBase}
        onRenamed={({ name, id }) =>
          name !== newest.name &&
          void navigate({
            to: '/prompts/$name',
            params: { name },
            search: { version: String(id) },
          })
        }
        onDeleted={() =>
          versions.length > 1
            ? change({ version: undefined }, { replace: true })
            : void navigate({ to: '/prompts', replace: true })
        }
      />
    ),
    compare: () => <Compare versions={versions} />,
    deployments: () => <Deployments name={newest.name} versions={versions} />,
    usage: () => <Usage newest={newest} versions={versions} />,
    code: () => <UseInCode prompt={newest} />,
  };
  return (
    <Tabs
      label={texts.sections}
      value={tab}
      onChange={(next) => change({ tab: next === 'versions' ? undefined : next })}
      tabs={TABS.map((value) => ({
        value,
        label: value === 'code' ? parts.code : texts.tabs[value],
        content: value === tab ? contents[value]() : null,
      }))}
    />
  );
}

const PromptSkeleton = () => (
  <Waiting>
    <div className="grid gap-4">
      <Skeleton className="h-8 w-72 max-w-full" />
      <div className="grid gap-4 lg:grid-cols-[15rem_1fr]">
        <Card>
          <SkeletonRows rows={3} />
        </Card>
        <Card>
          <Skeleton className="h-6 w-40" />
          <Skeleton className="h-56" />
        </Card>
      </div>
    </div>
  </Waiting>
);
