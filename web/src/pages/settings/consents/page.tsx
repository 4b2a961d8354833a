// The consents of the account: three switches, each with its meaning and the effect of withdrawing it.
import { Handshake } from 'lucide-react';
import { useMayManage, useSession } from '#api';
import { useTexts } from '#i18n';
import { Card, EmptyState, Loaded, Page, Skeleton, Waiting } from '#ui';
import { Consent } from './consent.tsx';
import { consentsTexts } from './texts.ts';
import { SHOWN_CONSENTS, useConsents } from './use-consents.ts';

export function ConsentsPage() {
  const texts = useTexts(consentsTexts);
  const mayManage = useMayManage();
  const { role } = useSession();
  return (
    <Page title={texts.title} about={texts.about}>
      {mayManage ? (
        <Consents />
      ) : (
        <Card>
          <EmptyState icon={<Handshake size={22} aria-hidden />} title={texts.notAllowed}>
            {texts.notAllowedAbout(role)}
          </EmptyState>
        </Card>
      )}
    </Page>
  );
}

function Consents() {
  const skeleton = (
    <Waiting>
      <div className="grid gap-4">
        {SHOWN_CONSENTS.map((kind) => (
          <Skeleton key={kind} className="h-36 rounded-lg" />
        ))}
      </div>
    </Waiting>
  );
  return (
    <Loaded of={useConsents()} keepStale error="card" skeleton={skeleton}>
      {(consents) => (
        <div className="grid gap-4">
          {SHOWN_CONSENTS.map((kind) => (
            <Consent key={kind} kind={kind} state={consents[kind]} />
          ))}
        </div>
      )}
    </Loaded>
  );
}
