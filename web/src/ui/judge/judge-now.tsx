// Scores one call or one trace at once by chosen criteria. The result appears below the choice, and in all
// lists of scores.
import { Gavel } from 'lucide-react';
import { useState } from 'react';
import { useGet, useSend, useSession, type Schemas } from '#api';
import { useFormat, useTexts } from '#i18n';
import { Badge } from '../badge.tsx';
import { Button, ButtonLink } from '../button.tsx';
import { Dialog, DialogActions } from '../dialog.tsx';
import { EmptyState } from '../empty-state.tsx';
import { ErrorNotice } from '../error-state.tsx';
import { Checkbox } from '../form/field.tsx';
import { Loaded } from '../loaded.tsx';
import { ScoreOnScale } from '../score-on-scale.tsx';
import { useScoreWords } from '../score-words.ts';
import { SkeletonRows } from '../skeleton.tsx';
import { judgeTexts } from './texts.ts';

interface JudgeNowProps {
  about: 'call' | 'trace';
  id: string;
  /** Hides the words on narrow screens. */
  short?: boolean;
}

/** Nothing for those who may not write, because the service would refuse. */
export function JudgeNow({ about, id, short = false }: JudgeNowProps) {
  const texts = useTexts(judgeTexts);
  const { role, account } = useSession();
  const [open, setOpen] = useState(false);
  if (role === 'viewer' || account.plan === 'free') return null;
  return (
    <>
      <Button
        size="small"
        icon={<Gavel size={16} aria-hidden />}
        title={texts.judgeNow}
        onClick={() => setOpen(true)}
      >
        <span className={short ? 'max-xl:sr-only' : ''}>{texts.judgeNow}</span>
      </Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={texts.title[about]}
        about={texts.about[about]}
      >
        <JudgeForm about={about} id={id} />
      </Dialog>
    </>
  );
}

const STALE = ['/v1/query/calls', '/v1/query/trace', '/v1/query/traces', '/v1/scores'];
/** Types of criteria that cost money. */
const ASKING: ReadonlySet<string> = new Set(['llm_judge', 'embedding_similarity']);
/** The service accepts as many in a request. */
const MOST = 20;

function JudgeForm({ about, id }: Pick<JudgeNowProps, 'about' | 'id'>) {
  const texts = useTexts(judgeTexts);
  const list = useGet('/v1/eval-criteria', {});
  const criteria =
    list.data?.criteria.filter(({ scope }) => scope === (about === 'trace' ? 'trajectory' : 'call')) ?? [];
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const ofCall = useSend('post', '/v1/query/calls/{id}/scores', { changes: STALE });
  const ofTrace = useSend('post', '/v1/query/trace/{id}/scores', { changes: STALE });
  const judging = about === 'call' ? ofCall : ofTrace;
  const toggle = (criterion: number) =>
    setChosen(
      chosen.includes(criterion) ? chosen.filter((one) => one !== criterion) : [...chosen, criterion],
    );
  const none = (
    <EmptyState
      icon={<Gavel size={22} aria-hidden />}
      title={texts.none[about]}
      actions={
        <ButtonLink to="/evaluations" search={{ tab: 'criteria' }} look="main">
          {texts.toCriteria}
        </ButtonLink>
      }
    />
  );
  return (
    <Loaded of={list} skeleton={<SkeletonRows rows={3} />} empty={criteria.length === 0 && none}>
      {() => (
        <div className="grid min-w-0 gap-4">
          <fieldset className="grid max-h-72 min-w-0 gap-2 overflow-y-auto">
            <legend className="mb-2 text-sm font-medium">{texts.criteria}</legend>
            {criteria.map((criterion) => (
              <Checkbox
                key={criterion.id}
                label={criterion.name}
                {...(ASKING.has(criterion.type) ? { hint: texts.asksModel } : {})}
                checked={chosen.includes(criterion.id)}
                disabled={chosen.length >= MOST && !chosen.includes(criterion.id)}
                onChange={() => toggle(criterion.id)}
              />
            ))}
          </fieldset>
          {judging.error && <ErrorNotice error={judging.error} />}
          {judging.data && <Judged scores={judging.data.scores} />}
          <DialogActions>
            <Button
              look="main"
              busy={judging.isPending}
              disabled={chosen.length === 0}
              onClick={() => judging.mutate({ path: { id }, body: { criterionIds: [...chosen] } })}
            >
              {texts.judge}
            </Button>
          </DialogActions>
        </div>
      )}
    </Loaded>
  );
}

function Judged({ scores }: { scores: readonly Schemas['CallScore'][] }) {
  const texts = useTexts(judgeTexts);
  const format = useFormat();
  const cost = scores.reduce((sum, { costUsd }) => sum + costUsd, 0);
  return (
    <section aria-label={texts.results} role="status" className="grid min-w-0 gap-3 rounded-md border p-3">
      <ul className="grid min-w-0 gap-3">
        {scores.map((score) => (
          <JudgedScore key={score.criterionId} score={score} />
        ))}
      </ul>
      {cost > 0 && <p className="text-sm text-muted">{texts.cost(format.money(cost))}</p>}
    </section>
  );
}

function JudgedScore({ score }: { score: Schemas['CallScore'] }) {
  const texts = useTexts(judgeTexts);
  const { words, lang } = useScoreWords()(score);
  const isScored = score.status === 'scored';
  return (
    <li className="grid min-w-0 gap-1 border-t pt-3 first:border-t-0 first:pt-0">
      <div className="flex min-w-0 items-center justify-between gap-3">
        <span className="flex min-w-0 items-center gap-2">
          <span className="truncate font-medium" title={score.criterionName}>
            {score.criterionName}
          </span>
          <Badge tone={isScored ? 'good' : 'warm'}>{isScored ? texts.saved : texts.notSaved}</Badge>
        </span>
        {isScored && <ScoreOnScale {...score} />}
      </div>
      {words !== '' && (
        <p lang={lang} className="line-clamp-6 break-words whitespace-pre-wrap" title={words}>
          {words}
        </p>
      )}
    </li>
  );
}
