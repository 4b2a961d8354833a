// Metadata as readable pairs: short values next to their names, nested values as JSON, ids replaced by names.
import { useLanguage } from '#i18n';
import type { Names } from './use-names.ts';
import { valueWord } from './words.ts';

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.every((each) => typeof each !== 'object' || each === null)) {
    return value.map(textOf).join(', ');
  }
  return JSON.stringify(value) ?? '';
}

interface PairsProps {
  metadata: Readonly<Record<string, unknown>>;
  nameOf: Names['nameOf'];
}

/** The list leaves out null values; the details show everything. */
export function Pairs({ metadata, nameOf }: PairsProps) {
  const language = useLanguage();
  return (
    <dl className="flex max-w-52 min-w-40 2xl:max-w-96 flex-wrap gap-x-4 text-sm">
      {Object.entries(metadata)
        .filter(([, value]) => value !== null)
        .map(([key, value]) => {
          const text = textOf(value);
          const name = nameOf(text);
          return (
            <div key={key} className="flex max-w-full min-w-0 gap-1.5">
              <dt className="shrink-0 text-muted">{valueWord(key, language, name !== undefined)}</dt>
              <dd className="min-w-0 truncate" title={text}>
                {name ?? text}
              </dd>
            </div>
          );
        })}
    </dl>
  );
}
