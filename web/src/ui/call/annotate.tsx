import { useId, useState } from 'react';
import { useSend } from '#api';
import { useTexts } from '#i18n';
import { classNames } from '#lib/class-names';
import { Button } from '../button.tsx';
import { Field, Input, TextArea } from '../form/field.tsx';
import { Form, faultOf } from '../form/form.tsx';
import { say } from '../toast.tsx';
import { callTexts } from './texts.ts';

const SCORES = [1, 2, 3, 4, 5] as const;

export function Annotate({ callId }: { callId: string }) {
  const texts = useTexts(callTexts);
  const [round, setRound] = useState(0);
  const [score, setScore] = useState<number | null>(null);
  const [said, setSaid] = useState(false);
  const save = useSend('post', '/v1/annotations', {
    changes: ['/v1/annotations'],
    onSuccess: () => {
      say(texts.annotated);
      setScore(null);
      setSaid(false);
      setRound(round + 1);
    },
  });
  const send = ({ label = '', note = '' }: Record<string, string>) =>
    save.mutate({
      body: {
        callId,
        qualityScore: score,
        label: label.trim() || null,
        annotationText: note.trim() || null,
      },
    });
  return (
    <div onInput={() => setSaid(true)}>
      <Form key={round} onSubmit={send} error={save.error} fields={['label', 'annotationText']}>
        <ScoreChoice value={score} onChange={setScore} />
        <Field label={texts.label} fault={faultOf(save.error, 'label')}>
          <Input name="label" maxLength={50} autoComplete="off" placeholder={texts.labelHint} />
        </Field>
        <Field label={texts.note} fault={faultOf(save.error, 'annotationText')}>
          <TextArea name="note" rows={2} maxLength={2000} />
        </Field>
        <div className="flex justify-end">
          <Button type="submit" busy={save.isPending} disabled={score === null && !said}>
            {texts.annotate}
          </Button>
        </div>
      </Form>
    </div>
  );
}

/** Five radio buttons in a row; the choice can be cleared. */
export function ScoreChoice({
  value,
  onChange,
}: {
  value: number | null;
  onChange: (value: number | null) => void;
}) {
  const texts = useTexts(callTexts);
  const name = useId();
  return (
    <fieldset className="grid gap-1.5">
      <legend className="mb-1.5 text-sm font-medium">{texts.score}</legend>
      <div className="flex flex-wrap items-center gap-1.5">
        {SCORES.map((score) => (
          <label
            key={score}
            title={texts.scoreOf(score)}
            className={classNames(
              'relative grid size-9 cursor-pointer place-items-center rounded-md border font-medium has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
              value === score
                ? 'border-transparent bg-accent text-on-accent'
                : 'border-control/60 bg-surface hover:bg-hover',
            )}
          >
            <input
              type="radio"
              name={name}
              value={score}
              checked={value === score}
              onChange={() => onChange(score)}
              aria-label={texts.scoreOf(score)}
              className="absolute inset-0 cursor-pointer opacity-0"
            />
            {score}
          </label>
        ))}
        {value !== null && (
          <Button look="quiet" size="small" onClick={() => onChange(null)}>
            {texts.noScore}
          </Button>
        )}
      </div>
    </fieldset>
  );
}
