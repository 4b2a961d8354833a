import { useState } from 'react';
import { useTexts } from '#i18n';
import { first } from '#lib/search-text';
import { classNames } from '#lib/class-names';
import { useUrl } from '#lib/url-state';
import { Ago, AppLink, Card } from '#ui';
import { DeleteVersion } from './delete-version.tsx';
import { DeployVersion } from '../deployments/deploy-version.tsx';
import { DeployedLabels } from '../labels.tsx';
import { RenameVersion } from './rename-version.tsx';
import { promptsTexts } from '../texts.ts';
import type { PromptData } from '../types.ts';
import { VersionView } from './version-view.tsx';

interface VersionsProps {
  versions: readonly PromptData[];
  newest: PromptData;
  onBase: (prompt: PromptData) => void;
  onRenamed: (prompt: PromptData) => void;
  onDeleted: () => void;
}

export function Versions({ versions, newest, onBase, onRenamed, onDeleted }: VersionsProps) {
  const [search] = useUrl();
  const [doing, setDoing] = useState<'deploy' | 'rename' | 'delete' | null>(null);
  const shown = versions.find(({ id }) => String(id) === first(search['version'])) ?? newest;
  const close = () => setDoing(null);
  return (
    <div className="grid min-w-0 items-start gap-4 lg:grid-cols-[15rem_minmax(0,1fr)]">
      <VersionList versions={versions} shown={shown} />
      <VersionView
        key={shown.id}
        prompt={shown}
        onDeploy={() => setDoing('deploy')}
        onRename={() => setDoing('rename')}
        onDelete={() => setDoing('delete')}
        onBase={() => onBase(shown)}
      />
      {doing === 'deploy' && <DeployVersion prompt={shown} onClose={close} />}
      {doing === 'rename' && <RenameVersion prompt={shown} onClose={close} onRenamed={onRenamed} />}
      {doing === 'delete' && <DeleteVersion prompt={shown} onClose={close} onDeleted={onDeleted} />}
    </div>
  );
}

function VersionList({ versions, shown }: { versions: readonly PromptData[]; shown: PromptData }) {
  const texts = useTexts(promptsTexts);
  const [search] = useUrl();
  return (
    <Card title={texts.versions} className="gap-2">
      <ul className="-mx-2 grid max-h-56 grid-cols-1 gap-0.5 overflow-y-auto lg:max-h-[70vh]">
        {versions.map(({ id, name, version, deployedLabels, createdAt }) => (
          <li key={id} aria-current={id === shown.id ? 'true' : undefined}>
            <AppLink
              to="/prompts/$name"
              params={{ name }}
              search={{ ...search, version: String(id) }}
              className={classNames(
                'grid grid-cols-1 gap-1 rounded-md px-2 py-1.5 ring-inside',
                id === shown.id ? 'bg-accent-soft' : 'hover:bg-hover',
              )}
            >
              <span className="flex items-baseline justify-between gap-2">
                <code
                  title={version}
                  className={classNames('truncate font-mono', id === shown.id && 'font-semibold text-accent')}
                >
                  {version}
                </code>
                <span className="shrink-0 text-xs text-muted">
                  <Ago at={createdAt} />
                </span>
              </span>
              {deployedLabels.length > 0 && (
                <span className="flex flex-wrap gap-1">
                  <DeployedLabels labels={deployedLabels} />
                </span>
              )}
            </AppLink>
          </li>
        ))}
      </ul>
    </Card>
  );
}
