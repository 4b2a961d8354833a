import { KeyRound } from 'lucide-react';
import { useMayManage, useSend } from '#api';
import { useTexts } from '#i18n';
import { Button, Card, CopyButton, ErrorNotice } from '#ui';
import { startTexts } from './texts.ts';

export function MakeKey({ apiKey, onMade }: { apiKey: string | null; onMade: (key: string) => void }) {
  const texts = useTexts(startTexts);
  const mayManage = useMayManage();
  const create = useSend('post', '/v1/api-keys', {
    changes: ['/v1/api-keys'],
    onSuccess: (made) => onMade(made.apiKey),
  });
  if (!mayManage) {
    return (
      <Card title={texts.keyTitle}>
        <p>{texts.keyNotAllowed}</p>
      </Card>
    );
  }
  return (
    <Card title={texts.keyTitle} about={texts.keyAbout}>
      {create.error && <ErrorNotice error={create.error} />}
      {apiKey === null ? (
        <div className="flex flex-wrap items-center gap-3">
          <Button
            look="main"
            icon={<KeyRound size={16} aria-hidden />}
            busy={create.isPending}
            onClick={() =>
              create.mutate({ body: { name: texts.keyName, scopes: ['read', 'write:records'] } })
            }
          >
            {texts.makeKey}
          </Button>
          <span className="text-sm text-muted">{texts.keyMine}</span>
        </div>
      ) : (
        <div role="status" className="grid gap-2 rounded-md border border-accent/40 bg-accent-soft p-3.5">
          <p>{texts.keyReady}</p>
          <div className="flex flex-wrap items-center gap-2">
            <code className="min-w-0 rounded-md border bg-surface px-3 py-1.5 font-mono text-sm break-all">
              {apiKey}
            </code>
            <CopyButton text={apiKey} what={texts.theKey} />
          </div>
        </div>
      )}
    </Card>
  );
}
