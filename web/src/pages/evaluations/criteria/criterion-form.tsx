// Creates or edits a criterion. A rule passes or fails, so it has no scale.
import { useState } from 'react';
import { useSend, type Schemas } from '#api';
import { useTexts } from '#i18n';
import { Button, Dialog, DialogActions, Field, Form, Input, Select, TextArea, faultOf, say } from '#ui';
import { criteriaTexts } from './texts.ts';
import { sharedTexts } from '../texts.ts';

type Criterion = Schemas['EvalCriterion'];
type CriterionType = Criterion['type'];
type ScoreType = Criterion['scoreType'];

const TYPES: readonly CriterionType[] = [
  'llm_judge',
  'contains',
  'exact_match',
  'regex',
  'json_schema',
  'json_path',
  'tool_repeats',
];
const SCORE_TYPES: readonly ScoreType[] = ['numeric', 'boolean', 'categorical'];
const CHANGES = ['/v1/eval-criteria'];

const scaleOf = ({ scoreType, scaleMin, scaleMax }: Criterion) => ({ scoreType, scaleMin, scaleMax });

interface CriterionFormProps {
  criterion?: Criterion;
  onClose: () => void;
}

export function CriterionForm({ criterion, onClose }: CriterionFormProps) {
  const texts = useTexts(criteriaTexts);
  const shared = useTexts(sharedTexts);
  const [type, setType] = useState<CriterionType>(criterion?.type ?? 'llm_judge');
  const [scoreType, setScoreType] = useState<ScoreType>(criterion?.scoreType ?? 'numeric');
  const done = (_answer: unknown, { body }: { body: { name: string } }) => {
    say(texts.saved(body.name));
    onClose();
  };
  const create = useSend('post', '/v1/eval-criteria', { changes: CHANGES, onSuccess: done });
  const update = useSend('patch', '/v1/eval-criteria/{id}', { changes: CHANGES, onSuccess: done });
  const sending = criterion ? update : create;
  const judged = type === 'llm_judge';
  const yesNo = !judged || scoreType === 'boolean';
  const send = (values: Record<string, string>) => {
    const scale = yesNo
      ? { scaleMin: 0, scaleMax: 1 }
      : { scaleMin: Number(values['scaleMin']), scaleMax: Number(values['scaleMax']) };
    const ruled = { scoreType: 'boolean' as const, scaleMin: 0, scaleMax: 1 };
    // A rule created through the API may have a scale, which is kept.
    const kept = criterion && criterion.type !== 'llm_judge' ? scaleOf(criterion) : ruled;
    const body = {
      name: values['name'] ?? '',
      rubric: values['rubric'] ?? '',
      type,
      scope: judged && values['scope'] === 'trajectory' ? ('trajectory' as const) : ('call' as const),
      ...(judged ? { scoreType, ...scale } : kept),
    };
    if (criterion) update.mutate({ path: { id: criterion.id }, body });
    else create.mutate({ body });
  };
  const fault = (name: string) => faultOf(sending.error, name);
  return (
    <Dialog open wide onClose={onClose} title={criterion ? texts.editTitle(criterion.name) : texts.create}>
      <Form onSubmit={send} error={sending.error} fields={['name', 'rubric', 'scaleMin', 'scaleMax']}>
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label={texts.name} fault={fault('name')}>
            <Input name="name" required maxLength={100} defaultValue={criterion?.name} autoComplete="off" />
          </Field>
          <Field label={texts.type} hint={texts.typeHints[type]}>
            <Select value={type} onChange={({ target }) => setType(target.value as CriterionType)}>
              {TYPES.map((one) => (
                <option key={one} value={one}>
                  {texts.types[one]}
                </option>
              ))}
            </Select>
          </Field>
        </div>
        <Field label={texts.rubric} hint={texts.rubricHints[type]} fault={fault('rubric')}>
          <TextArea
            name="rubric"
            required
            maxLength={10_000}
            rows={judged ? 8 : 4}
            defaultValue={criterion?.rubric}
            className={judged ? '' : 'font-mono text-sm'}
            spellCheck={judged}
          />
        </Field>
        {judged && (
          <div className="grid gap-5 sm:grid-cols-4">
            <Field
              label={texts.scoreType}
              {...(scoreType === 'categorical' ? { hint: texts.categoricalHint } : {})}
              className={yesNo ? 'sm:col-span-2' : ''}
            >
              <Select value={scoreType} onChange={({ target }) => setScoreType(target.value as ScoreType)}>
                {SCORE_TYPES.map((one) => (
                  <option key={one} value={one}>
                    {texts.scoreTypes[one]}
                  </option>
                ))}
              </Select>
            </Field>
            {!yesNo && (
              <>
                <Field label={texts.scaleMin} fault={fault('scaleMin')}>
                  <Input
                    name="scaleMin"
                    type="number"
                    step="any"
                    required
                    defaultValue={criterion?.scaleMin ?? 1}
                  />
                </Field>
                <Field label={texts.scaleMax} fault={fault('scaleMax')}>
                  <Input
                    name="scaleMax"
                    type="number"
                    step="any"
                    required
                    defaultValue={criterion?.scaleMax ?? 5}
                  />
                </Field>
              </>
            )}
            <Field label={texts.scope} className={yesNo ? 'sm:col-span-2' : ''}>
              <Select name="scope" defaultValue={criterion?.scope ?? 'call'}>
                <option value="call">{texts.scopes.call}</option>
                <option value="trajectory">{texts.scopes.trajectory}</option>
              </Select>
            </Field>
          </div>
        )}
        <DialogActions>
          <Button look="main" type="submit" busy={sending.isPending}>
            {criterion ? shared.save : texts.create}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
