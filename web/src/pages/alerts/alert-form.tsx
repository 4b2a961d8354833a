// Creates or edits an alert. Below the fields, a preview shows what the rule would have done; it reloads when
// typing pauses.
import { useEffect, useState } from 'react';
import { useGet, useSend, useSession } from '#api';
import { useTexts } from '#i18n';
import { Button, Dialog, DialogActions, Field, Form, Input, Select, faultOf, say } from '#ui';
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
>;

const CHANGES = { changes: ['/v1/alerts'] };
const FIELDS = ['name', 'thresholdValue', 'windowMinutes', 'evalCriterionId', 'scoreName', 'scoreValue'];
const REST_MS = 500;

function useRested<T>(value: T): T {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), REST_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return rested;
}

interface AlertFormProps {
  draft: AlertDraft;
  /** The alert to edit; omit it to create one. */
  alert?: AlertData;
  onClose: () => void;
}

export function AlertForm({ draft, alert, onClose }: AlertFormProps) {
  const texts = useTexts(alertsTexts);
  const words = useAlertWords();
  const { plan } = useSession().account;
  const [type, setType] = useState<AlertTypeName>(draft.alertType);
  const [typed, setTyped] = useState(String(toTyped(draft.alertType, draft.thresholdValue)));
  const [minutes, setMinutes] = useState(draft.windowMinutes);
  const [criterionId, setCriterionId] = useState(draft.evalCriterionId);
  const [score, setScore] = useState({ name: draft.scoreName ?? '', value: draft.scoreValue ?? '' });
  const [kinds, setKinds] = useState(draft.channelKinds);
  // Shown at once: the refetches that follow, such as the preview, may take a while.
  const done = (text: string) => {
    say(text);
    onClose();
  };
  const create = useSend('post', '/v1/alerts', {
    ...CHANGES,
    onSuccess: (_, { body }) => done(texts.made(body.name ?? '')),
  });
  const update = useSend('patch', '/v1/alerts/{id}', {
    ...CHANGES,
    onSuccess: (_, { body }) => done(texts.saved(body.name ?? '')),
  });
  const sending = alert ? update : create;
  const restedTyped = useRested(typed);
  const restedScore = useRested(score);
  const numberOf = (text: string) => (text.trim() === '' ? Number.NaN : fromTyped(type, Number(text)));
  const rule = { alertType: type, thresholdValue: numberOf(restedTyped), windowMinutes: minutes };
  const unit = UNITS[type];

  /** What the rule measures, in addition to its type. */
  const subjectOf = ({ name, value }: typeof score) => ({
    evalCriterionId: type === 'eval_score' ? criterionId : null,
    scoreName: measuresScore(type) ? name.trim() || null : null,
    scoreValue: measuresScore(type) ? value.trim() || null : null,
  });
  const changeType = (next: AlertTypeName) => {
    setType(next);
    const windows = windowsFor(next, 60);
    if (!windows.includes(minutes)) setMinutes(60);
  };
  const save = (values: Record<string, string>) => {
    const name = values['name'] ?? '';
    const body = {
      name,
      thresholdValue: numberOf(typed),
      windowMinutes: minutes,
      channelKinds: kinds,
      channelTargets: enteredTargets(kinds, values),
    };
    if (alert) update.mutate({ path: { id: alert.id }, body });
    else {
      create.mutate({ body: { ...body, alertType: type, ...subjectOf(score), enabled: true } });
    }
  };
  return (
    <Dialog open onClose={onClose} title={alert ? texts.editTitle : texts.create} wide>
      <Form onSubmit={save} error={sending.error} fields={FIELDS}>
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label={texts.name} fault={faultOf(sending.error, 'name')}>
            <Input name="name" required maxLength={100} autoComplete="off" defaultValue={draft.name} />
          </Field>
          <Field label={texts.type}>
            <Select
              value={type}
              disabled={alert !== undefined}
              onChange={({ target }) => changeType(target.value as AlertTypeName)}
            >
              {TYPES.map((one) => (
                <option key={one} value={one} disabled={plan === 'free' && needsPro(one)}>
                  {texts.types[one]}
                  {plan === 'free' && needsPro(one) ? ` (${texts.needsPlan})` : ''}
                </option>
              ))}
            </Select>
          </Field>
          {type === 'eval_score' && (
            <CriterionField
              value={criterionId}
              onChange={setCriterionId}
              disabled={alert !== undefined}
              fault={faultOf(sending.error, 'evalCriterionId')}
            />
          )}
          {measuresScore(type) && (
            <>
              <Field
                label={texts.scoreName}
                hint={texts.scoreNameHint}
                fault={faultOf(sending.error, 'scoreName')}
              >
                <Input
                  required
                  maxLength={128}
                  autoComplete="off"
                  disabled={alert !== undefined}
                  value={score.name}
                  onChange={({ target }) => setScore({ ...score, name: target.value })}
                />
              </Field>
              <Field
                label={texts.scoreValue}
                hint={texts.scoreValueHint}
                fault={faultOf(sending.error, 'scoreValue')}
              >
                <Input
                  maxLength={256}
                  autoComplete="off"
                  disabled={alert !== undefined}
                  value={score.value}
                  onChange={({ target }) => setScore({ ...score, value: target.value })}
                />
              </Field>
            </>
          )}
          <Field
            label={texts.threshold[unit]}
            hint={texts.thresholdHints[unit]}
            fault={faultOf(sending.error, 'thresholdValue')}
          >
            <Input
              name="thresholdValue"
              type="number"
              inputMode="decimal"
              step="any"
              required
              {...(unit === 'points' || unit === 'score' ? {} : { min: 0 })}
              {...(unit === 'percent' ? { max: 100 } : {})}
              value={typed}
              onChange={({ target }) => setTyped(target.value)}
            />
          </Field>
          {type !== 'guardian_findings' && (
            <Field
              label={type === 'monthly_budget' ? texts.remind : texts.window}
              fault={faultOf(sending.error, 'windowMinutes')}
            >
              <Select value={minutes} onChange={({ target }) => setMinutes(Number(target.value))}>
                {windowsFor(type, minutes).map((one) => (
                  <option key={one} value={one}>
                    {words.span(one)}
                  </option>
                ))}
              </Select>
            </Field>
          )}
        </div>
        <section aria-label={texts.preview} className="grid gap-2 border-t pt-4">
          <h3>{texts.preview}</h3>
          <AlertPreview rule={rule} subject={subjectOf(restedScore)} />
        </section>
        <Channels
          kinds={kinds}
          onKinds={setKinds}
          targets={draft.channelTargets}
          {...(alert ? { alertId: alert.id } : {})}
        />
        <DialogActions>
          <Button look="main" type="submit" busy={sending.isPending} disabled={kinds.length === 0}>
            {alert ? texts.save : texts.make}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}

interface CriterionFieldProps {
  value: number | null;
  onChange: (id: number | null) => void;
  disabled: boolean;
  fault: string | null;
}

function CriterionField({ value, onChange, disabled, fault }: CriterionFieldProps) {
  const texts = useTexts(alertsTexts);
  const { data } = useGet('/v1/eval-criteria', {});
  const criteria = data?.criteria ?? [];
  return (
    <Field
      label={texts.criterion}
      fault={fault}
      {...(data && criteria.length === 0 ? { hint: texts.noCriteria } : {})}
    >
      <Select
        required
        disabled={disabled}
        value={value ?? ''}
        onChange={({ target }) => onChange(target.value === '' ? null : Number(target.value))}
      >
        <option value="">–</option>
        {criteria.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
    </Field>
  );
}
