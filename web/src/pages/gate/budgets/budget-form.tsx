import { useState } from 'react';
import { useGet, useSend } from '#api';
import { useTexts } from '#i18n';
import { Button, Dialog, DialogActions, Field, Form, Input, Select, faultOf, say } from '#ui';
import { readTags, writeTags } from '../tag-text.ts';
import { gateTexts } from '../texts.ts';
import type { GateBudget } from '../types.ts';

const PERIODS = ['day', 'week', 'month'] as const;
const ACTIONS = ['deny', 'require_approval', 'warn'] as const;
const FAIL_MODES = ['open', 'closed'] as const;
const ON_UNPRICED = ['warn', 'allow', 'deny'] as const;
const FIELDS = ['name', 'limitUsd', 'provider', 'model'];

const oneOf = <T extends string>(list: readonly [T, ...T[]], text: string | undefined): T =>
  list.find((one) => one === text) ?? list[0];

/** Creates a budget, or edits the given one. */
export function BudgetForm({ budget, onClose }: { budget: GateBudget | null; onClose: () => void }) {
  const texts = useTexts(gateTexts);
  const { data } = useGet('/v1/projects', { query: { limit: 200 } }, { wholeAccount: true });
  const projects = data?.projects ?? [];
  const options = {
    changes: ['/v1/gate/budgets'],
    onSuccess: ({ name }: { name: string }) => {
      say(texts.budgetSaved(name));
      onClose();
    },
  };
  const create = useSend('post', '/v1/gate/budgets', options);
  const update = useSend('patch', '/v1/gate/budgets/{id}', options);
  const [badTags, setBadTags] = useState(false);
  const sending = budget === null ? create : update;
  const save = (values: Record<string, string>) => {
    const tags = readTags(values['tags'] ?? '');
    setBadTags(tags === undefined);
    if (tags === undefined) return;
    const body = {
      name: values['name'] ?? '',
      limitUsd: Number(values['limitUsd']),
      period: oneOf(PERIODS, values['period']),
      action: oneOf(ACTIONS, values['action']),
      failMode: oneOf(FAIL_MODES, values['failMode']),
      onUnpriced: oneOf(ON_UNPRICED, values['onUnpriced']),
      scope: {
        provider: values['provider']?.trim() || null,
        model: values['model']?.trim() || null,
        tags,
        projectId: values['projectId'] || null,
      },
    };
    if (budget === null) create.mutate({ body });
    else update.mutate({ path: { id: budget.id }, body });
  };
  const fault = (name: string) => faultOf(sending.error, name);
  return (
    <Dialog open onClose={onClose} title={budget === null ? texts.newBudget : texts.editBudget}>
      <Form onSubmit={save} error={sending.error} fields={FIELDS}>
        <Field label={texts.name} fault={fault('name')}>
          <Input name="name" required maxLength={100} autoComplete="off" defaultValue={budget?.name} />
        </Field>
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label={texts.limit} hint={texts.limitHint} fault={fault('limitUsd')}>
            <Input
              name="limitUsd"
              type="number"
              inputMode="decimal"
              required
              min={0}
              max={1e9}
              step="any"
              defaultValue={budget?.limitUsd ?? 10}
            />
          </Field>
          <Field label={texts.period}>
            <Select name="period" defaultValue={budget?.period ?? 'day'}>
              {PERIODS.map((period) => (
                <option key={period} value={period}>
                  {texts.periodNames[period]}
                </option>
              ))}
            </Select>
          </Field>
          <Field label={texts.action}>
            <Select name="action" defaultValue={budget?.action ?? 'deny'}>
              {ACTIONS.map((action) => (
                <option key={action} value={action}>
                  {texts.actionNames[action]}
                </option>
              ))}
            </Select>
          </Field>
          <Field label={texts.failMode}>
            <Select name="failMode" defaultValue={budget?.failMode ?? 'open'}>
              {FAIL_MODES.map((mode) => (
                <option key={mode} value={mode}>
                  {texts.failModes[mode]}
                </option>
              ))}
            </Select>
          </Field>
          <Field label={texts.onUnpriced} hint={texts.onUnpricedHint}>
            <Select name="onUnpriced" defaultValue={budget?.onUnpriced ?? 'warn'}>
              {ON_UNPRICED.map((choice) => (
                <option key={choice} value={choice}>
                  {texts.onUnpricedNames[choice]}
                </option>
              ))}
            </Select>
          </Field>
        </div>
        <fieldset className="grid gap-4 border-t pt-4">
          <legend className="sr-only">{texts.countsFor}</legend>
          <p className="text-sm">
            <span className="font-medium">{texts.countsFor}</span>{' '}
            <span className="text-muted">{texts.countsForHint}</span>
          </p>
          <div className="grid gap-5 sm:grid-cols-2">
            <Field label={texts.provider} fault={fault('provider')}>
              <Input
                name="provider"
                maxLength={64}
                placeholder="openai"
                defaultValue={budget?.scope.provider ?? ''}
              />
            </Field>
            <Field label={texts.model} hint={texts.pattern} fault={fault('model')}>
              <Input
                name="model"
                maxLength={200}
                placeholder="gpt-4*"
                defaultValue={budget?.scope.model ?? ''}
              />
            </Field>
          </div>
          <Field label={texts.tags} hint={texts.tagsHint} fault={badTags ? texts.badTags : fault('tags')}>
            <Input
              name="tags"
              placeholder="env:prod"
              defaultValue={writeTags(budget?.scope.tags ?? null)}
              onChange={() => setBadTags(false)}
            />
          </Field>
          {(projects.length > 1 || budget?.scope.projectId) && (
            <Field label={texts.project}>
              <Select name="projectId" key={projects.length} defaultValue={budget?.scope.projectId ?? ''}>
                <option value="">{texts.allProjects}</option>
                {projects.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </Select>
            </Field>
          )}
        </fieldset>
        <DialogActions>
          <Button look="main" type="submit" busy={sending.isPending}>
            {budget === null ? texts.create : texts.save}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
