// Selects the criteria of a run. Without a judge, judge criteria start unselected, because they would end
// without a score.
import { useGet, type Schemas } from '#api';
import { useFormat, useTexts } from '#i18n';
import { Badge, Checkbox, Loaded, Skeleton } from '#ui';
import { runTexts } from './texts.ts';
import { sharedTexts } from '../texts.ts';

type Criterion = Schemas['EvalCriterion'];
const MOST = 20;

export function useCriteriaChoice() {
  const criteria = useGet('/v1/eval-criteria', {});
  const trust = useGet('/v1/eval-runs/judge-trust', {}, { staleTime: 60_000 });
  const judged = trust.data ? trust.data.judge !== null : null;
  return { criteria, judged };
}

/** Runs and experiments go call by call, so they do not score sessions. */
const forRuns = (criteria: readonly Criterion[] = []): Criterion[] =>
  criteria.filter(({ scope }) => scope !== 'session');

export const chosenAtFirst = (all: readonly Criterion[], judged: boolean | null): number[] => {
  const criteria = forRuns(all);
  const usable = criteria.filter(({ type }) => judged !== false || type !== 'llm_judge');
  return (usable.length > 0 ? usable : criteria).slice(0, MOST).map(({ id }) => id);
};

interface CriteriaChoiceProps {
  choice: ReturnType<typeof useCriteriaChoice>;
  chosen: readonly number[];
  onChange: (ids: number[]) => void;
}

export function CriteriaChoice({ choice: { criteria, judged }, chosen, onChange }: CriteriaChoiceProps) {
  const texts = useTexts(runTexts);
  const shared = useTexts(sharedTexts);
  const format = useFormat();
  const all = forRuns(criteria.data?.criteria);
  const judging = all.some(({ id, type }) => type === 'llm_judge' && chosen.includes(id));
  return (
    <Loaded of={criteria} error="notice" skeleton={<Skeleton className="h-32" />}>
      {() => (
        <fieldset className="grid min-w-0 gap-2">
          <legend className="mb-1.5 text-sm font-medium">
            {texts.criteria}{' '}
            <span className="font-normal text-muted">{texts.criteriaHint(format.count(chosen.length))}</span>
          </legend>
          <div className="grid max-h-56 gap-2 overflow-y-auto rounded-md border p-3">
            {all.map(({ id, name, type }) => (
              <Checkbox
                key={id}
                checked={chosen.includes(id)}
                disabled={!chosen.includes(id) && chosen.length >= MOST}
                onChange={({ target }) =>
                  onChange(target.checked ? [...chosen, id] : chosen.filter((one) => one !== id))
                }
                label={
                  <span className="inline-flex flex-wrap items-center gap-2">
                    {name}
                    <Badge tone={type === 'llm_judge' ? 'plum' : 'cool'}>
                      {type === 'llm_judge' ? shared.judge : shared.rule}
                    </Badge>
                  </span>
                }
              />
            ))}
          </div>
          {judged === false && judging && <p className="text-sm text-warm">{texts.noJudge}</p>}
        </fieldset>
      )}
    </Loaded>
  );
}
