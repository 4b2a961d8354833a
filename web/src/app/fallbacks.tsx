// Shown when a page does not exist, is still loading, or crashed.
import { CloudOff, Compass } from 'lucide-react';
import { useTexts } from '#i18n';
import { isApiError } from '#api';
import { Button, ButtonLink, EmptyState, ErrorState, Skeleton, Waiting, useTitle } from '#ui';
import { shellTexts } from './texts.ts';

export function NotFoundPage() {
  const texts = useTexts(shellTexts);
  useTitle(texts.notFound);
  return (
    <main id="content" className="grid min-h-[70dvh] place-items-center">
      <h1 className="sr-only">{texts.notFound}</h1>
      <EmptyState
        icon={<Compass size={18} aria-hidden />}
        title={texts.notFound}
        actions={
          <ButtonLink to="/" look="main">
            {texts.toOverview}
          </ButtonLink>
        }
      >
        {texts.notFoundAbout}
      </EmptyState>
    </main>
  );
}

/** Shown while the code of a page loads. While data loads, the page shows its own skeleton. */
export const PendingPage = () => (
  <Waiting>
    <div className="mx-auto grid max-w-7xl gap-4 px-4 py-4 sm:px-6">
      <Skeleton className="h-8 w-52" />
      <Skeleton className="h-28" />
      <Skeleton className="h-72" />
    </div>
  </Waiting>
);

/** The code of a page could not be loaded, usually because the service is unavailable. */
export function CodeMissing({ onRetry }: { onRetry: () => void }) {
  const texts = useTexts(shellTexts);
  useTitle(texts.codeMissing);
  return (
    <div role="alert" className="grid min-h-[70dvh] place-items-center">
      <h1 className="sr-only">{texts.codeMissing}</h1>
      <EmptyState
        icon={<CloudOff size={18} aria-hidden />}
        title={texts.codeMissing}
        actions={<Button onClick={onRetry}>{texts.retry}</Button>}
      >
        {texts.codeMissingAbout}
      </EmptyState>
    </div>
  );
}

export function CrashPage({ error, reset }: { error: unknown; reset?: () => void }) {
  const texts = useTexts(shellTexts);
  if (isApiError(error)) {
    return (
      <div className="grid min-h-[70dvh] place-items-center">
        <ErrorState error={error} onRetry={() => (reset ? reset() : location.reload())} />
      </div>
    );
  }
  return (
    <div className="grid min-h-[70dvh] place-items-center">
      <EmptyState
        title={texts.crashed}
        actions={
          <Button look="main" onClick={() => location.reload()}>
            {texts.reload}
          </Button>
        }
      >
        {texts.crashedAbout}
      </EmptyState>
    </div>
  );
}
