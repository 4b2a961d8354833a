// Creates or edits a criterion, and tests it before it is saved. A plain rule passes or fails, so it has no
// scale.
import { useId, useState } from 'react';
import { useSend, type Schemas } from '#api';
import { useTexts } from '#i18n';
import { Button, Dialog, DialogActions, Field, Form, Input, Select, faultOf, say } from '#ui';
import {
  CRITERION_TYPES,
  TYPE_NAMES,
  type CriterionScope,
  type CriterionType,
  type CriterionScore,
} from './criterion-types.ts';
import { bodyOfDraft, draftFrom, emptyDraft, hasScale, withType, type CriterionDraft } from './draft.ts';
import { RubricFields } from './rubric-fields.tsx';
import type { LibraryEntry } from './starters.ts';
import { TestPanel } from './test-panel.tsx';
import { criteriaTexts } from './texts.ts';
import { sharedTexts } from '../texts.ts';

type Criterion = Schemas['EvalCriterion'];
const CHANGES = ['/v1/eval-criteria'];

interface CriterionFormProps {
  criterion?: Criterion;
  /** What a new one begins with. */
  entry?: LibraryEntry;
  onClose: () => void;
}

export function CriterionForm({ criterion, entry, onClose }: CriterionFormProps) {
  const texts = useTexts(criteriaTexts);
  const shared = useTexts(sharedTexts);
  const formId = useId();
  const beginning = criterion ?? entry;
  const [draft, setDraft] = useState(() => (beginning ? draftFrom(beginning) : emptyDraft()));
  const done = (_answer: unknown, { body }: { body: { name: string } }) => {
    say(texts.saved(body.name));
    onClose();
  };
  const create = useSend('post', '/v1/eval-criteria', { changes: CHANGES, onSuccess: done });
  const update = useSend('patch', '/v1/eval-criteria/{id}', { changes: CHANGES, onSuccess: done });
  const sending = criterion ? update : create;
  const send = () => {
    const body = bodyOfDraft(draft);
    if (criterion) update.mutate({ path: { id: criterion.id }, body });
    else create.mutate({ body });
  };
  const fault = (name: string) => faultOf(sending.error, name);
  return (
    <Dialog open wide onClose={onClose} title={criterion ? texts.editTitle(criterion.name) : texts.create}>
      <Form
        id={formId}
        onSubmit={send}
        error={sending.error}
        fields={['name', 'rubric', 'scaleMin', 'scaleMax', 'scoreType', 'scope']}
      >
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label={texts.name} fault={fault('name')}>
            <Input
              required
              maxLength={100}
              value={draft.name}
              onChange={({ target }) => setDraft({ ...draft, name: target.value })}
              autoComplete="off"
            />
          </Field>
          <Field label={texts.type} hint={texts.typeHints[draft.type]}>
            <Select
              value={draft.type}
              onChange={({ target }) => setDraft(withType(draft, target.value as CriterionType))}
            >
              {TYPE_NAMES.map((one) => (
                <option key={one} value={one}>
                  {texts.types[one]}
                </option>
              ))}
            </Select>
          </Field>
        </div>
        <RubricFields
          draft={draft}
          fault={fault('rubric')}
          onChange={(rubric) => setDraft({ ...draft, rubric })}
        />
        <ScoreFields draft={draft} onChange={setDraft} fault={fault} />
      </Form>
      <TestPanel draft={draft} />
      <DialogActions>
        <Button look="main" type="submit" form={formId} busy={sending.isPending}>
          {criterion ? shared.save : texts.create}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

interface ScoreFieldsProps {
  draft: CriterionDraft;
  onChange: (draft: CriterionDraft) => void;
  fault: (name: string) => string | null;
}

/** Kind of score, scale and scope, where the type has a choice. */
function ScoreFields({ draft, onChange, fault }: ScoreFieldsProps) {
  const texts = useTexts(criteriaTexts);
  const { scoreTypes, scopes } = CRITERION_TYPES[draft.type];
  if (scoreTypes.length === 0) return null;
  const withLabels = draft.scoreType === 'categorical' && draft.type === 'llm_judge';
  const scaled = hasScale(draft);
  const span = scaled ? '' : 'sm:col-span-2';
  return (
    <div className="grid gap-5 sm:grid-cols-4">
      <Field
        label={texts.scoreType}
        {...(withLabels ? { hint: texts.categoricalHint } : {})}
        fault={fault('scoreType')}
        className={span}
      >
        <Select
          value={draft.scoreType}
          onChange={({ target }) => onChange({ ...draft, scoreType: target.value as CriterionScore })}
        >
          {scoreTypes.map((one) => (
            <option key={one} value={one}>
              {texts.scoreTypes[one]}
            </option>
          ))}
        </Select>
      </Field>
      {scaled &&
        (['scaleMin', 'scaleMax'] as const).map((name) => (
          <Field key={name} label={texts[name]} fault={fault(name)}>
            <Input
              type="number"
              step="any"
              required
              value={draft[name]}
              onChange={({ target }) => onChange({ ...draft, [name]: target.value })}
            />
          </Field>
        ))}
      <Field label={texts.scope} fault={fault('scope')} className={span}>
        <Select
          value={draft.scope}
          disabled={scopes.length < 2}
          onChange={({ target }) => onChange({ ...draft, scope: target.value as CriterionScope })}
        >
          {scopes.map((one) => (
            <option key={one} value={one}>
              {texts.scopes[one]}
            </option>
          ))}
        </Select>
      </Field>
    </div>
  );
}
