// Creates or edits an alert. Below the fields, a preview shows what the rule would have done; it reloads when
// typing pauses.
import { useGet, useSend, useSession } from '#api';
import { useTexts } from '#i18n';
import { useSettled } from '#lib/use-settled';
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
import {
  TYPES,
  UNITS,
  fromTyped,
  measuresScore,
  needsPro,
  toTyped,
  useAlertWords,
  windowsFor,
} from './alert-values.ts';
import { Channels, enteredTargets } from './channels.tsx';
import { AlertPreview } from './preview.tsx';
import { alertFormTexts } from './form-texts.ts';
import { WatchedFields, watchedFields, watchedFrom } from './watched-fields.tsx';
import { alertsTexts } from './texts.ts';
import type { AlertData, AlertTypeName } from './types.ts';

export type AlertDraft = Pick<
  AlertData,
  | 'name'
  | 'alertType'
  | 'thresholdValue'
  | 'windowMinutes'
  | 'channelKinds'
  | 'channelTargets'
  | 'evalCriterionId'
  | 'scoreName'
  | 'scoreValue'
  | 'of'
  | 'filter'
  | 'forEach'
  | 'percentile'
>;

const CHANGES = { changes: ['/v1/alerts'] };
const USUAL_MINUTES = 60;

/** What the fields hold. */
const typedOf = (draft: AlertDraft) => ({
  name: draft.name,
  alertType: draft.alertType,
  thresholdValue: String(toTyped(draft.alertType, draft.thresholdValue)),
  windowMinutes: draft.windowMinutes,
  evalCriterionId: String(draft.evalCriterionId ?? ''),
  scoreName: draft.scoreName ?? '',
  scoreValue: draft.scoreValue ?? '',
  channelKinds: draft.channelKinds,
  ...watchedFields(draft),
});
type Typed = ReturnType<typeof typedOf>;

const thresholdIn = ({ alertType, thresholdValue }: Typed): number =>
  thresholdValue.trim() === '' ? Number.NaN : fromTyped(alertType, Number(thresholdValue));

/** What the rule measures, in addition to its type. */
const subjectIn = ({ alertType, evalCriterionId, scoreName, scoreValue }: Typed) => ({
  evalCriterionId: alertType === 'eval_score' && evalCriterionId !== '' ? Number(evalCriterionId) : null,
  scoreName: measuresScore(alertType) ? scoreName.trim() || null : null,
  scoreValue: measuresScore(alertType) ? scoreValue.trim() || null : null,
});

interface AlertFormProps {
  draft: AlertDraft;
  /** The alert to edit; omit it to create one. */
  alert?: AlertData;
  onClose: () => void;
}

export function AlertForm({ draft: start, alert, onClose }: AlertFormProps) {
  const texts = useTexts(alertsTexts);
  const form = useTexts(alertFormTexts);
  // Shown at once: the refetches that follow, such as the preview, may take a while.
  const done = (text: string) => {
    say(text);
    onClose();
  };
  const create = useSend('post', '/v1/alerts', {
    ...CHANGES,
    onSuccess: (_, { body }) => done(form.made(body.name ?? '')),
  });
  const update = useSend('patch', '/v1/alerts/{id}', {
    ...CHANGES,
    onSuccess: (_, { body }) => done(form.saved(body.name ?? '')),
  });
  const draft = useDraft(typedOf(start), create, update);
  const { channelKinds } = draft.values;
  const save = (values: Typed, targets: Record<string, string>) => {
    const { name, alertType, windowMinutes } = values;
    const { of, forEach, ...watched } = watchedFrom(alertType, values);
    const body = {
      name,
      thresholdValue: thresholdIn(values),
      windowMinutes,
      channelKinds,
      channelTargets: enteredTargets(channelKinds, targets),
      ...watched,
    };
    if (alert) update.mutate({ path: { id: alert.id }, body });
    else create.mutate({ body: { ...body, of, forEach, alertType, ...subjectIn(values), enabled: true } });
  };
  return (
    <Dialog open onClose={onClose} title={alert ? form.editTitle : texts.create} wide>
      <DraftForm of={draft} onSend={save}>
        <Rule of={draft} isStored={alert !== undefined} />
        <WatchedFields of={draft} alertType={draft.values.alertType} isStored={alert !== undefined} />
        <Preview of={draft} />
        <Channels
          kinds={channelKinds}
          onKinds={(kinds) => draft.set({ channelKinds: kinds })}
          targets={start.channelTargets}
          {...(alert ? { alertId: alert.id } : {})}
        />
        <DialogActions>
          {channelKinds.length === 0 && <p className="mr-auto text-sm text-muted">{form.noChannel}</p>}
          <Button look="main" type="submit" busy={draft.isSending} disabled={channelKinds.length === 0}>
            {alert ? form.save : form.make}
          </Button>
        </DialogActions>
      </DraftForm>
    </Dialog>
  );
}

/** The threshold and the score as they were when typing paused. */
function Preview({ of: { values } }: { of: Draft<Typed> }) {
  const form = useTexts(alertFormTexts);
  const { alertType, windowMinutes, evalCriterionId } = values;
  const rested = useSettled(values);
  const thresholdValue = thresholdIn({ ...rested, alertType });
  return (
    <section aria-label={form.preview} className="grid gap-2 border-t pt-4">
      <h3>{form.preview}</h3>
      <AlertPreview
        rule={{ alertType, thresholdValue, windowMinutes }}
        subject={{
          ...subjectIn({ ...rested, alertType, evalCriterionId }),
          ...watchedFrom(alertType, rested),
        }}
      />
    </section>
  );
}

interface FieldsProps {
  of: Draft<Typed>;
  /** The type and the subject of a stored alert stay. */
  isStored: boolean;
}

function Rule({ of, isStored }: FieldsProps) {
  const texts = useTexts(alertsTexts);
  const form = useTexts(alertFormTexts);
  const words = useAlertWords();
  const { plan } = useSession().account;
  const { alertType, windowMinutes } = of.values;
  const unit = UNITS[alertType];
  const isClosed = (type: AlertTypeName) => plan === 'free' && needsPro(type);
  const change = (next: Partial<Typed>) => {
    const type = next.alertType ?? alertType;
    const fits = windowsFor(type, USUAL_MINUTES).includes(windowMinutes);
    of.set(next.alertType === undefined || fits ? next : { ...next, windowMinutes: USUAL_MINUTES });
  };
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <TextField of={of} name="name" label={form.name} required maxLength={100} />
      <SelectField
        of={{ ...of, set: change }}
        name="alertType"
        label={form.type}
        disabled={isStored}
        options={TYPES}
        show={(type) => `${texts.types[type]}${isClosed(type) ? ` (${form.needsPlan})` : ''}`}
        isClosed={isClosed}
      />
      <Subject of={of} isStored={isStored} />
      <NumberField
        of={of}
        name="thresholdValue"
        label={form.threshold[unit]}
        hint={form.thresholdHints[unit]}
        required
        {...(unit === 'points' || unit === 'score' ? {} : { min: 0 })}
        {...(unit === 'percent' ? { max: 100 } : {})}
      />
      {alertType !== 'guardian_findings' && (
        <SelectField
          of={of}
          name="windowMinutes"
          label={alertType === 'monthly_budget' ? form.remind : form.window}
          options={windowsFor(alertType, windowMinutes)}
          show={words.span}
        />
      )}
    </div>
  );
}

/** The fields of what is measured: a criterion, or a score by its name. */
function Subject({ of, isStored }: FieldsProps) {
  const form = useTexts(alertFormTexts);
  const { alertType } = of.values;
  if (alertType === 'eval_score') return <Criterion of={of} isStored={isStored} />;
  if (!measuresScore(alertType)) return null;
  return (
    <>
      <TextField
        of={of}
        name="scoreName"
        label={form.scoreName}
        hint={form.scoreNameHint}
        required
        maxLength={128}
        disabled={isStored}
      />
      <TextField
        of={of}
        name="scoreValue"
        label={form.scoreValue}
        hint={form.scoreValueHint}
        maxLength={256}
        disabled={isStored}
      />
    </>
  );
}

function Criterion({ of, isStored }: FieldsProps) {
  const form = useTexts(alertFormTexts);
  const { data } = useGet('/v1/eval-criteria', {});
  const criteria = data?.criteria ?? [];
  return (
    <SelectField
      of={of}
      name="evalCriterionId"
      label={form.criterion}
      hint={data && criteria.length === 0 ? form.noCriteria : undefined}
      required
      disabled={isStored}
      options={['', ...criteria.map(({ id }) => String(id))]}
      show={(id) => criteria.find((criterion) => String(criterion.id) === id)?.name ?? '–'}
    />
  );
}
