// The head of the two lists of records. Each list is a page; window and filter go along from one to the
// other.
import { useTexts } from '#i18n';
import { readFilter, writeFilter } from '#lib/call-filter';
import { classNames } from '#lib/class-names';
import { readWindow, writeWindow } from '#lib/time-window';
import { useUrl } from '#lib/url-state';
import { AppLink } from './button.tsx';
import { listTexts } from './list/texts.ts';

const PATHS = { traces: '/traces', calls: '/calls' } as const;
const NAMES = ['traces', 'calls'] as const;

export function RecordTabs({ current }: { current: keyof typeof PATHS }) {
  const { tabs: texts } = useTexts(listTexts);
  const [search] = useUrl();
  const shared = { ...writeFilter(readFilter(search)), ...writeWindow(readWindow(search)) };
  return (
    <nav aria-label={texts.label} className="flex gap-5 border-b">
      {NAMES.map((name) => (
        <AppLink
          key={name}
          to={PATHS[name]}
          search={name === current ? search : shared}
          className={classNames(
            '-mb-px border-b-2 pt-1 pb-2 font-medium whitespace-nowrap ring-inside hover:text-text',
            name === current ? 'border-accent text-text' : 'border-transparent text-muted',
          )}
        >
          {texts[name]}
        </AppLink>
      ))}
    </nav>
  );
}
