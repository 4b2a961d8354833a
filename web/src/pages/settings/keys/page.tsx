// API keys: list, create (the secret is shown once), revoke. The model for settings pages.
import { KeyRound, Plus } from 'lucide-react';
import { useState } from 'react';
import { useGetPages, useMayManage, useRows, useSession, type Schemas } from '#api';
import { useTexts } from '#i18n';
import { first } from '#lib/search-text';
import { useUrl } from '#lib/url-state';
import { Button, Card, EmptyState, ListRows, Page, ShownOnce } from '#ui';
import { CreateKey } from './create-key.tsx';
import { KeyTable } from './key-table.tsx';
import { RevokeKey } from './revoke-key.tsx';
import { RotateKey } from './rotate-key.tsx';
import { keysTexts } from './texts.ts';

type ApiKey = Schemas['ApiKey'];

export function KeysPage() {
  const texts = useTexts(keysTexts);
  const mayManage = useMayManage();
  // In the URL, so that other places can lead to the form.
  const [search, change] = useUrl();
  const creating = mayManage && first(search['create']) === '1';
  const setCreating = (open: boolean) => change({ create: open ? '1' : undefined }, { replace: !open });
  const [created, setCreated] = useState<Schemas['CreatedApiKey'] | null>(null);
  return (
    <Page
      title={texts.title}
      about={texts.about}
      actions={
        mayManage && (
          <Button look="main" icon={<Plus size={16} aria-hidden />} onClick={() => setCreating(true)}>
            {texts.create}
          </Button>
        )
      }
    >
      {created && (
        <ShownOnce
          key={created.id}
          title={texts.keepTitle(created.name)}
          about={<p>{texts.keepAbout}</p>}
          secret={created.apiKey}
          what={texts.theKey}
          haveIt={texts.haveIt}
          onDone={() => setCreated(null)}
        />
      )}
      <Card>
        {mayManage ? <KeyList onCreate={() => setCreating(true)} onMade={setCreated} /> : <NotAllowed />}
      </Card>
      <CreateKey
        open={creating}
        onClose={() => setCreating(false)}
        onMade={(made) => {
          setCreating(false);
          setCreated(made);
        }}
      />
    </Page>
  );
}

function NotAllowed() {
  const texts = useTexts(keysTexts);
  const { role } = useSession();
  return (
    <EmptyState icon={<KeyRound size={22} aria-hidden />} title={texts.notAllowed}>
      {texts.notAllowedAbout(role)}
    </EmptyState>
  );
}

interface KeyListProps {
  onCreate: () => void;
  onMade: (key: Schemas['CreatedApiKey']) => void;
}

function KeyList({ onCreate, onMade }: KeyListProps) {
  const texts = useTexts(keysTexts);
  const [rotating, setRotating] = useState<ApiKey | null>(null);
  const [revoking, setRevoking] = useState<ApiKey | null>(null);
  const list = useRows(
    useGetPages('/v1/api-keys', { query: { limit: 100 } }, { wholeAccount: true }),
    ({ apiKeys }) => apiKeys,
  );
  return (
    <>
      <ListRows
        of={list}
        empty={{
          icon: <KeyRound size={22} aria-hidden />,
          title: texts.none,
          actions: (
            <Button look="main" onClick={onCreate}>
              {texts.create}
            </Button>
          ),
          children: texts.noneAbout,
        }}
      >
        {(keys) => <KeyTable keys={keys} onRotate={setRotating} onRevoke={setRevoking} />}
      </ListRows>
      {rotating && (
        <RotateKey
          apiKey={rotating}
          onClose={() => setRotating(null)}
          onMade={(made) => {
            setRotating(null);
            onMade(made);
          }}
        />
      )}
      {revoking && <RevokeKey apiKey={revoking} onClose={() => setRevoking(null)} />}
    </>
  );
}
