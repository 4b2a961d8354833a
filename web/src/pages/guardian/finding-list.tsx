import { useEffect, useRef } from 'react';
import { useFormat, useTexts } from '#i18n';
import { classNames } from '#lib/class-names';
import { Ago } from '#ui';
import { SeverityBadge, StatusBadge } from './finding-signs.tsx';
import { guardianTexts } from './texts.ts';
import type { FindingData } from './types.ts';
import { useFindingWords } from './use-finding-words.ts';

interface FindingListProps {
  findings: readonly FindingData[];
  openId: string | null;
  onOpen: (id: string) => void;
}

export function FindingTable({ findings, openId, onOpen }: FindingListProps) {
  const texts = useTexts(guardianTexts);
  return (
    <ul aria-label={texts.findings} className="overflow-hidden rounded-lg border bg-surface shadow-card">
      {findings.map((finding) => (
        <Row key={finding.id} finding={finding} isOpen={finding.id === openId} onOpen={onOpen} />
      ))}
    </ul>
  );
}

interface RowProps {
  finding: FindingData;
  isOpen: boolean;
  onOpen: (id: string) => void;
}

function Row({ finding, isOpen, onOpen }: RowProps) {
  const texts = useTexts(guardianTexts);
  const format = useFormat();
  const row = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isOpen) row.current?.scrollIntoView({ block: 'nearest' });
  }, [isOpen]);
  const { words, lang } = useFindingWords()(finding);
  const { id, kind, severity, status, count, lastSeenAt } = finding;
  return (
    <li className="border-t first:border-t-0">
      <button
        ref={row}
        type="button"
        aria-current={isOpen || undefined}
        onClick={() => onOpen(id)}
        className={classNames(
          'grid w-full gap-1 border-l-2 px-4 py-3 text-left ring-inside',
          isOpen ? 'border-l-accent bg-accent-soft' : 'border-l-transparent hover:bg-hover',
        )}
      >
        <span lang={lang} className="line-clamp-2 font-medium" title={words.title}>
          {words.title}
        </span>
        <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-sm text-muted">
          <SeverityBadge severity={severity} />
          {status !== 'open' && <StatusBadge status={status} />}
          {texts.kinds[kind]}
          <span className="ml-auto flex gap-2.5">
            {count > 1 && (
              <span title={texts.seen(format.count(count))}>{texts.times(format.compact(count))}</span>
            )}
            <Ago at={lastSeenAt} />
          </span>
        </span>
      </button>
    </li>
  );
}
