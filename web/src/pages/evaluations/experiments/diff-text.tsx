// A text with the words that differ from another one marked.
import { useMemo } from 'react';
import { useTexts } from '#i18n';
import { experimentTexts } from './texts.ts';
import { shortened, wordDiff } from './word-diff.ts';

interface DiffTextProps {
  text: string;
  /** Null to show the text as it is. */
  against: string | null;
  /** How many characters there is room for; all unless given. */
  most?: number;
}

export function DiffText({ text, against, most = Number.POSITIVE_INFINITY }: DiffTextProps) {
  const texts = useTexts(experimentTexts);
  const parts = useMemo(() => {
    const diff = against === null ? null : wordDiff(against, text);
    return shortened(diff ?? [{ kind: 'same', text }], most);
  }, [against, text, most]);
  return parts.map(({ kind, text: part }, at) =>
    kind === 'same' ? (
      part
    ) : kind === 'added' ? (
      <ins key={at} title={texts.added} className="rounded-sm bg-good-soft text-good no-underline">
        {part}
      </ins>
    ) : (
      <del key={at} title={texts.removed} className="rounded-sm bg-bad-soft text-bad">
        {part}
      </del>
    ),
  );
}
