import { useState } from 'react';
import { useSend, useSession, type Schemas } from '#api';
import { useFormat, useTexts } from '#i18n';
import { Badge, Card, ConfirmDialog, ErrorNotice, Switch, Time, say } from '#ui';
import { consentsTexts } from './texts.ts';
import type { ConsentState, Kind } from './use-consents.ts';

const PATHS = {
  plaintextStorage: '/v1/account/consents/plaintext-storage',
  aiHelper: '/v1/account/consents/ai-helper',
  piiRedaction: '/v1/account/consents/pii-redaction',
} as const satisfies Record<Kind, string>;

const PAID: Record<Kind, boolean> = { plaintextStorage: true, aiHelper: true, piiRedaction: false };

export function Consent({ kind, state: { granted, since } }: { kind: Kind; state: ConsentState }) {
  const texts = useTexts(consentsTexts);
  const { account } = useSession();
  const [withdrawing, setWithdrawing] = useState(false);
  const [deletedBy, setDeletedBy] = useState<string | null>(null);
  const words = texts.kinds[kind];
  const options = { wholeAccount: true, changes: ['/v1/audit', '/v1/account'] };
  const give = useSend('put', PATHS[kind], {
    ...options,
    onSuccess: () => {
      setDeletedBy(null);
      say(texts.given(words.name));
    },
  });
  const withdraw = useSend('delete', PATHS[kind], {
    ...options,
    onSuccess: (answer: Schemas['Consents'] | Schemas['WithdrawnPlaintextStorage']) => {
      setWithdrawing(false);
      if ('contentDeletedBy' in answer) setDeletedBy(answer.contentDeletedBy);
      say(texts.withdrawn(words.name));
    },
  });
  const lacksPlan = PAID[kind] && account.plan === 'free';
  const busy = give.isPending || withdraw.isPending;
  return (
    <Card>
      <Switch
        label={words.name}
        hint={words.about}
        checked={granted}
        // A consent can be withdrawn on any plan.
        disabled={lacksPlan && !granted}
        onChange={(next) => {
          // Not disabled while saving, because that would drop the focus.
          if (busy) return;
          if (next) give.mutate({});
          else setWithdrawing(true);
        }}
      />
      <dl className="grid gap-2 border-t pt-4 text-sm md:grid-cols-2 md:gap-6">
        <div>
          <dt className="text-muted">{texts.whenOn}</dt>
          <dd>{words.whenOn}</dd>
        </div>
        <div>
          <dt className="text-muted">{texts.whenWithdrawn}</dt>
          <dd>{words.whenWithdrawn}</dd>
        </div>
      </dl>
      <p className="flex flex-wrap items-center gap-2 text-sm text-muted">
        <Badge tone={granted ? 'good' : 'neutral'}>{granted ? texts.on : texts.off}</Badge>
        {since === null ? (
          texts.neverChanged
        ) : (
          <span>
            {texts.since} <Time at={since} />
          </span>
        )}
        {lacksPlan && !granted && <span>{texts.needsPlan}</span>}
      </p>
      {give.error && <ErrorNotice error={give.error} />}
      <DeletedBy at={granted ? null : deletedBy} />
      {withdrawing && (
        <ConfirmDialog
          open
          title={texts.withdrawTitle(words.name)}
          about={words.whenWithdrawn}
          action={texts.withdraw}
          busy={withdraw.isPending}
          error={withdraw.error}
          onClose={() => {
            withdraw.reset();
            setWithdrawing(false);
          }}
          onConfirm={() => {
            give.reset();
            withdraw.mutate({});
          }}
        />
      )}
    </Card>
  );
}

function DeletedBy({ at }: { at: string | null }) {
  const texts = useTexts(consentsTexts);
  const format = useFormat();
  if (at === null) return null;
  return (
    <p role="status" className="rounded-md bg-warm-soft px-3.5 py-2.5 text-warm">
      {texts.deletedBy(format.time(at))}
    </p>
  );
}
