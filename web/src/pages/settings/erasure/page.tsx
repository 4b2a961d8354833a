// Erases records and shows the progress; closes the account.
import { Eraser } from 'lucide-react';
import { useMayManage, useSession } from '#api';
import { useTexts } from '#i18n';
import { Card, EmptyState, Page } from '#ui';
import { CloseAccountCard } from './close-account.tsx';
import { ErasureForm } from './erasure-form.tsx';
import { ErasureList } from './erasure-list.tsx';
import { erasureTexts } from './texts.ts';

export function ErasurePage() {
  const texts = useTexts(erasureTexts);
  const mayManage = useMayManage();
  const { role } = useSession();
  return (
    <Page title={texts.title} about={texts.about}>
      {mayManage ? (
        <>
          <Card title={texts.erase} about={texts.eraseAbout}>
            <ErasureForm />
          </Card>
          <Card title={texts.list}>
            <ErasureList />
          </Card>
          <CloseAccountCard />
        </>
      ) : (
        <Card>
          <EmptyState icon={<Eraser size={22} aria-hidden />} title={texts.notAllowed}>
            {texts.notAllowedAbout(role)}
          </EmptyState>
        </Card>
      )}
    </Page>
  );
}
