// Form fields for a call filter: model, provider, one tag. Used by runs and rules.
import type { Schemas } from '#api';
import { useTexts } from '#i18n';
import { Field, Input } from '#ui';
import { runTexts } from './texts.ts';

type Filter = Schemas['CallFilter'];

export function CallFilterFields() {
  const texts = useTexts(runTexts);
  return (
    <div className="grid gap-5 sm:grid-cols-3">
      <Field label={texts.model}>
        <Input name="model" maxLength={128} placeholder={texts.any} autoComplete="off" />
      </Field>
      <Field label={texts.provider}>
        <Input name="provider" maxLength={64} placeholder={texts.any} autoComplete="off" />
      </Field>
      <Field label={texts.tag} hint={texts.tagHint}>
        <Input
          name="tag"
          maxLength={320}
          placeholder={texts.any}
          autoComplete="off"
          pattern="[^:]+:.*"
          title={texts.tagHint}
        />
      </Field>
    </div>
  );
}

export function filterFrom({ model = '', provider = '', tag = '' }: Record<string, string>): Filter | null {
  const filter: Filter = {};
  if (model.trim() !== '') filter.model = model.trim();
  if (provider.trim() !== '') filter.provider = provider.trim();
  const at = tag.indexOf(':');
  if (at > 0) filter.tags = { [tag.slice(0, at)]: tag.slice(at + 1) };
  return Object.keys(filter).length === 0 ? null : filter;
}
