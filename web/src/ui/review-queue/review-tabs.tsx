// The head of the two pages for reviewers: calls without a score, and named queues.
import { useTexts } from '#i18n';
import { classNames } from '#lib/class-names';
import { AppLink } from '../button.tsx';
import { addToQueueTexts } from './texts.ts';

const PATHS = { unscored: '/review', queues: '/review-queues' } as const;
const NAMES = ['unscored', 'queues'] as const;

export function ReviewTabs({ current }: { current: keyof typeof PATHS }) {
  const { tabs: texts } = useTexts(addToQueueTexts);
  return (
    <nav aria-label={texts.label} className="flex gap-5 border-b">
      {NAMES.map((name) => (
        <AppLink
          key={name}
          to={PATHS[name]}
          {...(name === current ? { 'aria-current': 'page' as const } : {})}
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
