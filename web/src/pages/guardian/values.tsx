import { useFormat, useTexts } from '#i18n';
import { guardianTexts } from './texts.ts';

type Value = number | string;

/** Splits a name such as `usualCostUsd` into words, for values without a label. */
const spelled = (name: string): string => {
  const words = name
    .replace(/(?:Usd|Ms)$/, '')
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** Values that only affect the wording, or are shown as links below. */
const WORDS_ONLY: ReadonlySet<string> = new Set(['over', 'foundIn', 'flaggedAs', 'traceId']);

/** The end of a name gives the unit of the number. */
function useShown() {
  const format = useFormat();
  const found: Readonly<Record<string, string>> = useTexts(guardianTexts).found;
  return (name: string, value: Value): string => {
    if (typeof value === 'string') {
      if (name.endsWith('At')) return format.time(value);
      return name === 'redaction' && Object.hasOwn(found, value) ? (found[value] ?? value) : value;
    }
    if (/usd$/i.test(name)) return format.money(value);
    if (/ms$/i.test(name)) return format.duration(value);
    if (/(?:rate|share)$/i.test(name)) return format.share(value);
    return format.compact(value);
  };
}

export function Values({ values }: { values: Readonly<Record<string, Value>> }) {
  const texts = useTexts(guardianTexts);
  const shown = useShown();
  const names: Readonly<Record<string, string>> = texts.values;
  const list = Object.entries(values).filter(([name]) => !WORDS_ONLY.has(name));
  if (list.length === 0) return null;
  return (
    <section aria-label={texts.numbers} className="grid gap-2">
      <h3>{texts.numbers}</h3>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-3">
        {list.map(([name, value]) => (
          <div key={name} className="min-w-0">
            <dt className="truncate text-sm text-muted" title={name}>
              {Object.hasOwn(names, name) ? names[name] : spelled(name)}
            </dt>
            <dd className="truncate font-medium" title={String(value)}>
              {shown(name, value)}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
