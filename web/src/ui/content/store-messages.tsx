// Turns on message storage from the place where messages are missing.
import { EyeOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { useGet, useMayManage, useSend, useSession } from '#api';
import { useTexts } from '#i18n';
import { Button } from '../button.tsx';
import { ErrorNotice } from '../error-state.tsx';
import { say } from '../toast.tsx';
import { storageTexts } from './texts.ts';

/** Whether the account stores messages now; undefined until that is known. */
export const useStoresMessages = (): boolean | undefined =>
  useGet('/v1/account/overview', {}, { wholeAccount: true, staleTime: 60_000 }).data?.consents
    .plaintextStorage;

/** The button and the consent that it gives. Other roles see who can turn on message storage. */
export function StoreMessages() {
  const texts = useTexts(storageTexts);
  const mayManage = useMayManage();
  const { plan } = useSession().account;
  const stored = useStoresMessages();
  const give = useSend('put', '/v1/account/consents/plaintext-storage', {
    wholeAccount: true,
    changes: ['/v1/account', '/v1/audit'],
    onSuccess: () => say(texts.switchedOn),
  });
  if (stored === undefined) return null;
  if (stored) return <p className="text-sm text-muted">{texts.isOn}</p>;
  if (!mayManage) return <p className="text-sm text-muted">{texts.whoMay}</p>;
  if (plan === 'free') return <p className="text-sm text-muted">{texts.needsPlan}</p>;
  return (
    <div className="grid justify-items-start gap-2">
      <p className="max-w-prose text-sm text-muted">
        {texts.about} {texts.withdrawal}
      </p>
      {give.error && <ErrorNotice error={give.error} />}
      <Button size="small" look="main" busy={give.isPending} onClick={() => give.mutate({})}>
        {texts.switchOn}
      </Button>
    </div>
  );
}

/** “Messages were not stored”, with the switch. `children` go between the two. */
export function ContentNotStored({ children }: { children?: ReactNode }) {
  const texts = useTexts(storageTexts);
  return (
    <Note title={texts.notStored}>
      {children}
      <StoreMessages />
    </Note>
  );
}

/** For a search without results: it cannot find words in messages that are not stored. */
export function SearchedWithoutMessages() {
  const texts = useTexts(storageTexts);
  if (useStoresMessages() !== false) return null;
  return (
    <Note title={texts.notSearched}>
      <StoreMessages />
    </Note>
  );
}

export const Note = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className="flex min-w-0 items-start gap-2.5 rounded-md border border-dashed border-control/60 px-3.5 py-3">
    <EyeOff size={18} aria-hidden className="mt-0.5 shrink-0 text-muted" />
    <div className="grid min-w-0 gap-2">
      <p className="font-medium">{title}</p>
      {children}
    </div>
  </div>
);
