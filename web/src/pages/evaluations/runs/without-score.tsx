// Missing scores, grouped by reason.
import { CircleCheck } from 'lucide-react';
import { useFormat, useTexts } from '#i18n';
import { useUrl } from '#lib/url-state';
import { Button, Card, StoreMessages, useScoreWords } from '#ui';
import type { ScoreData } from '../types.ts';
import { useReason } from '../use-reason.ts';
import { runTexts } from './texts.ts';

interface Group {
  reason: string;
  /** The message of the first one. */
  score: ScoreData;
  count: number;
}

function byReason(scores: readonly ScoreData[]): Group[] {
  const groups = new Map<string, Group>();
  for (const score of scores) {
    if (score.status !== 'failed') continue;
    const key = score.reason ?? '';
    const known = groups.get(key);
    if (known) known.count += 1;
    else groups.set(key, { reason: key, score, count: 1 });
  }
  return [...groups.values()].toSorted((a, b) => b.count - a.count);
}

export function WithoutScore({ scores }: { scores: readonly ScoreData[] }) {
  const texts = useTexts(runTexts);
  const format = useFormat();
  const reasonOf = useReason();
  const wordsOf = useScoreWords();
  const [, change] = useUrl();
  const groups = byReason(scores);
  return (
    <Card title={texts.why} about={texts.whyAbout}>
      {groups.length === 0 ? (
        <p className="flex items-center gap-2 py-4 text-muted">
          <CircleCheck size={18} className="text-good" aria-hidden />
          {texts.unscored('0')}
        </p>
      ) : (
        <ul className="grid">
          {groups.map(({ reason, score, count }) => {
            const { words, lang } = wordsOf(score);
            return (
              <li
                key={reason}
                className="flex flex-wrap items-center justify-between gap-2 border-b py-2 last:border-b-0"
              >
                <div className="min-w-0 flex-1">
                  <p className="font-medium">{reasonOf(reason, score.reasoning)}</p>
                  <p lang={lang} className="line-clamp-2 text-sm text-muted" title={words}>
                    {words}
                  </p>
                </div>
                <span className="font-semibold">{format.count(count)}</span>
                <Button
                  size="small"
                  onClick={() => change({ show: 'unscored', criterion: undefined, item: undefined })}
                >
                  {texts.show}
                </Button>
              </li>
            );
          })}
        </ul>
      )}
      {groups.some(({ reason }) => reason === 'no_content') && <StoreMessages />}
    </Card>
  );
}
