import type { Schemas } from '#api';
import { useLanguage, useTexts } from '#i18n';
import { Button, Time, type TableColumn } from '#ui';
import type { AuditFilter } from './filters.tsx';
import { Pairs } from './metadata.tsx';
import { auditTexts } from './texts.ts';
import type { Names } from './use-names.ts';
import { targetWord } from './words.ts';

interface EntryActions {
  nameOf: Names['nameOf'];
  onFilter: (filter: AuditFilter) => void;
  onLook: (entry: Schemas['AuditEntry']) => void;
}

const LINK = 'max-w-full truncate rounded-sm text-left hover:text-accent hover:underline';

export function useEntryColumns({
  nameOf,
  onFilter,
  onLook,
}: EntryActions): TableColumn<Schemas['AuditEntry']>[] {
  const texts = useTexts(auditTexts);
  const language = useLanguage();
  return [
    {
      id: 'what',
      title: texts.columns.what,
      cell: ({ id, action, createdAt, actorId }) => (
        <div className="grid max-w-48 min-w-0 justify-items-start md:max-w-60 md:min-w-44">
          <button
            type="button"
            className={`${LINK} font-mono text-sm font-medium`}
            title={texts.only(action)}
            onClick={() => onFilter({ action })}
          >
            {action}
          </button>
          <span className="text-xs text-muted">
            #{id} · <Time at={createdAt} />
          </span>
          <span className="max-w-full truncate text-xs text-muted md:hidden" title={actorId}>
            {texts.by(nameOf(actorId) ?? actorId)}
          </span>
        </div>
      ),
    },
    {
      id: 'who',
      title: texts.columns.who,
      wideOnly: true,
      cell: ({ actorType, actorId }) => (
        <div className="grid max-w-48 min-w-24 justify-items-start">
          <button
            type="button"
            className={LINK}
            title={texts.only(actorId)}
            onClick={() => onFilter({ actor: actorId })}
          >
            {nameOf(actorId) ?? actorId}
          </button>
          <span className="text-xs text-muted">{texts.actorTypes(actorType)}</span>
        </div>
      ),
    },
    {
      id: 'target',
      title: texts.columns.target,
      wideOnly: true,
      cell: ({ targetType, targetId }) => {
        const name = nameOf(targetId);
        const type = targetWord(targetType, language);
        return (
          <div className="grid max-w-44 min-w-24" title={targetId}>
            <span className="truncate">{name ?? type}</span>
            {name === undefined ? (
              <code className="truncate font-mono text-xs text-muted">{targetId}</code>
            ) : (
              <span className="text-xs text-muted">{type}</span>
            )}
          </div>
        );
      },
    },
    {
      id: 'with',
      title: texts.columns.with,
      wideOnly: true,
      cell: ({ metadata }) => <Pairs metadata={metadata} nameOf={nameOf} />,
    },
    {
      id: 'look',
      title: <span className="sr-only">{texts.details}</span>,
      number: true,
      cell: (entry) => (
        <Button size="small" aria-label={texts.detailsOf(entry.id)} onClick={() => onLook(entry)}>
          {texts.details}
        </Button>
      ),
    },
  ];
}
