// The labels of a prompt and their versions, with rollback, and the history of one label below.
import { History as HistoryIcon, Rocket, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useTexts } from '#i18n';
import { first } from '#lib/search-text';
import { useUrl } from '#lib/url-state';
import { Ago, Button, Card, EmptyState, Loaded, SkeletonRows, Table, TextLink, type TableColumn } from '#ui';
import { DeployVersion } from './deploy-version.tsx';
import { DeploymentHistory } from './history.tsx';
import { RollBackDialog } from './rollback.tsx';
import { LabelLock } from '../labels.tsx';
import { promptsTexts } from '../texts.ts';
import type { DeploymentData, PromptData } from '../types.ts';
import { useDeployments, useMayMove, useRights, useWho } from '../use-prompts.ts';

export function Deployments({ name, versions }: { name: string; versions: readonly PromptData[] }) {
  const texts = useTexts(promptsTexts);
  const [search] = useUrl();
  const { mayChange } = useRights();
  const [deploying, setDeploying] = useState(false);
  const [back, setBack] = useState<DeploymentData | null>(null);
  const list = useDeployments(name);
  const newest = versions[0];
  const all = list.data?.pages.flatMap(({ deployments }) => deployments) ?? [];
  const shown = all.find(({ label }) => label === first(search['label'])) ?? all[0];
  const deploy = mayChange && newest && (
    <Button icon={<Rocket size={16} aria-hidden />} onClick={() => setDeploying(true)}>
      {texts.deployTitle(newest.version)}
    </Button>
  );
  return (
    <div className="grid min-w-0 gap-4">
      <Card
        title={texts.deployments}
        about={texts.deploymentsAbout}
        {...(deploy && all.length > 0 ? { actions: deploy } : {})}
      >
        <Loaded
          of={list}
          skeleton={<SkeletonRows rows={3} />}
          empty={
            all.length === 0 && (
              <EmptyState
                icon={<Rocket size={22} aria-hidden />}
                title={texts.notDeployed}
                {...(deploy ? { actions: deploy } : {})}
              >
                {texts.notDeployedAbout}
              </EmptyState>
            )
          }
        >
          {() => (
            <DeploymentTable deployments={all} shown={shown?.label} onBack={mayChange ? setBack : null} />
          )}
        </Loaded>
      </Card>
      {shown && <DeploymentHistory key={shown.label} name={name} label={shown.label} />}
      {deploying && newest && <DeployVersion prompt={newest} onClose={() => setDeploying(false)} />}
      {back && <RollBackDialog deployment={back} onClose={() => setBack(null)} />}
    </div>
  );
}

interface DeploymentTableProps {
  deployments: readonly DeploymentData[];
  /** The label whose history is shown below. */
  shown: string | undefined;
  onBack: ((deployment: DeploymentData) => void) | null;
}

function DeploymentTable({ deployments, shown, onBack }: DeploymentTableProps) {
  const texts = useTexts(promptsTexts);
  const who = useWho();
  const mayMove = useMayMove();
  const [, change] = useUrl();
  const columns: TableColumn<DeploymentData>[] = [
    {
      id: 'label',
      title: texts.deploymentColumns.label,
      cell: ({ label }) => (
        <span className="flex items-center gap-1.5">
          <span className="block max-w-28 truncate font-medium sm:max-w-56" title={label}>
            {label}
          </span>
          <LabelLock label={label} />
        </span>
      ),
    },
    {
      id: 'version',
      title: texts.deploymentColumns.version,
      cell: ({ name, promptId, version }) => (
        <TextLink
          to="/prompts/$name"
          params={{ name }}
          search={{ version: String(promptId) }}
          title={version}
          className="block max-w-28 truncate font-mono text-sm"
        >
          {version}
        </TextLink>
      ),
    },
    {
      id: 'since',
      title: texts.deploymentColumns.since,
      wideOnly: true,
      cell: ({ deployedAt }) => <Ago at={deployedAt} />,
    },
    {
      id: 'by',
      title: texts.deploymentColumns.by,
      wideOnly: true,
      cell: ({ deployedBy }) => (
        <span className="block max-w-44 truncate" title={deployedBy}>
          {who(deployedBy)}
        </span>
      ),
    },
    {
      id: 'back',
      title: texts.deploymentColumns.back,
      wideOnly: true,
      cell: ({ previousVersion }) => (
        <code
          className="block max-w-32 truncate font-mono text-sm text-muted"
          title={previousVersion ?? texts.noWayBack}
        >
          {previousVersion ?? '–'}
        </code>
      ),
    },
    {
      id: 'do',
      title: <span className="sr-only">{texts.rollback}</span>,
      number: true,
      cell: (deployment) => (
        <span className="inline-flex justify-end gap-2">
          {onBack && deployment.previousPromptId !== null && mayMove(deployment.label) && (
            <Button
              size="small"
              aria-label={texts.rollbackNamed(deployment.label)}
              icon={<Undo2 size={14} aria-hidden />}
              onClick={() => onBack(deployment)}
            >
              <span className="max-sm:sr-only">{texts.rollback}</span>
            </Button>
          )}
          <Button
            size="small"
            look="quiet"
            aria-label={texts.showHistoryOf(deployment.label)}
            icon={<HistoryIcon size={14} aria-hidden />}
            aria-pressed={deployment.label === shown}
            className="aria-pressed:bg-accent-soft aria-pressed:text-accent"
            onClick={() => change({ label: deployment.label })}
          >
            <span className="max-sm:sr-only">{texts.showHistory}</span>
          </Button>
        </span>
      ),
    },
  ];
  return (
    <Table
      label={texts.tabs.deployments}
      columns={columns}
      rows={deployments}
      rowKey={({ label }) => label}
    />
  );
}
