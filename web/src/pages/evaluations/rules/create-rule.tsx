import { useGet, useSend } from '#api';
import { useTexts } from '#i18n';
import { Button, Dialog, DialogActions, Field, Form, Input, Select, faultOf, say } from '#ui';
import { CallFilterFields, filterFrom } from '../runs/call-filter-fields.tsx';
import { ruleTexts } from './texts.ts';

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
  const send = (values: Record<string, string>) => {
    const filter = filterFrom(values);
    const name = values['name']?.trim() ?? '';
    create.mutate({
      body: {
        name: name === '' ? null : name,
        criterionId: Number(values['criterion']),
        samplePct: Number(values['samplePct']),
        enabled: true,
        ...(filter ? { filter } : {}),
      },
    });
  };
  return (
    <Dialog open wide onClose={onClose} title={texts.create} about={texts.about}>
      <Form onSubmit={send} error={create.error} fields={['name', 'samplePct']}>
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
            defaultValue={5}
            className="max-w-32"
          />
        </Field>
        <CallFilterFields />
        <DialogActions>
          <Button look="main" type="submit" busy={create.isPending}>
            {texts.create}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
