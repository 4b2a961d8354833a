// Records that repeat a call: what is not counted twice, and why.
import { useTexts } from '#i18n';
import { Ago, Card, Table, TextLink, type TableColumn } from '#ui';
import { diagnosticsTexts } from './texts.ts';
import type { Merged } from './types.ts';

export function MergedCalls({ merged }: { merged: readonly Merged[] }) {
  const texts = useTexts(diagnosticsTexts);
  const columns: TableColumn<Merged>[] = [
    {
      id: 'record',
      title: texts.mergedColumns.record,
      cell: ({ id, counted }) => (counted ? <CallLink id={id} /> : <Id id={id} />),
    },
    {
      id: 'kept',
      title: texts.mergedColumns.kept,
      cell: ({ duplicateOf }) => <CallLink id={duplicateOf} />,
    },
    { id: 'why', title: texts.mergedColumns.why, cell: ({ reason }) => texts.why[reason] },
    {
      id: 'at',
      title: texts.mergedColumns.at,
      number: true,
      wideOnly: true,
      cell: ({ at }) => <Ago at={at} />,
    },
  ];
  return (
    <Card title={texts.merged} about={texts.mergedAbout}>
      <Table label={texts.merged} columns={columns} rows={merged} rowKey={({ id }) => id} />
    </Card>
  );
}

const Id = ({ id }: { id: string }) => (
  <span className="block max-w-40 truncate font-mono text-xs md:max-w-72" title={id}>
    {id}
  </span>
);

const CallLink = ({ id }: { id: string }) => (
  <TextLink to={`/calls/${encodeURIComponent(id)}`}>
    <Id id={id} />
  </TextLink>
);
