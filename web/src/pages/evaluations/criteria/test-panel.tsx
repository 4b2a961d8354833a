// Tests a draft on up to ten calls, traces or items of a dataset, before it is saved.
import { FlaskConical } from 'lucide-react';
import { useState } from 'react';
import { useGet, useSend } from '#api';
import { useTexts } from '#i18n';
import { Button, DraftForm, Field, Segments, Select, useDraft } from '#ui';
import { CallFilterFields, EMPTY_FILTER, filterFrom } from '../runs/call-filter-fields.tsx';
import { CRITERION_TYPES } from './criterion-types.ts';
import { bodyOfDraft, type CriterionDraft } from './draft.ts';
import { TestResults } from './test-results.tsx';
import { testTexts } from './test-texts.ts';

type Way = keyof typeof testTexts.en.ways;

export function TestPanel({ draft }: { draft: CriterionDraft }) {
  const texts = useTexts(testTexts);
  const [way, setWay] = useState<Way>('recent');
  const test = useSend('post', '/v1/eval-criteria/test');
  const filtered = useDraft(EMPTY_FILTER, test);
  const { scope } = draft;
  const ways: readonly Way[] = scope === 'call' ? ['recent', 'filter', 'dataset'] : ['recent', 'filter'];
  const wayTexts = { call: texts.ways, trajectory: texts.traceWays, session: texts.sessionWays }[scope];
  const chosen = ways.find((one) => one === way) ?? 'recent';
  const criterion = { ...bodyOfDraft(draft), name: draft.name.trim() || texts.title };
  const isEmpty = draft.rubric.trim() === '';
  const run = (values: typeof EMPTY_FILTER, typed: Record<string, string>) => {
    const filter = chosen === 'filter' ? filterFrom(values) : null;
    test.mutate({
      body: {
        criterion,
        ...(filter ? { filter } : {}),
        ...(chosen === 'dataset' ? { datasetId: Number(typed['dataset']) } : {}),
      },
    });
  };
  const sent = test.variables?.body;
  const isStale = sent !== undefined && JSON.stringify(sent.criterion) !== JSON.stringify(criterion);
  return (
    <section aria-label={texts.title} className="grid min-w-0 gap-3 rounded-md border bg-sunken/40 p-4">
      <div className="grid gap-0.5">
        <h3 className="text-base font-medium">{texts.title}</h3>
        <p className="text-sm text-muted">
          {CRITERION_TYPES[draft.type].asksModel ? texts.aboutModel : texts.about}
        </p>
      </div>
      <DraftForm of={filtered} onSend={run}>
        <div className="flex flex-wrap items-end justify-between gap-3">
          <Segments
            label={texts.on}
            value={chosen}
            onChange={setWay}
            options={ways.map((value) => ({
              value,
              label: wayTexts[value],
            }))}
          />
          <Button
            type="submit"
            icon={<FlaskConical size={16} aria-hidden />}
            busy={test.isPending}
            disabled={isEmpty}
            {...(isEmpty ? { title: texts.rubricFirst } : {})}
          >
            {texts.run}
          </Button>
        </div>
        {chosen === 'filter' && <CallFilterFields of={filtered} />}
        {chosen === 'dataset' && <DatasetChoice />}
      </DraftForm>
      {test.data && <TestResults answer={test.data} isStale={isStale} datasetId={sent?.datasetId ?? null} />}
    </section>
  );
}

function DatasetChoice() {
  const texts = useTexts(testTexts);
  const { data } = useGet('/v1/eval-datasets', { query: { limit: 200 } });
  const filled = data?.datasets.filter(({ itemCount }) => itemCount > 0) ?? [];
  if (data && filled.length === 0) return <p className="text-sm text-muted">{texts.noDataset}</p>;
  return (
    <Field label={texts.dataset} className="max-w-sm">
      <Select name="dataset" required>
        {filled.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
    </Field>
  );
}
