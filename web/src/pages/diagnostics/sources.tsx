import { useFormat, useTexts } from '#i18n';
import { Ago, Card, Table, type TableColumn } from '#ui';
import { keyNameOf } from './sender.ts';
import { diagnosticsTexts } from './texts.ts';
import type { Source } from './types.ts';

const FIGURES = ['requests', 'accepted', 'rejected', 'refused', 'duplicates'] as const;

export function Sources({ sources }: { sources: readonly Source[] }) {
  const texts = useTexts(diagnosticsTexts);
  const format = useFormat();
  const columns: TableColumn<Source>[] = [
    {
      id: 'sender',
      title: texts.columns.sender,
      cell: (source) => (
        <div className="grid max-w-56 min-w-0 md:max-w-80">
          <span className="truncate font-medium" title={keyNameOf(source, texts)}>
            {keyNameOf(source, texts)}
          </span>
          <span className="truncate text-sm text-muted" title={source.client}>
            {source.client || texts.unknownClient}
          </span>
          {source.scope !== '' && (
            <span className="truncate font-mono text-xs text-muted" title={source.scope}>
              {source.scope}
            </span>
          )}
        </div>
      ),
    },
    {
      id: 'endpoint',
      title: texts.columns.endpoint,
      cell: ({ endpoint }) => texts.endpoints(endpoint),
      wideOnly: true,
    },
    ...FIGURES.map((name) => ({
      id: name,
      title: texts.figures[name],
      number: true,
      wideOnly: name !== 'accepted' && name !== 'rejected',
      cell: (source: Source) => {
        const bad = (name === 'rejected' || name === 'refused') && source[name] > 0;
        return <span className={bad ? 'font-medium text-bad' : ''}>{format.count(source[name])}</span>;
      },
    })),
    {
      id: 'seen',
      title: texts.columns.seen,
      number: true,
      wideOnly: true,
      cell: ({ lastSeenAt }) => <Ago at={lastSeenAt} />,
    },
  ];
  return (
    <Card title={texts.senders} about={texts.sendersAbout}>
      <Table
        label={texts.sendersTable}
        columns={columns}
        rows={sources}
        rowKey={({ keyId, client, scope, endpoint }) => `${keyId} ${client} ${scope} ${endpoint}`}
      />
    </Card>
  );
}
