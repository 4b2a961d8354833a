import { ShieldAlert, ShieldCheck } from 'lucide-react';
import { useGet } from '#api';
import { useFormat, useTexts } from '#i18n';
import { Button, Card, CopyButton, ErrorNotice } from '#ui';
import { auditTexts } from './texts.ts';

/** Runs only on click, because it recomputes every hash of the chain. */
export function VerifyChain() {
  const texts = useTexts(auditTexts);
  const format = useFormat();
  const check = useGet(
    '/v1/audit/verify',
    { query: {} },
    { wholeAccount: true, enabled: false, staleTime: 0 },
  );
  const { data } = check;
  const head = useGet(
    '/v1/audit/head',
    {},
    { wholeAccount: true, enabled: data?.valid === true, staleTime: 0 },
  );
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
          <div className="grid gap-2">
            <p className="flex items-start gap-2.5 rounded-md bg-good-soft px-3.5 py-2.5 text-good">
              <ShieldCheck size={18} className="mt-0.5 shrink-0" aria-hidden />
              {texts.whole(format.count(data.entries), format.time(check.dataUpdatedAt, 'clock'))}
            </p>
            {head.data ? (
              <div className="flex flex-wrap items-center gap-2 text-sm text-muted">
                <span>{texts.head}</span>
                <code className="break-all">{`${head.data.entries} ${head.data.hash}`}</code>
                <CopyButton text={JSON.stringify(head.data)} what={texts.head} />
                <span className="basis-full">{texts.headAbout}</span>
              </div>
            ) : null}
          </div>
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
