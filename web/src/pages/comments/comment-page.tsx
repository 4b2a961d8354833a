// The address in emails and webhooks: it names only the comment, and leads on to what the comment is about.
import { Navigate, useParams } from '@tanstack/react-router';
import { MessageSquareOff } from 'lucide-react';
import { useGet } from '#api';
import { useTexts } from '#i18n';
import { ButtonLink, Card, EmptyState, Loaded, Page, SkeletonRows } from '#ui';
import { commentPlace } from './link.ts';
import { mentionTexts } from './texts.ts';

export function CommentPage() {
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const texts = useTexts(mentionTexts);
  const asked = useGet('/v1/comments/{id}', { path: { id } });
  return (
    <Page title={texts.title}>
      <Loaded of={asked} error="card" skeleton={<SkeletonRows rows={3} />} missing={<Missing />}>
        {({ on }) => <Navigate {...commentPlace(on)} replace />}
      </Loaded>
    </Page>
  );
}

function Missing() {
  const texts = useTexts(mentionTexts);
  return (
    <Card>
      <EmptyState
        icon={<MessageSquareOff size={22} aria-hidden />}
        title={texts.missing}
        actions={<ButtonLink to="/mentions">{texts.title}</ButtonLink>}
      >
        {texts.missingAbout}
      </EmptyState>
    </Card>
  );
}
