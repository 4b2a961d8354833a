// A button beside a rejected provider: one click makes the account accept any provider.
import { useGet, useMayManage, useSend } from '#api';
import { useTexts } from '#i18n';
import { Button, ErrorNotice, say } from '#ui';
import { diagnosticsTexts } from './texts.ts';

export function AcceptAnyProvider() {
  const texts = useTexts(diagnosticsTexts);
  const mayManage = useMayManage();
  const account = useGet('/v1/account/overview', {}, { wholeAccount: true });
  const accept = useSend('patch', '/v1/account/settings', {
    wholeAccount: true,
    changes: ['/v1/account', '/v1/audit'],
    onSuccess: () => say(texts.anyAccepted),
  });
  const accepted = account.data?.settings.acceptProviders;
  if (accepted === undefined) return null;
  if (accepted === 'any') return <p className="text-sm text-muted">{texts.anyAccepted}</p>;
  if (!mayManage) return <p className="text-sm text-muted">{texts.anyByAdmin}</p>;
  return (
    <>
      <Button busy={accept.isPending} onClick={() => accept.mutate({ body: { acceptProviders: 'any' } })}>
        {texts.acceptAny}
      </Button>
      {accept.error && <ErrorNotice error={accept.error} />}
    </>
  );
}
