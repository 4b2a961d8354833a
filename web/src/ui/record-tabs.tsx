// The head of the lists of records. Each list is a page; window and filter go along from one to the
// other.
import { useTexts } from '#i18n';
import { filterFor, readFilter, writeFilter } from '#lib/call-filter';
import { classNames } from '#lib/class-names';
import { readWindow, writeWindow } from '#lib/time-window';
import { useUrl } from '#lib/url-state';
import { AppLink } from './button.tsx';
import { listTexts } from './list/texts.ts';

const PATHS = { traces: '/traces', spans: '/spans', calls: '/calls' } as const;
const NAMES = ['traces', 'spans', 'calls'] as const;
const SUBJECTS = { traces: 'runs', spans: 'spans', calls: 'calls' } as const;

export function RecordTabs({ current }: { current: keyof typeof PATHS }) {
  const { tabs: texts } = useTexts(listTexts);
  const [search] = useUrl();
  const filter = readFilter(search);
  const window = writeWindow(readWindow(search));
  return (
    <nav aria-label={texts.label} className="flex gap-5 border-b">
      {NAMES.map((name) => (
        <AppLink
          key={name}
          to={PATHS[name]}
          search={
            name === current ? search : { ...writeFilter(filterFor(SUBJECTS[name], filter)), ...window }
          }
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
