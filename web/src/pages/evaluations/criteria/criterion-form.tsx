// Creates or edits a criterion, and tests it before it is saved. A plain rule passes or fails, so it has no
// scale.
import { useId } from 'react';
import { useSend, type Schemas } from '#api';
import { useTexts } from '#i18n';
import {
  Button,
  Dialog,
  DialogActions,
  DraftForm,
  NumberField,
  SelectField,
  TextField,
  say,
  useDraft,
  type Draft,
} from '#ui';
import { CRITERION_TYPES, TYPE_NAMES } from './criterion-types.ts';
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
  const done = (_answer: unknown, { body }: { body: { name: string } }) => {
    say(texts.saved(body.name));
    onClose();
  };
  const create = useSend('post', '/v1/eval-criteria', { changes: CHANGES, onSuccess: done });
  const update = useSend('patch', '/v1/eval-criteria/{id}', { changes: CHANGES, onSuccess: done });
  const draft = useDraft(beginning ? draftFrom(beginning) : emptyDraft(), create, update);
  const { values } = draft;
  const send = () => {
    const body = bodyOfDraft(values);
    if (criterion) update.mutate({ path: { id: criterion.id }, body });
    else create.mutate({ body });
  };
  return (
    <Dialog open wide onClose={onClose} title={criterion ? texts.editTitle(criterion.name) : texts.create}>
      <DraftForm id={formId} of={draft} onSend={send}>
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField of={draft} name="name" label={texts.name} required maxLength={100} />
          <SelectField
            of={{ ...draft, set: ({ type = values.type }) => draft.set(withType(values, type)) }}
            name="type"
            label={texts.type}
            hint={texts.typeHints[values.type]}
            options={TYPE_NAMES}
            show={(one) => texts.types[one]}
          />
        </div>
        <RubricFields
          draft={values}
          fault={draft.fault('rubric')}
          onChange={(rubric) => draft.set({ rubric })}
        />
        <ScoreFields of={draft} />
      </DraftForm>
      <TestPanel draft={values} />
      <DialogActions>
        <Button look="main" type="submit" form={formId} busy={draft.isSending}>
          {criterion ? shared.save : texts.create}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** Kind of score, scale and scope, where the type has a choice. */
function ScoreFields({ of }: { of: Draft<CriterionDraft> }) {
  const texts = useTexts(criteriaTexts);
  const { type, scoreType } = of.values;
  const { scoreTypes, scopes } = CRITERION_TYPES[type];
  if (scoreTypes.length === 0) return null;
  const withLabels = scoreType === 'categorical' && type === 'llm_judge';
  const scaled = hasScale(of.values);
  const span = scaled ? '' : 'sm:col-span-2';
  return (
    <div className="grid gap-5 sm:grid-cols-4">
      <SelectField
        of={of}
        name="scoreType"
        label={texts.scoreType}
        hint={withLabels ? texts.categoricalHint : undefined}
        className={span}
        options={scoreTypes}
        show={(one) => texts.scoreTypes[one]}
      />
      {scaled &&
        (['scaleMin', 'scaleMax'] as const).map((name) => (
          <NumberField key={name} of={of} name={name} label={texts[name]} required />
        ))}
      <SelectField
        of={of}
        name="scope"
        label={texts.scope}
        className={span}
        disabled={scopes.length < 2}
        options={scopes}
        show={(one) => texts.scopes[one]}
      />
    </div>
  );
}
