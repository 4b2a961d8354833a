// Form fields for a call filter: model, provider, one tag. Used by runs and rules.
import type { Schemas } from '#api';
import { useTexts } from '#i18n';
import { TextField, type Draft } from '#ui';
import { runTexts } from './texts.ts';

type Filter = Schemas['CallFilter'];

export const EMPTY_FILTER = { model: '', provider: '', tag: '' };

export function CallFilterFields<Values extends typeof EMPTY_FILTER>({ of }: { of: Draft<Values> }) {
  const texts = useTexts(runTexts);
  const draft = of as unknown as Draft<typeof EMPTY_FILTER>;
  return (
    <div className="grid gap-5 sm:grid-cols-3">
      <TextField of={draft} name="model" label={texts.model} maxLength={128} placeholder={texts.any} />
      <TextField of={draft} name="provider" label={texts.provider} maxLength={64} placeholder={texts.any} />
      <TextField
        of={draft}
        name="tag"
        label={texts.tag}
        hint={texts.tagHint}
        maxLength={320}
        placeholder={texts.any}
        pattern="[^:]+:.*"
        title={texts.tagHint}
      />
    </div>
  );
}

export function filterFrom({ model, provider, tag }: typeof EMPTY_FILTER): Filter | null {
  const filter: Filter = {};
  if (model.trim() !== '') filter.model = model.trim();
  if (provider.trim() !== '') filter.provider = provider.trim();
  const at = tag.indexOf(':');
  if (at > 0) filter.tags = { [tag.slice(0, at)]: tag.slice(at + 1) };
  return Object.keys(filter).length === 0 ? null : filter;
}
