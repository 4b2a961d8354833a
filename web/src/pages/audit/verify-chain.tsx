import { ShieldAlert, ShieldCheck } from 'lucide-react';
import { useGet } from '#api';
import { useFormat, useTexts } from '#i18n';
import { Button, Card, ErrorNotice } from '#ui';
import { auditTexts } from './texts.ts';

/** Asked for by the button only: every hash of the chain is computed anew. */
export function VerifyChain() {
  const texts = useTexts(auditTexts);
  const format = useFormat();
  const check = useGet('/v1/audit/verify', {}, { wholeAccount: true, enabled: false, staleTime: 0 });
  const { data } = check;
  return (
    <Card
      title={texts.chain}
      about={texts.chainAbout}
      actions={
        <Button busy={check.isFetching} onClick={() => void check.refetch()}>
          {texts.verify}
        </Button>
      }
    >
      <div aria-live="polite" className="grid empty:hidden">
        {check.isError ? (
          <ErrorNotice error={check.error} />
        ) : data && data.valid ? (
          <p className="flex items-start gap-2.5 rounded-md bg-good-soft px-3.5 py-2.5 text-good">
            <ShieldCheck size={18} className="mt-0.5 shrink-0" aria-hidden />
            {texts.whole(format.count(data.entries), format.time(check.dataUpdatedAt, 'clock'))}
          </p>
        ) : data ? (
          <p className="flex items-start gap-2.5 rounded-md bg-bad-soft px-3.5 py-2.5 text-bad">
            <ShieldAlert size={18} className="mt-0.5 shrink-0" aria-hidden />
            {texts.broken(format.count(data.firstInvalidId), format.count(data.entries))}
          </p>
        ) : null}
      </div>
    </Card>
  );
}
