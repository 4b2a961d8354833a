// Long texts and ids on one line, with the whole of it on hover; and the way back to the list from a page of one thing.
import { ChevronLeft } from 'lucide-react';
import { cx } from '#lib/class-names';
import { useTexts } from '#i18n';
import { AppLink } from '#ui';
import { sharedTexts } from './texts.ts';

export const Clip = ({ text, className }: { text: string; className?: string }) => (
  <span className={cx('block min-w-0 truncate', className)} title={text}>
    {text}
  </span>
);

export function BackTo({ tab }: { tab: keyof typeof sharedTexts.en.tabs }) {
  const texts = useTexts(sharedTexts);
  return (
    <AppLink
      to="/evaluations"
      search={tab === 'runs' ? {} : { tab }}
      className="-mb-4 inline-flex items-center gap-1 justify-self-start text-sm text-muted hover:text-text"
    >
      <ChevronLeft size={16} aria-hidden />
      {texts.back} · {texts.tabs[tab]}
    </AppLink>
  );
}
