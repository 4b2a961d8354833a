import { useGetPages, type Schemas, useRows } from '#api';
import { useTexts } from '#i18n';
import { Badge, Card, Time, ListRows } from '#ui';
import { promptsTexts } from '../texts.ts';
import { useWho } from '../use-prompts.ts';

type Entry = Schemas['PromptDeploymentEntry'];

/** The history of a label: who moved it, when, between which versions, and why. */
export function DeploymentHistory({ name, label }: { name: string; label: string }) {
  const texts = useTexts(promptsTexts);
  const list = useRows(
    useGetPages(
      '/v1/prompts/deployments/history',
      { query: { name, label, limit: 50 } },
      { wholeAccount: true },
    ),
    ({ entries }) => entries,
  );
  return (
    <Card title={texts.history(label)} about={texts.historyAbout}>
      <ListRows of={list} skeleton={3}>
        {(entries) => (
          <ol className="grid">
            {entries.map((entry) => (
              <HistoryEntry key={entry.id} entry={entry} />
            ))}
          </ol>
        )}
      </ListRows>
    </Card>
  );
}

function HistoryEntry({ entry }: { entry: Entry }) {
  const texts = useTexts(promptsTexts);
  const who = useWho();
  const { action, version, fromVersion, comment, deployedAt, deployedBy } = entry;
  return (
    <li className="grid gap-1 border-b py-2.5 last:border-b-0 last:pb-0">
      <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <Badge tone={action === 'deploy' ? 'good' : 'warm'}>{texts.actions[action]}</Badge>
        <code className="font-mono text-sm wrap-anywhere">
          {fromVersion === null ? version : texts.fromTo(fromVersion, version)}
        </code>
        {fromVersion === null && <span className="text-sm text-muted">{texts.firstDeploy}</span>}
        <span className="ml-auto text-sm text-muted max-sm:ml-0">
          <span title={deployedBy}>{who(deployedBy)}</span> · <Time at={deployedAt} />
        </span>
      </p>
      {comment !== null && <p className="wrap-anywhere whitespace-pre-wrap text-muted">{comment}</p>}
    </li>
  );
}
