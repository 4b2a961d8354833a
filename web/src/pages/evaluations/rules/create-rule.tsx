import { useState, type FormEvent } from 'react';
import { useGet, useSend } from '#api';
import { useTexts } from '#i18n';
import { Button, Dialog, DialogActions, Field, Form, Input, Select, faultOf, say } from '#ui';
import { CallFilterFields, filterFrom } from '../runs/call-filter-fields.tsx';
import { RuleForecast } from './rule-estimate.tsx';
import { ruleTexts } from './texts.ts';

const DEFAULT_PCT = 5;

export function CreateRule({ onClose }: { onClose: () => void }) {
  const texts = useTexts(ruleTexts);
  const { data } = useGet('/v1/eval-criteria', {});
  // A rule scores single calls, because the end of a trace is unknown.
  const criteria = data?.criteria.filter(({ scope }) => scope === 'call') ?? [];
  const create = useSend('post', '/v1/eval-rules', {
    changes: ['/v1/eval-rules'],
    onSuccess: () => {
      say(texts.created);
      onClose();
    },
  });
  const [typed, setTyped] = useState<Record<string, string>>({});
  const orderOf = (values: Record<string, string>) => {
    const filter = filterFrom(values);
    return {
      criterionId: Number(values['criterion'] ?? criteria[0]?.id ?? 0),
      samplePct: Number(values['samplePct'] ?? DEFAULT_PCT),
      ...(filter ? { filter } : {}),
    };
  };
  const read = ({ currentTarget }: FormEvent<HTMLElement>) => {
    const form = currentTarget.closest('form');
    if (!form) return;
    const values = [...new FormData(form)].filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    );
    setTyped(Object.fromEntries(values));
  };
  const send = (values: Record<string, string>) => {
    const name = values['name']?.trim() ?? '';
    create.mutate({ body: { name: name === '' ? null : name, enabled: true, ...orderOf(values) } });
  };
  return (
    <Dialog open wide onClose={onClose} title={texts.create} about={texts.about}>
      <Form onSubmit={send} error={create.error} fields={['name', 'samplePct']}>
        <div onInput={read} className="grid gap-4">
          <div className="grid gap-5 sm:grid-cols-2">
            <Field label={texts.criterion}>
              <Select name="criterion" required>
                {criteria.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </Select>
            </Field>
            <Field label={texts.name} hint={texts.nameHint} fault={faultOf(create.error, 'name')}>
              <Input name="name" maxLength={100} autoComplete="off" />
            </Field>
          </div>
          <Field label={texts.sample} hint={texts.sampleHint} fault={faultOf(create.error, 'samplePct')}>
            <Input
              name="samplePct"
              type="number"
              required
              min={0.01}
              max={100}
              step="any"
              defaultValue={DEFAULT_PCT}
              className="max-w-32"
            />
          </Field>
          <CallFilterFields />
        </div>
        <RuleForecast order={orderOf(typed)} />
        <DialogActions>
          <Button look="main" type="submit" busy={create.isPending}>
            {texts.create}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
