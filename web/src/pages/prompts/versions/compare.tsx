// Compares two versions. They are named in the URL, so a shared link shows the same comparison.
import { ArrowLeftRight, FlaskConical, GitCompare } from 'lucide-react';
import { useGet } from '#api';
import { useTexts } from '#i18n';
import { first } from '#lib/search-text';
import { useUrl, useWindow } from '#lib/url-state';
import { Button, ButtonLink, Card, EmptyState, Field, Loaded, Select, SkeletonRows, WindowPicker } from '#ui';
import { DiffView } from './diff-view.tsx';
import { promptsTexts } from '../texts.ts';
import type { PromptData } from '../types.ts';
import { UsageFigures } from '../usage.tsx';
import { useRights } from '../use-prompts.ts';

export function Compare({ versions }: { versions: readonly PromptData[] }) {
  const texts = useTexts(promptsTexts);
  const [search, change] = useUrl();
  const { choice: window, choose } = useWindow();
  const { mayChange } = useRights();
  const chosen = (name: string, otherwise: PromptData | undefined) =>
    versions.find(({ id }) => String(id) === first(search[name])) ?? otherwise;
  const newer = chosen('new', versions[0]);
  const at = versions.findIndex(({ id }) => id === newer?.id);
  const older = chosen('old', versions[at + 1] ?? versions.find(({ id }) => id !== newer?.id));
  if (!newer || !older) {
    return (
      <Card>
        <EmptyState icon={<GitCompare size={22} aria-hidden />} title={texts.oneVersion}>
          {texts.oneVersionAbout}
        </EmptyState>
      </Card>
    );
  }
  const choice = (name: string, label: string, value: PromptData) => (
    <Field label={label} className="min-w-0 basis-full sm:max-w-72 sm:flex-1 sm:basis-0">
      <Select value={String(value.id)} onChange={(event) => change({ [name]: event.target.value })}>
        {versions.map(({ id, version, deployedLabels }) => (
          <option key={id} value={String(id)}>
            {deployedLabels.length === 0 ? version : `${version} (${deployedLabels.join(', ')})`}
          </option>
        ))}
      </Select>
    </Field>
  );
  return (
    <Card title={texts.tabs.compare} about={texts.compareAbout}>
      <div className="flex flex-wrap items-end gap-3">
        {choice('old', texts.older, older)}
        {choice('new', texts.newer, newer)}
        <Button
          icon={<ArrowLeftRight size={16} aria-hidden />}
          onClick={() => change({ old: String(newer.id), new: String(older.id) })}
        >
          {texts.swap}
        </Button>
        {mayChange && newer.id !== older.id && (
          <ButtonLink to="/evaluations/experiments/new" search={{ prompts: `${older.id},${newer.id}` }}>
            <FlaskConical size={16} aria-hidden />
            {texts.experiment}
          </ButtonLink>
        )}
      </div>
      {newer.id === older.id ? (
        <p className="text-muted">{texts.sameVersion}</p>
      ) : (
        <>
          <section className="grid min-w-0 gap-2">
            <div className="flex flex-wrap items-center justify-between gap-2">
              <h3 className="text-sm font-medium">{texts.usage}</h3>
              <WindowPicker choice={window} onChange={choose} />
            </div>
            <UsageFigures newest={newer} versions={versions} only={[older, newer]} />
          </section>
          <Difference newer={newer.id} older={older.id} />
        </>
      )}
    </Card>
  );
}

function Difference({ newer, older }: { newer: number; older: number }) {
  const asked = useGet(
    '/v1/prompts/{id}/diff',
    { path: { id: newer }, query: { against: older } },
    { wholeAccount: true, keepPrevious: true },
  );
  return (
    <Loaded of={asked} skeleton={<SkeletonRows rows={6} />}>
      {(diff) => <DiffView diff={diff} />}
    </Loaded>
  );
}
