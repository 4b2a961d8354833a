// An error in words, with a way to retry.
import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { isApiError } from '#api';
import { useLanguage, useTexts } from '#i18n';
import { Button } from './button.tsx';
import { errorWords } from './error-words.ts';
import { kitTexts } from './texts.ts';

export function useErrorText(): (error: unknown) => string {
  const texts = useTexts(kitTexts);
  const language = useLanguage();
  return (error) => {
    if (!isApiError(error)) return error instanceof Error && error.message ? error.message : texts.failed;
    if (error.status === 0) return texts.unreachable;
    const said = errorWords(error, language) ?? texts.serviceError(error.status);
    const wait = error.retryAfterMs;
    return wait === null ? said : `${said} ${texts.waitSeconds(Math.ceil(wait / 1000))}`;
  };
}

export const AlertBox = ({ children }: { children: ReactNode }) => (
  <div role="alert" className="flex items-start gap-2.5 rounded-md border border-bad/40 bg-bad/8 px-3.5 py-2">
    <CircleAlert size={16} className="mt-[3px] shrink-0 text-bad" aria-hidden />
    {children}
  </div>
);

export function ErrorNotice({ error }: { error: unknown }) {
  const text = useErrorText();
  return (
    <AlertBox>
      <p className="min-w-0">{text(error)}</p>
    </AlertBox>
  );
}

export function ErrorState({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const texts = useTexts(kitTexts);
  const text = useErrorText();
  const requestId = isApiError(error) && error.status >= 500 ? error.requestId : null;
  return (
    <div
      role="alert"
      className="grid min-h-40 content-center justify-items-center gap-2 px-4 py-4 text-center"
    >
      <span className="grid size-9 place-items-center rounded-lg bg-bad/8 text-bad">
        <CircleAlert size={22} aria-hidden />
      </span>
      <p className="font-semibold">{texts.failed}</p>
      <p className="max-w-prose text-muted">{text(error)}</p>
      {requestId && (
        <p className="font-mono text-xs text-muted">
          {texts.requestId} {requestId}
        </p>
      )}
      {onRetry && <Button onClick={onRetry}>{texts.tryAgain}</Button>}
    </div>
  );
}
