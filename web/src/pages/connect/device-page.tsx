// The page that `tracewell login` opens: a person compares the code with the terminal, sees what the program
// would get, and lets it in or refuses.
import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { useGet, useSend, type Schemas } from '#api';
import { useTexts } from '#i18n';
import { first } from '#lib/search-text';
import { useUrl } from '#lib/url-state';
import { Ago, Button, Card, EmptyState, Field, Form, Input, Loaded, Page, Skeleton, Waiting } from '#ui';
import { ConnectConsent, ConsentFact } from './consent.tsx';
import { connectTexts, deviceTexts } from './texts.ts';

export function DevicePage() {
  const texts = useTexts(deviceTexts);
  const [search] = useUrl();
  const code = first(search['code']);
  return <Page title={texts.title}>{code === undefined ? <TypeCode /> : <Login code={code} />}</Page>;
}

function TypeCode() {
  const texts = useTexts(deviceTexts);
  const [, change] = useUrl();
  return (
    <Card title={texts.typeTitle}>
      <Form onSubmit={({ code = '' }) => change({ code })}>
        <Field label={texts.code} hint={texts.codeHint}>
          <Input
            name="code"
            required
            minLength={8}
            maxLength={20}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            className="max-w-60 font-mono tracking-widest uppercase"
          />
        </Field>
        <div>
          <Button look="main" type="submit">
            {texts.next}
          </Button>
        </div>
      </Form>
    </Card>
  );
}

function Login({ code }: { code: string }) {
  const texts = useTexts(deviceTexts);
  const [, change] = useUrl();
  const asked = useGet('/v1/oauth/device', { query: { code } }, { wholeAccount: true });
  const [decided, setDecided] = useState<boolean | null>(null);
  if (decided !== null) return <Decided allowed={decided} />;
  return (
    <Loaded
      of={asked}
      error="card"
      skeleton={
        <Waiting>
          <Skeleton className="h-96 rounded-lg" />
        </Waiting>
      }
      missing={
        <Card>
          <EmptyState
            title={texts.unknown}
            actions={<Button onClick={() => change({ code: undefined })}>{texts.another}</Button>}
          >
            {texts.unknownAbout}
          </EmptyState>
        </Card>
      }
    >
      {(view) => <Decision view={view} code={code} onDecided={setDecided} />}
    </Loaded>
  );
}

interface DecisionProps {
  view: Schemas['DeviceLoginView'];
  code: string;
  onDecided: (allowed: boolean) => void;
}

function Decision({ view, code, onDecided }: DecisionProps) {
  const texts = useTexts(deviceTexts);
  const shared = useTexts(connectTexts);
  const { data } = useGet('/v1/projects', { query: { limit: 200 } }, { wholeAccount: true });
  const decide = useSend('post', '/v1/oauth/device', {
    wholeAccount: true,
    changes: ['/v1/api-keys'],
    onSuccess: ({ allowed }) => onDecided(allowed),
  });
  return (
    <ConnectConsent
      {...view}
      about={texts.compare}
      changes
      changeHint={texts.changeHint}
      project={{ label: texts.project, all: texts.allProjects }}
      facts={
        <>
          {data?.projects.length === 1 && <ConsentFact name={texts.project}>{texts.allProjects}</ConsentFact>}
          {view.requestedFrom !== null && (
            <ConsentFact name={texts.from}>
              {view.requestedFrom} (<Ago at={view.requestedAt} />)
            </ConsentFact>
          )}
        </>
      }
      sending={decide}
      onAllow={(allowed) => decide.mutate({ body: { code, allow: true, ...allowed } })}
      deny={
        <Button
          type="button"
          onClick={() => decide.mutate({ body: { code, allow: false } })}
          disabled={decide.isPending}
        >
          {shared.deny}
        </Button>
      }
    >
      <p className="font-mono text-2xl tracking-widest uppercase">{code}</p>
    </ConnectConsent>
  );
}

function Decided({ allowed }: { allowed: boolean }) {
  const texts = useTexts(deviceTexts);
  return (
    <Card>
      <div role="status" className="flex items-start gap-3">
        {allowed && <CircleCheck size={20} className="mt-px shrink-0 text-good" aria-hidden />}
        <div>
          <p className="font-medium">{allowed ? texts.allowed : texts.refused}</p>
          <p className="text-sm text-muted">{texts.back}</p>
        </div>
      </div>
    </Card>
  );
}
