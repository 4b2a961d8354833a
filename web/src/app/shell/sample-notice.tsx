// Shown above the pages of the sample project. It says that the data is made up, and leads to connecting a
// real agent. Settings belong to the account, so they do not show it.
import { useRouterState } from '@tanstack/react-router';
import { Sparkles } from 'lucide-react';
import { useGet, useProgress, useProjectId, useSession } from '#api';
import { useTexts } from '#i18n';
import { guide } from '#lib/guide';
import { useStored } from '#lib/stored';
import { TextLink } from '#ui';
import { shellTexts } from '../texts.ts';
import { guideTexts } from './guide-texts.ts';
import { entryAt } from './place.ts';

export function SampleNotice() {
  const texts = useTexts(shellTexts);
  const guiding = useTexts(guideTexts);
  const guided = useStored(guide);
  const { role, account } = useSession();
  const projectId = useProjectId();
  const progress = useProgress();
  const { data } = useGet('/v1/sample-data', {}, { wholeAccount: true, staleTime: 60_000 });
  const group = useRouterState({ select: ({ location }) => entryAt(location.pathname)?.nav.group });
  if (!data?.loaded || data.projectId !== projectId || group === 'settings' || group === 'help') return null;
  return (
    <section
      aria-label={texts.sample}
      className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b bg-sunken px-4 py-1.5 text-sm sm:px-6"
    >
      <p className="flex min-w-0 items-center gap-x-3">
        <Sparkles size={16} aria-hidden className="shrink-0 text-muted" />
        {texts.sampleAbout}
      </p>
      {guided?.isOpen !== true && role !== 'viewer' && account.plan !== 'free' && (
        <TextLink
          to="/guardian"
          search={{ project: projectId ?? undefined }}
          onClick={() => guide.set({ step: guided?.step ?? 'finding', isOpen: true })}
        >
          {guiding.title}
        </TextLink>
      )}
      <TextLink to="/start" search={{ project: undefined }}>
        {progress === 'own' ? texts.sampleRemove : texts.sampleConnect}
      </TextLink>
    </section>
  );
}
