import { useState } from 'react';
import { useSend } from '#api';
import { useTexts } from '#i18n';
import { Button, Dialog, DialogActions, Field, Form, Input, Select, faultOf, say } from '#ui';
import { readList, readTags, writeList, writeTags } from '../tag-text.ts';
import { gateTexts } from '../texts.ts';
import type { PolicyData } from '../types.ts';

const EFFECTS = ['require_approval', 'deny', 'allow'] as const;
const FIELDS = ['name', 'priority', 'maxCostUsd', 'maxTokens', 'approvalMinutes'];
const CHANGES = { changes: ['/v1/gate/policies'] };

const amount = (text: string | undefined): number | null => (text ? Number(text) : null);

/** Creates a policy, or edits the given one. */
export function PolicyForm({ policy, onClose }: { policy: PolicyData | null; onClose: () => void }) {
  const texts = useTexts(gateTexts);
  const create = useSend('post', '/v1/gate/policies', CHANGES);
  const update = useSend('patch', '/v1/gate/policies/{id}', CHANGES);
  const [badTags, setBadTags] = useState(false);
  const [effect, setEffect] = useState<PolicyData['effect']>(policy?.effect ?? 'require_approval');
  const sending = policy === null ? create : update;
  const save = (values: Record<string, string>) => {
    const tags = readTags(values['tags'] ?? '');
    setBadTags(tags === undefined);
    if (tags === undefined) return;
    const body = {
      name: values['name'] ?? '',
      effect,
      priority: Number(values['priority'] || 100),
      match: {
        providers: readList(values['providers'] ?? ''),
        models: readList(values['models'] ?? ''),
        tools: readList(values['tools'] ?? ''),
        tags,
      },
      maxCostUsd: amount(values['maxCostUsd']),
      maxTokens: amount(values['maxTokens']),
      failMode: values['failMode'] === 'closed' ? ('closed' as const) : ('open' as const),
      approvalMinutes: amount(values['approvalMinutes']),
    };
    const onSuccess = () => {
      say(texts.policySaved(body.name));
      onClose();
    };
    if (policy === null) create.mutate({ body }, { onSuccess });
    else update.mutate({ path: { id: policy.id }, body }, { onSuccess });
  };
  const fault = (name: string) => faultOf(sending.error, name);
  return (
    <Dialog open onClose={onClose} title={policy === null ? texts.newPolicy : texts.editPolicy} wide>
      <Form onSubmit={save} error={sending.error} fields={FIELDS}>
        <Field label={texts.name} fault={fault('name')}>
          <Input name="name" required maxLength={100} autoComplete="off" defaultValue={policy?.name} />
        </Field>
        <div className="grid gap-4 sm:grid-cols-3">
          <Field label={texts.effect}>
            <Select
              value={effect}
              onChange={(event) => setEffect(event.target.value as PolicyData['effect'])}
            >
              {EFFECTS.map((one) => (
                <option key={one} value={one}>
                  {texts.effects[one]}
                </option>
              ))}
            </Select>
          </Field>
          <Field label={texts.priority} hint={texts.priorityHint} fault={fault('priority')}>
            <Input
              name="priority"
              type="number"
              inputMode="numeric"
              min={0}
              max={1e6}
              step={1}
              defaultValue={policy?.priority ?? 100}
            />
          </Field>
          {effect === 'require_approval' && (
            <Field
              label={texts.approvalMinutes}
              hint={texts.approvalMinutesHint}
              fault={fault('approvalMinutes')}
            >
              <Input
                name="approvalMinutes"
                type="number"
                inputMode="numeric"
                min={1}
                max={1440}
                step={1}
                defaultValue={policy?.approvalMinutes ?? ''}
              />
            </Field>
          )}
        </div>
        <fieldset className="grid gap-4 border-t pt-4">
          <legend className="sr-only">{texts.matches}</legend>
          <p className="text-sm">
            <span className="font-medium">{texts.matches}</span>{' '}
            <span className="text-muted">{texts.countsForHint}</span>
          </p>
          <Field label={texts.tools} hint={texts.listHint}>
            <Input
              name="tools"
              placeholder="delete_*, drop_*"
              defaultValue={writeList(policy?.match.tools ?? null)}
            />
          </Field>
          <div className="grid gap-4 sm:grid-cols-2">
            <Field label={texts.models}>
              <Input
                name="models"
                placeholder="gpt-4*"
                defaultValue={writeList(policy?.match.models ?? null)}
              />
            </Field>
            <Field label={texts.providers}>
              <Input
                name="providers"
                placeholder="openai"
                defaultValue={writeList(policy?.match.providers ?? null)}
              />
            </Field>
          </div>
          <Field label={texts.tags} hint={texts.tagsHint} fault={badTags ? texts.badTags : null}>
            <Input
              name="tags"
              placeholder="env:prod"
              defaultValue={writeTags(policy?.match.tags ?? null)}
              onChange={() => setBadTags(false)}
            />
          </Field>
        </fieldset>
        <fieldset className="grid gap-4 border-t pt-4">
          <legend className="sr-only">{texts.limits}</legend>
          <p className="text-sm">
            <span className="font-medium">{texts.limits}</span>{' '}
            <span className="text-muted">{texts.limitsHint}</span>
          </p>
          <div className="grid gap-4 sm:grid-cols-3">
            <Field label={texts.maxCost} fault={fault('maxCostUsd')}>
              <Input
                name="maxCostUsd"
                type="number"
                inputMode="decimal"
                min={0}
                max={1e9}
                step="any"
                defaultValue={policy?.maxCostUsd ?? ''}
              />
            </Field>
            <Field label={texts.maxTokens} fault={fault('maxTokens')}>
              <Input
                name="maxTokens"
                type="number"
                inputMode="numeric"
                min={0}
                max={1e12}
                step={1}
                defaultValue={policy?.maxTokens ?? ''}
              />
            </Field>
            <Field label={texts.failMode}>
              <Select name="failMode" defaultValue={policy?.failMode ?? 'open'}>
                <option value="open">{texts.failModes.open}</option>
                <option value="closed">{texts.failModes.closed}</option>
              </Select>
            </Field>
          </div>
        </fieldset>
        <DialogActions>
          <Button look="main" type="submit" busy={sending.isPending}>
            {policy === null ? texts.create : texts.save}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
