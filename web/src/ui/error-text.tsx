// Why something failed: the line that says what happened. A stack trace around it is shown on request.
import { errorHeadline } from '@tracewell/sdk/reading';
import { classNames } from '#lib/class-names';

export function ErrorText({ error, className }: { error: string; className?: string }) {
  const text = error.trim();
  const headline = errorHeadline(text) || text.slice(0, Math.max(0, text.indexOf('\n')));
  if (headline === '' || headline === text)
    return (
      <p
        className={classNames('max-h-60 min-w-0 overflow-y-auto break-words whitespace-pre-wrap', className)}
      >
        {text}
      </p>
    );
  return (
    <details className="min-w-0 flex-1">
      <summary className={classNames('cursor-pointer break-words', className)}>{headline}</summary>
      <pre
        tabIndex={0}
        className="mt-2 max-h-80 overflow-auto rounded-md bg-sunken p-3 text-xs break-words whitespace-pre-wrap text-text"
      >
        {text}
      </pre>
    </details>
  );
}
