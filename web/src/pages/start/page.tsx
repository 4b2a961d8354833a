// Onboarding: create a key, copy a snippet, and watch the first call arrive.
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { useMayManage, useSend } from '#api';
import { useTexts } from '#i18n';
import { first } from '#lib/search-text';
import { useUrl } from '#lib/url-state';
import { Button, Card, CodeBlock, CopyButton, ErrorNotice, Page, Tabs } from '#ui';
import { Arrival } from './arrival.tsx';
import { Sample } from './sample.tsx';
import { PLACEHOLDER, SNIPPETS, WAYS } from './snippets.ts';
import { startTexts } from './texts.ts';

export function StartPage() {
  const texts = useTexts(startTexts);
  const [apiKey, setApiKey] = useState<string | null>(null);
  return (
    <Page title={texts.title} about={texts.about}>
      <div className="grid min-w-0 items-start gap-4 xl:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="grid min-w-0 gap-4">
          <MakeKey apiKey={apiKey} onMade={setApiKey} />
          <Send apiKey={apiKey ?? PLACEHOLDER} />
        </div>
        <div className="grid gap-4 xl:sticky xl:top-6">
          <Arrival />
          <Sample />
        </div>
      </div>
    </Page>
  );
}

function MakeKey({ apiKey, onMade }: { apiKey: string | null; onMade: (key: string) => void }) {
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

function Send({ apiKey }: { apiKey: string }) {
  const texts = useTexts(startTexts);
  const [search, change] = useUrl();
  const way = WAYS.find((known) => known === first(search['way'])) ?? 'otel';
  const [about, labels] = [
    { otel: texts.otelAbout, aiSdk: texts.aiSdkAbout, curl: texts.curlAbout, sdk: texts.sdkAbout },
    { otel: texts.otelLabel, aiSdk: texts.aiSdkLabel, curl: texts.curlLabel, sdk: texts.sdkLabel },
  ];
  return (
    <Card title={texts.sendTitle} about={texts.sendAbout}>
      <Tabs
        label={texts.waysLabel}
        value={way}
        onChange={(next) => change({ way: next }, { replace: true })}
        tabs={WAYS.map((value) => ({
          value,
          label: texts.ways[value],
          content: (
            <div className="grid min-w-0 gap-3">
              <p>{about[value]}</p>
              <CodeBlock label={labels[value]} code={SNIPPETS[value](location.origin, apiKey)} />
            </div>
          ),
        }))}
      />
    </Card>
  );
}
