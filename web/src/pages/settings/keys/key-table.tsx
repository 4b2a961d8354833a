import { useGet, type Schemas } from '#api';
import { useTexts, type SameKeys } from '#i18n';
import { useNow } from '#lib/use-now';
import { Ago, Badge, Button, Table, Time, type TableColumn } from '#ui';
import { keysTexts } from './texts.ts';

type ApiKey = Schemas['ApiKey'];
type Words = SameKeys<typeof keysTexts.en>;

const accessOf = ({ scopes }: ApiKey, texts: Words): string =>
  scopes === null ? texts.everything : scopes.map((scope) => texts.scopes[scope]).join(', ');

function Expiry({ at }: { at: string | null }) {
  const texts = useTexts(keysTexts);
  const now = useNow(60_000);
  if (at === null) return <span className="text-muted">{texts.never}</span>;
  if (Date.parse(at) <= now) return <Badge tone="bad">{texts.expired}</Badge>;
  return <Time at={at} show="day" />;
}

interface KeyTableProps {
  keys: readonly ApiKey[];
  onRotate: (key: ApiKey) => void;
  onRevoke: (key: ApiKey) => void;
}

export function KeyTable({ keys, onRotate, onRevoke }: KeyTableProps) {
  const texts = useTexts(keysTexts);
  const { data } = useGet('/v1/projects', { query: { limit: 200 } }, { wholeAccount: true });
  const projectName = (id: string | null) =>
    id === null ? texts.allProjects : (data?.projects.find((project) => project.id === id)?.name ?? id);
  const columns: TableColumn<ApiKey>[] = [
    {
      id: 'name',
      title: texts.columns.name,
      cell: ({ name, hint }) => (
        <div className="grid min-w-0">
          <span className="max-w-64 truncate font-medium" title={name}>
            {name}
          </span>
          <code className="font-mono text-xs text-muted">{hint}</code>
        </div>
      ),
    },
    { id: 'access', title: texts.columns.access, cell: (key) => accessOf(key, texts), wideOnly: true },
    {
      id: 'project',
      title: texts.columns.project,
      cell: ({ projectId }) => projectName(projectId),
      wideOnly: true,
    },
    {
      id: 'used',
      title: texts.columns.used,
      cell: ({ lastUsedAt }) =>
        lastUsedAt === null ? <span className="text-muted">{texts.notUsed}</span> : <Ago at={lastUsedAt} />,
    },
    {
      id: 'expires',
      title: texts.columns.expires,
      cell: ({ expiresAt }) => <Expiry at={expiresAt} />,
      wideOnly: true,
    },
    {
      id: 'created',
      title: texts.columns.created,
      cell: ({ createdAt }) => <Time at={createdAt} />,
      wideOnly: true,
    },
    {
      id: 'revoke',
      title: <span className="sr-only">{texts.revoke}</span>,
      number: true,
      cell: (key) => (
        <div className="flex justify-end gap-1.5 max-sm:flex-col">
          <Button size="small" aria-label={texts.rotateNamed(key.name)} onClick={() => onRotate(key)}>
            {texts.rotate}
          </Button>
          <Button size="small" aria-label={texts.revokeNamed(key.name)} onClick={() => onRevoke(key)}>
            {texts.revoke}
          </Button>
        </div>
      ),
    },
  ];
  return <Table label={texts.title} columns={columns} rows={keys} rowKey={({ id }) => id} />;
}
