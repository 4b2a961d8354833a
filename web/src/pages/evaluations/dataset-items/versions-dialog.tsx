// The versions of a dataset with what each changed. An earlier one can be shown as it was.
import { useGetPages, type Schemas, useRows } from '#api';
import { useFormat, useTexts } from '#i18n';
import { useUrl } from '#lib/url-state';
import { Badge, Button, Dialog, Time, type TableColumn, ListTable } from '#ui';
import { itemTexts } from './texts.ts';

type Version = Schemas['EvalDatasetVersion'];

interface VersionsDialogProps {
  dataset: Schemas['EvalDataset'];
  onClose: () => void;
}

export function VersionsDialog({ dataset, onClose }: VersionsDialogProps) {
  const texts = useTexts(itemTexts);
  const format = useFormat();
  const [, change] = useUrl();
  const list = useRows(
    useGetPages('/v1/eval-datasets/{id}/versions', { path: { id: dataset.id }, query: { limit: 50 } }),
    ({ versions }) => versions,
  );
  const show = (version: number) => {
    change({ version: version === dataset.version ? undefined : String(version), item: undefined });
    onClose();
  };
  const columns: TableColumn<Version>[] = [
    {
      id: 'version',
      title: texts.versionColumns.version,
      cell: ({ version }) => (
        <span className="flex items-center gap-2">
          <Button
            size="small"
            look="quiet"
            aria-label={texts.showVersion(version)}
            onClick={() => show(version)}
          >
            {format.count(version)}
          </Button>
          {version === dataset.version && <Badge>{texts.current}</Badge>}
        </span>
      ),
    },
    {
      id: 'changes',
      title: texts.versionColumns.changes,
      cell: ({ added, changed, removed }) => {
        const parts = [
          added > 0 && texts.added(format.count(added)),
          changed > 0 && texts.changed(format.count(changed)),
          removed > 0 && texts.removed(format.count(removed)),
        ].filter(Boolean);
        return parts.length === 0 ? (
          <span className="text-muted">{texts.unknownChanges}</span>
        ) : (
          parts.join(', ')
        );
      },
    },
    {
      id: 'items',
      title: texts.versionColumns.items,
      number: true,
      cell: ({ itemCount }) => format.count(itemCount),
    },
    {
      id: 'at',
      title: texts.versionColumns.at,
      number: true,
      cell: ({ createdAt }) => <Time at={createdAt} />,
      wideOnly: true,
    },
  ];
  return (
    <Dialog open wide onClose={onClose} title={texts.versions} about={texts.versionsAbout}>
      <ListTable of={list} label={texts.versionsTable} columns={columns} rowKey={({ version }) => version} />
    </Dialog>
  );
}
