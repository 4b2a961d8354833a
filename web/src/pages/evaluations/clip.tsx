// Truncated text with the full text on hover, and the link back to the list on detail pages.
import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '#lib/class-names';
import { useTexts } from '#i18n';
import { AppLink } from '#ui';
import { sharedTexts } from './texts.ts';

export const Clip = ({ text, className }: { text: string; className?: string }) => (
  <span className={classNames('block min-w-0 truncate', className)} title={text}>
    {text}
  </span>
);

interface BackToProps {
  tab: keyof typeof sharedTexts.en.tabs;
  /** The rest of the line under the title. */
  children?: ReactNode;
}

export function BackTo({ tab, children }: BackToProps) {
  const texts = useTexts(sharedTexts);
  return (
    <span className="flex flex-wrap items-center gap-x-4">
      <AppLink
        to="/evaluations"
        search={tab === 'runs' ? {} : { tab }}
        className="flex items-center gap-1 text-accent hover:underline"
      >
        <ArrowLeft size={14} aria-hidden />
        {texts.backTo[tab]}
      </AppLink>
      {children}
    </span>
  );
}
