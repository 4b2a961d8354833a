// The owner of the first account of a service sets its limits. An empty field is the limit of the plan.
import { useState } from 'react';
import { useSend, type Schemas } from '#api';
import { useTexts } from '#i18n';
import { Button, Card, Field, Form, Input, faultOf, say } from '#ui';
import { planTexts } from './texts.ts';

const NAMES = [
  'recordsPerMonth',
  'retentionDays',
  'exportRows',
  'traceSpans',
  'savedViews',
  'datasetItems',
  'itemCharacters',
] as const;
type Name = (typeof NAMES)[number];

type Account = Schemas['AccountOverview'];

const valuesOf = ({ usage, retentionDays, limits }: Account): Record<Name, number> => ({
  recordsPerMonth: usage.quota,
  retentionDays,
  exportRows: limits.exportRecords,
  traceSpans: limits.traceSpans,
  savedViews: limits.savedViews,
  datasetItems: limits.datasetItems,
  itemCharacters: limits.itemCharacters,
});

const numberOf = (text: string): number | null => (text.trim() === '' ? null : Number(text));

export function ChangeLimits({ account }: { account: Account }) {
  const texts = useTexts(planTexts);
  const [typed, setTyped] = useState<Partial<Record<Name, string>>>({});
  const change = useSend('patch', '/v1/account/limits', {
    wholeAccount: true,
    changes: ['/v1/account/overview'],
    onSuccess: () => {
      setTyped({});
      say(texts.limitsSaved);
    },
  });
  const values = valuesOf(account);
  const labels: Record<Name, string> = {
    recordsPerMonth: texts.quota,
    retentionDays: texts.retentionInDays,
    exportRows: texts.exportRecords,
    traceSpans: texts.traceSpans,
    savedViews: texts.savedViews,
    datasetItems: texts.datasetItems,
    itemCharacters: texts.itemCharacters,
  };
  const changed = NAMES.filter((name) => typed[name] !== undefined && typed[name] !== String(values[name]));
  const body = Object.fromEntries(changed.map((name) => [name, numberOf(typed[name] ?? '')]));
  return (
    <Card title={texts.changeLimits} about={texts.changeLimitsAbout}>
      <Form error={change.error} fields={NAMES} onSubmit={() => change.mutate({ body })}>
        <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
          {NAMES.map((name) => (
            <Field key={name} label={labels[name]} fault={faultOf(change.error, name)}>
              <Input
                type="number"
                inputMode="numeric"
                name={name}
                min={0}
                step={1}
                placeholder={texts.ofPlan}
                value={typed[name] ?? String(values[name])}
                onChange={({ target }) => setTyped({ ...typed, [name]: target.value })}
              />
            </Field>
          ))}
        </div>
        <div>
          <Button look="main" type="submit" busy={change.isPending} disabled={changed.length === 0}>
            {texts.saveLimits}
          </Button>
        </div>
      </Form>
    </Card>
  );
}
