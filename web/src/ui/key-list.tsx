// The API keys that an action affects, shown before the user confirms it.
import type { Schemas } from '#api';
import { useTexts } from '#i18n';
import { kitTexts } from './texts.ts';
import { Ago } from './values.tsx';

interface KeyListProps {
  label: string;
  apiKeys: readonly Pick<Schemas['ApiKey'], 'id' | 'name' | 'hint' | 'lastUsedAt'>[];
  /** Whether there are more keys than these. */
  more: boolean;
}

export function KeyList({ label, apiKeys, more }: KeyListProps) {
  const texts = useTexts(kitTexts);
  return (
    <div className="grid gap-2">
      <p>{label}</p>
      <ul aria-label={label} className="grid max-h-60 gap-1 overflow-y-auto rounded-md border p-3">
        {apiKeys.map(({ id, name, hint, lastUsedAt }) => (
          <li key={id} className="flex min-w-0 flex-wrap items-baseline gap-x-2">
            <span className="min-w-0 truncate font-medium" title={name}>
              {name}
            </span>
            <code className="font-mono text-xs text-muted">{hint}</code>
            <span className="text-sm text-muted">
              {lastUsedAt === null ? (
                texts.neverUsed
              ) : (
                <>
                  {texts.lastUsed} <Ago at={lastUsedAt} />
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
      {more && <p className="text-muted">{texts.moreKeys}</p>}
    </div>
  );
}
