// Shown above every page of a closed account: when it will be deleted, and a button to restore it.
import { TriangleAlert } from 'lucide-react';
import { useGet, useSend, useSession } from '#api';
import { useFormat, useTexts } from '#i18n';
import { Button, say, useErrorText } from '#ui';
import { shellTexts } from '../texts.ts';

const LOOK_MS = 60_000;

export function ClosingNotice() {
  const texts = useTexts(shellTexts);
  const format = useFormat();
  const errorText = useErrorText();
  const { role } = useSession();
  const { data } = useGet(
    '/v1/account/overview',
    {},
    { wholeAccount: true, staleTime: LOOK_MS, refetchInterval: LOOK_MS, later: true },
  );
  const restore = useSend('post', '/v1/account/restore', {
    wholeAccount: true,
    changes: ['/v1/account/overview', '/v1/audit'],
    onSuccess: () => say(texts.accountStays),
  });
  if (!data || data.deletesAt === null) return null;
  return (
    <section
      aria-label={texts.accountCloses}
      className="flex flex-wrap items-center gap-3 border-b border-warm/40 bg-warm-soft px-4 py-3 sm:px-8"
    >
      <TriangleAlert size={18} className="shrink-0 text-warm" aria-hidden />
      <p className="min-w-0 flex-1">{texts.accountDeletedAt(format.time(data.deletesAt))}</p>
      {role === 'owner' && (
        <Button
          size="small"
          busy={restore.isPending}
          onClick={() => restore.mutate({}, { onError: (error) => say(errorText(error), 'bad') })}
        >
          {texts.keepAccount}
        </Button>
      )}
    </section>
  );
}
