// Webhooks: create (the secret is shown once), edit, and inspect deliveries.
import { Plus, Webhook as WebhookIcon } from 'lucide-react';
import { useState } from 'react';
import { useGetPages, useMayManage, useRows, useSession, type Schemas } from '#api';
import { useTexts } from '#i18n';
import { Button, Card, EmptyState, ListRows, Page, ShownOnce, Skeleton, Waiting } from '#ui';
import { EditWebhook } from './edit-webhook.tsx';
import { webhooksTexts } from './texts.ts';
import { WebhookCard } from './webhook-card.tsx';

export function WebhooksPage() {
  const texts = useTexts(webhooksTexts);
  const { account } = useSession();
  const allowed = account.plan !== 'free';
  const mayManage = useMayManage() && allowed;
  const [editing, setEditing] = useState<Schemas['Webhook'] | 'new' | null>(null);
  const [made, setMade] = useState<Schemas['WebhookWithSecret'] | null>(null);
  return (
    <Page
      title={texts.title}
      about={texts.about}
      actions={
        mayManage && (
          <Button look="main" icon={<Plus size={16} aria-hidden />} onClick={() => setEditing('new')}>
            {texts.create}
          </Button>
        )
      }
    >
      {made && (
        <ShownOnce
          key={made.secret}
          title={texts.secretTitle}
          about={
            <>
              <p className="truncate font-mono text-sm" title={made.url}>
                {made.url}
              </p>
              <p>{texts.secretAbout}</p>
            </>
          }
          secret={made.secret}
          what={texts.theSecret}
          haveIt={texts.haveIt}
          onDone={() => setMade(null)}
        />
      )}
      {allowed ? (
        <List onEdit={setEditing} onSecret={setMade} />
      ) : (
        <Card>
          <EmptyState icon={<WebhookIcon size={22} aria-hidden />} title={texts.needsPlan}>
            {texts.needsPlanAbout}
          </EmptyState>
        </Card>
      )}
      {editing && <EditWebhook webhook={editing} onClose={() => setEditing(null)} onMade={setMade} />}
    </Page>
  );
}

interface ListProps {
  onEdit: (webhook: Schemas['Webhook'] | 'new') => void;
  onSecret: (made: Schemas['WebhookWithSecret']) => void;
}

function List({ onEdit, onSecret }: ListProps) {
  const texts = useTexts(webhooksTexts);
  const mayManage = useMayManage();
  const list = useRows(
    useGetPages('/v1/webhooks', { query: { limit: 50 } }, { wholeAccount: true }),
    ({ webhooks }) => webhooks,
  );
  const skeleton = (
    <Waiting>
      <div className="grid gap-4">
        <Skeleton className="h-36 rounded-lg" />
        <Skeleton className="h-36 rounded-lg" />
      </div>
    </Waiting>
  );
  return (
    <ListRows
      of={list}
      framed
      skeleton={skeleton}
      empty={{
        icon: <WebhookIcon size={22} aria-hidden />,
        title: texts.none,
        actions: mayManage && (
          <Button look="main" onClick={() => onEdit('new')}>
            {texts.create}
          </Button>
        ),
        children: mayManage ? texts.noneAbout : texts.adminsManage,
      }}
    >
      {(webhooks) => (
        <ul className="grid min-w-0 gap-4">
          {webhooks.map((webhook) => (
            <li key={webhook.id} className="min-w-0">
              <WebhookCard webhook={webhook} mayManage={mayManage} onEdit={onEdit} onSecret={onSecret} />
            </li>
          ))}
        </ul>
      )}
    </ListRows>
  );
}
