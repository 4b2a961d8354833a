import type { Schemas } from '#api';
import { useLanguage, useTexts } from '#i18n';
import { Dialog, JsonView, Time } from '#ui';
import { auditTexts } from './texts.ts';
import type { Names } from './use-names.ts';
import { targetWord } from './words.ts';

interface EntryDetailsProps {
  entry: Schemas['AuditEntry'];
  nameOf: Names['nameOf'];
  onClose: () => void;
}

export function EntryDetails({ entry, nameOf, onClose }: EntryDetailsProps) {
  const texts = useTexts(auditTexts);
  const language = useLanguage();
  const name = nameOf(entry.actorId);
  const lines = [
    [texts.columns.when, <Time key="at" at={entry.createdAt} show="full" />],
    [texts.columns.who, [texts.actorTypes(entry.actorType), name, entry.actorId].filter(Boolean).join(' · ')],
    [
      texts.columns.target,
      [targetWord(entry.targetType, language), nameOf(entry.targetId), entry.targetId]
        .filter(Boolean)
        .join(' · '),
    ],
    [texts.columns.ip, entry.ip ?? texts.unknown],
  ] as const;
  return (
    <Dialog open onClose={onClose} wide title={`${entry.action} (#${entry.id})`}>
      <dl className="grid gap-2">
        {lines.map(([title, value]) => (
          <div key={title} className="grid gap-x-4 sm:grid-cols-[8rem_minmax(0,1fr)]">
            <dt className="text-muted">{title}</dt>
            <dd className="min-w-0 break-all">{value}</dd>
          </div>
        ))}
      </dl>
      {Object.keys(entry.metadata).length > 0 && (
        <JsonView label={texts.columns.with} value={entry.metadata} />
      )}
    </Dialog>
  );
}
