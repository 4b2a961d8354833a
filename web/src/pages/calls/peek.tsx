// The drawer with the call named in the URL. Its code is loaded when the first call is shown.
import { ExternalLink } from 'lucide-react';
import { Suspense, lazy } from 'react';
import { useTexts } from '#i18n';
import { ButtonLink, JudgeNow, PeekDrawer, SkeletonRows, Time } from '#ui';
import { callsTexts } from './texts.ts';
import type { ListedCallData } from './types.ts';

const PeekCall = lazy(async () => ({ default: (await import('./peek-call.tsx')).PeekCall }));

interface PeekProps {
  id: string;
  rows: readonly ListedCallData[];
  /** Undefined closes the drawer. */
  onPeek: (id: string | undefined) => void;
}

export function Peek({ id, rows, onPeek }: PeekProps) {
  const texts = useTexts(callsTexts);
  const at = rows.findIndex((row) => row.id === id);
  const to = (index: number) => {
    const row = at < 0 ? undefined : rows[index];
    return row && (() => onPeek(row.id));
  };
  const title = rows[at]?.model ?? texts.call;
  return (
    <PeekDrawer
      label={texts.peek(title)}
      title={
        <>
          {title}
          {rows[at] && (
            <span className="ml-3 text-sm font-normal text-muted">
              <Time at={rows[at].timestamp} show="full" />
            </span>
          )}
        </>
      }
      actions={
        <>
          <JudgeNow key={id} about="call" id={id} short />
          <ButtonLink to="/calls/$id" params={{ id }} size="small">
            <ExternalLink size={16} aria-hidden />
            {texts.openPage}
          </ButtonLink>
        </>
      }
      onClose={() => onPeek(undefined)}
      onBefore={to(at - 1)}
      onAfter={to(at + 1)}
    >
      <Suspense fallback={<SkeletonRows rows={6} />}>
        <PeekCall key={id} id={id} />
      </Suspense>
    </PeekDrawer>
  );
}
