// Adds a condition on a score.
import { useState } from 'react';
import { useTexts } from '#i18n';
import { SCORE_SIGNS, type CallFilter, type FilterScore } from '#lib/call-filter';
import { Button } from '../button.tsx';
import { Input, Select } from '../form/field.tsx';
import { Form } from '../form/form.tsx';
import { facetTexts } from './texts.ts';

/** The service accepts this many. */
const MOST = 5;

interface ScoreConditionProps {
  filter: CallFilter;
  onChange: (filter: CallFilter) => void;
}

export function AddScoreCondition({ filter, onChange }: ScoreConditionProps) {
  const texts = useTexts(facetTexts);
  const [round, setRound] = useState(0);
  const scores: readonly FilterScore[] = filter.scores ?? [];
  const add = (values: Record<string, string>) => {
    const score = scoreOf(values);
    if (!score) return;
    onChange({ ...filter, scores: [...scores, score] });
    setRound(round + 1);
  };
  return (
    <Form key={round} onSubmit={add}>
      <div className="grid min-w-0 gap-1.5">
        <Input
          name="scoreName"
          aria-label={texts.scoreName}
          placeholder={texts.scoreNameHint}
          required
          maxLength={128}
          autoComplete="off"
          className="h-8! px-2! text-sm"
        />
        <div className="grid grid-cols-[auto_minmax(0,1fr)_auto] gap-1.5">
          <Select
            name="scoreOp"
            aria-label={texts.scoreOp}
            defaultValue="lt"
            className="h-8! px-1.5! text-sm"
          >
            {Object.entries(SCORE_SIGNS).map(([op, sign]) => (
              <option key={op} value={op}>
                {sign}
              </option>
            ))}
          </Select>
          <Input
            name="scoreValue"
            aria-label={texts.scoreValue}
            placeholder={texts.scoreValueHint}
            required
            maxLength={256}
            autoComplete="off"
            className="h-8! px-2! text-sm"
          />
          <Button type="submit" size="small" disabled={scores.length >= MOST}>
            {texts.add}
          </Button>
        </div>
      </div>
    </Form>
  );
}

/** The condition of a form. Undefined unless both the name and the value are given. */
export function scoreOf(values: Record<string, string>): FilterScore | undefined {
  const [name = '', typed = ''] = [values['scoreName']?.trim(), values['scoreValue']?.trim()];
  if (name === '' || typed === '') return undefined;
  const op = (values['scoreOp'] ?? 'eq') as FilterScore['op'];
  if (Number.isFinite(Number(typed))) return { name, op, value: Number(typed) };
  // Only numbers have an order.
  const equal = op === 'ne' ? 'ne' : 'eq';
  return { name, op: equal, value: typed === 'true' || typed === 'false' ? typed === 'true' : typed };
}
