// Scores that were sent, then scores by judges and rules, newest first, including failed ones with their
// reason.
import { useGetPages, type Schemas } from '#api';
import { useTexts } from '#i18n';
import { classNames } from '#lib/class-names';
import { TextLink } from '../button.tsx';
import { LoadMore } from '../list/load-more.tsx';
import { Loaded } from '../loaded.tsx';
import { ScoreOnScale } from '../score-on-scale.tsx';
import { ScoreList } from '../score-list.tsx';
import { useScoreWords } from '../score-words.ts';
import { SkeletonRows } from '../skeleton.tsx';
import { Ago } from '../values.tsx';
import { callTexts } from './texts.ts';

type Score = Schemas['CallScore'];

/** Judges' results have their own list, which also has the failed ones; annotations have their own tab. */
const isSent = ({ id }: Schemas['Score']): boolean => !/^(eval-score|annotation):/.test(id);

interface CallScoresProps {
  callId: string;
  /** All scores of the call. */
  all: readonly Schemas['Score'][];
}

export function ScoresOfCall({ callId, all }: CallScoresProps) {
  const texts = useTexts(callTexts);
  const list = useGetPages('/v1/query/calls/{id}/scores', { path: { id: callId }, query: { limit: 20 } });
  const scores = list.data?.pages.flatMap((page) => page.scores) ?? [];
  const sent = all.filter(isSent);
  return (
    <div className="grid min-w-0 gap-3">
      {sent.length > 0 && <ScoreList scores={sent} />}
      <Loaded
        of={list}
        error="notice"
        skeleton={<SkeletonRows rows={1} />}
        empty={
          scores.length === 0 && (sent.length > 0 ? <></> : <p className="text-muted">{texts.notScored}</p>)
        }
      >
        {() => (
          <ul className={classNames('grid gap-3', sent.length > 0 && 'border-t pt-3')}>
            {scores.map((score, index) => (
              <Entry key={index} score={score} />
            ))}
          </ul>
        )}
      </Loaded>
      <LoadMore pages={list} />
    </div>
  );
}

function Entry({ score }: { score: Score }) {
  const texts = useTexts(callTexts);
  const { words, lang } = useScoreWords()(score);
  const { criterionName, status, createdAt, judge, run, rule } = score;
  return (
    <li className="grid min-w-0 gap-1 border-t pt-3 first:border-t-0 first:pt-0">
      <div className="flex min-w-0 items-center justify-between gap-3">
        <span className="min-w-0 truncate font-medium" title={criterionName}>
          {criterionName}
        </span>
        {status === 'scored' ? (
          <ScoreOnScale {...score} />
        ) : (
          <span className="shrink-0 text-sm text-warm">{texts.couldNotScore}</span>
        )}
      </div>
      {words !== '' && (
        <p lang={lang} className="line-clamp-6 break-words whitespace-pre-wrap" title={words}>
          {words}
        </p>
      )}
      <p className="flex min-w-0 flex-wrap items-center gap-x-1.5 text-sm text-muted">
        {run !== null && (
          <TextLink to="/evaluations/runs/$id" params={{ id: String(run.id) }} className="max-w-48 truncate">
            {run.name ?? texts.ofRun(run.id)}
          </TextLink>
        )}
        {rule !== null && (
          <TextLink to="/evaluations" search={{ tab: 'rules' }} className="max-w-48 truncate">
            {rule.name ?? texts.ofRule(rule.id)}
          </TextLink>
        )}
        {run === null && rule === null && <span>{texts.onRequest}</span>}
        <span aria-hidden>·</span>
        {judge !== null && (
          <>
            <span className="max-w-48 truncate" title={judge}>
              {judge}
            </span>
            <span aria-hidden>·</span>
          </>
        )}
        <Ago at={createdAt} />
      </p>
    </li>
  );
}
